import GTSDModel
import Testing

@testable import GTSDSim

/// Stories in which `correct` once broke an invariant, or an oracle claimed it did.
struct SoundStoryTests {
  /// A story and what it once showed.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    /// Values over those of the text, such as choices of the generation.
    var sets: [String] = []
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "an account that one phone deletes and the other opens anew before the first hears of it",
      text: """
        {"seed": 6006387,
         "story": {"devices": 2,
                   "given": ["skipThrough", {"do": "onboard", "on": 2}, {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "deleteAccount", "after": "4ms"},
                            {"do": "logOut", "on": 2, "after": "263ms", "until": "tabSettled"},
                            {"do": "logIn", "account": 1, "after": "3206ms"},
                            {"do": "signUp", "account": 1, "on": 2, "after": "1600ms"}]}}
        """),
    Case(
      name: "a row that is told between two reads of a profile makes none of them older",
      text: """
        {"seed": 4926,
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "until": "editReady", "weight": 120.5, "after": "85ms"},
                            {"do": "saveEdit", "until": "saveSettled"},
                            {"do": "rest", "until": "saveSettled", "after": "105ms"}, {"do": "saveEdit", "after": "27ms"},
                            "closeEdit", {"do": "openEdit", "after": "205ms"}]}}
        """),
    Case(
      name: "a plan that was refused for its token waits for a check of the metrics that is under way",
      text: """
        {"seed": 6367,
         "backend": {"network": {"lognormal": {"median": "1881ms", "sigma": 1.0}}, "accessTokenLifetime": "7637ms"},
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "openEdit", "after": "24ms"},
                            {"do": "typeEdit", "until": "editReady", "goal": "gain_muscle", "after": "278ms"},
                            {"do": "saveEdit", "after": "598ms"}, "closeEdit", {"do": "openTab", "tab": "plans"},
                            {"do": "acknowledge", "until": "tabSettled", "after": "2ms"}]}}
        """),
    Case(
      name: "a plan that an acknowledgment led to is waited for a token, whatever a check met before",
      text: """
        {"backend": {"accessTokenLifetime": "30s",
                     "serviceByEndpoint": {"acknowledge": {"constant": {"value": "5s"}}}},
         "story": {"given": ["onboard", {"do": "rest", "after": "2m"}, "pullToRefresh"],
                   "when": [{"do": "disturb", "fault": {"kind": "error", "status": 503, "endpoints": ["today-metrics"]}},
                            {"do": "openTab", "tab": "plans", "after": "22s"},
                            {"do": "disturb", "fault": {"kind": "error", "status": 503, "endpoints": ["refresh"]}},
                            {"do": "acknowledge", "after": "2s"}, {"do": "rest", "after": "20s"}]}}
        """),
    Case(
      name: "a save of two requests that a kill ends between them has said nothing of the second",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "weight": 113.4, "name": "Ann 8", "until": "editReady"},
                            "saveEdit", {"do": "terminate", "after": "20ms"}, "launch"]}}
        """),
    Case(
      name: "an account that is opened anew is shown its summary, whoever told the phone first that the old one is gone",
      text: """
        {"seed": 18065,
         "story": {"given": ["onboard"],
                   "when": [{"do": "openTab", "tab": "profile", "after": "2038ms"}, {"do": "deleteAccount", "after": "190ms"},
                            {"do": "signUp", "until": "signedOut", "account": 1, "after": "1ms"},
                            {"do": "completeOnboarding", "until": "signedIn", "after": "2ms"}]}}
        """),
    Case(
      name: "a form that is opened while the last one's save fails says which part of that is stored",
      text: """
        {"seed": 18078, "faults": [{"kind": "error", "status": 409, "endpoints": ["update-profile"], "times": 1}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "tasks"}],
                   "when": [{"do": "openTab", "tab": "profile", "after": "28ms"},
                            {"do": "openEdit", "after": "7ms", "until": "acknowledgeSettled"},
                            {"do": "typeEdit", "until": "editReady", "name": "Ann 3", "mealsPerDay": 1, "after": "177ms"},
                            "saveEdit", {"do": "closeEdit", "after": "47ms", "until": "onboarded"},
                            {"do": "openEdit", "after": "617ms"}]}}
        """),
    Case(
      name: "what a read has told to be stored need not be sent with the next save",
      text: """
        {"faults": [{"kind": "reply-lost", "endpoints": ["update-basic-profile"], "times": 1}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "name": "Ann 4", "until": "editReady"}, "saveEdit",
                            {"do": "saveEdit", "until": "saveSettled", "after": "2ms"}, {"do": "rest", "after": "5s"}]}}
        """),
    Case(
      name: "Profile shows nothing where only a read from before a save came, and a deletion takes the error's line",
      text: """
        {"backend": {"serviceByEndpoint": {"streak": {"constant": {"value": "2s"}}}},
         "story": {"given": ["onboard", {"do": "rest", "after": "1m"}],
                   "when": [{"do": "openTab", "tab": "profile"}, "openEdit",
                            {"do": "typeEdit", "gender": "female", "until": "editReady"}, "saveEdit",
                            {"do": "closeEdit", "until": "saveSettled"},
                            {"do": "disturb", "fault": {"kind": "error", "status": 503, "endpoints": ["profile"]}},
                            {"do": "rest", "after": "5s"}, "deleteAccount", {"do": "rest", "after": "5s"}]}}
        """),
    Case(
      name: "a list of tasks is read again after a task that was completed while it was read",
      text: """
        {"backend": {"network": {"lognormal": {"median": "300ms", "sigma": 1.2}}},
         "story": {"given": ["onboard", {"do": "openTab", "tab": "tasks"}, {"do": "rest", "after": "20s"}],
                   "when": ["pullToRefresh", {"do": "completeTask", "task": 1, "after": "20ms"},
                            {"do": "rest", "after": "20s"}]}}
        """),
    Case(
      name: "a refresh whose reply was lost is answered again to its key",
      text: """
        {"backend": {"accessTokenLifetime": "30s"},
         "faults": [{"kind": "reply-lost", "endpoints": ["refresh"], "times": 1}],
         "story": {"given": ["onboard", {"do": "rest", "after": "2m"}, "pullToRefresh"],
                   "when": [{"do": "pullToRefresh", "after": "28s"}]}}
        """),
    Case(
      name: "a refresh whose replies were lost twice is asked for again later",
      text: """
        {"backend": {"accessTokenLifetime": "30s"},
         "faults": [{"kind": "reply-lost", "endpoints": ["refresh"], "times": 2}],
         "story": {"given": ["onboard", {"do": "rest", "after": "2m"}, "pullToRefresh"],
                   "when": [{"do": "pullToRefresh", "after": "28s"}, {"do": "pullToRefresh", "after": "70s"}]}}
        """),
    Case(
      name: "a form that is opened again while it loads",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}, {"do": "rest", "after": "20m"}],
                   "when": ["openEdit", {"do": "closeEdit", "after": "20ms"}, {"do": "openEdit", "after": "20ms"}]}}
        """),
    Case(
      name: "a zero state gives way to the profile that was completed during a load",
      text: """
        {"story": {"given": ["skipThrough"],
                   "when": ["pullToRefresh", {"do": "completeProfile", "after": "20ms"},
                            {"do": "completeOnboarding", "after": "100ms"},
                            {"do": "exitSummary", "until": "sheetSettled"}, {"do": "rest", "after": "5s"}]}}
        """),
    Case(
      name: "metrics do not follow from the target date",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "targetDays": 60, "until": "editReady"}, "saveEdit",
                            {"do": "openTab", "tab": "home", "until": "saveSettled", "after": "4s"},
                            {"do": "pullToRefresh", "until": "tabSettled"}]}}
        """),
    Case(
      name: "a form tells which part of a failed save is stored",
      text: """
        {"faults": [{"kind": "error", "status": 503, "endpoints": ["update-profile"], "times": 1}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "name": "Ann 2", "mealsPerDay": 4, "until": "editReady"},
                            "saveEdit", {"do": "closeEdit", "until": "saveSettled"}]}}
        """),
    Case(
      name: "a name that is stored before a save names an older revision",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "saveEdit", "after": "1775ms"}, {"do": "typeEdit", "name": "Ann 2"},
                            {"do": "saveEdit", "after": "28ms"}, {"do": "closeEdit", "after": "27ms"}]}}
        """),
    Case(
      name: "a tap on a form that is open leaves in it what was typed",
      text: """
        {"faults": [{"kind": "reply-lost", "endpoints": ["update-basic-profile"], "times": 4}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "name": "Ann 2", "mealsPerDay": 4, "until": "editReady"},
                            "saveEdit", {"do": "openEdit", "after": "200ms"}]}}
        """),
    Case(
      name: "a log-out that finds nobody signed in ends no log-in",
      text: """
        {"story": {"given": ["onboard"], "when": ["logOut", {"do": "logIn", "account": 1, "after": "1s"},
                                                  {"do": "logOut", "after": "20ms"}, {"do": "rest", "after": "5s"}]}}
        """),
    Case(
      name: "what was typed after a save stays in a form that is tapped open again",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "saveEdit", "until": "editReady"},
                            {"do": "typeEdit", "mealsPerDay": 5, "until": "saveSettled"}, {"do": "openEdit", "after": "20ms"},
                            {"do": "rest", "after": "5s"}]}}
        """),
    Case(
      name: "what failed in the instant in which the faults end is past",
      text: """
        {"faults": [{"kind": "error", "status": 503, "endpoints": ["submit-evidence"], "times": 1}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["airplaneModeOn", {"do": "openEdit", "after": "1s"}]}}
        """),
    Case(
      name: "a 403 at launch leaves it to the refresh token whether the session is over",
      text: """
        {"faults": [{"kind": "error", "status": 403, "endpoints": ["me"], "times": 1}],
         "story": {"given": ["onboard", "terminate"], "when": ["launch", {"do": "rest", "after": "5s"}]}}
        """),
    Case(
      name: "a refused refresh token ends the session, even where only a gateway refuses it",
      text: """
        {"faults": [{"kind": "error", "status": 401, "endpoints": ["me"], "times": 1},
                    {"kind": "error", "status": 401, "endpoints": ["refresh"], "times": 1}],
         "story": {"given": ["onboard", "terminate"], "when": ["launch", {"do": "rest", "after": "5s"}]}}
        """),
    Case(
      name: "several uploads at once whose tokens nothing accepts",
      text: """
        {"faults": [{"kind": "error", "status": 401, "endpoints": ["upload-photo"], "times": 5}],
         "story": {"given": ["onboard", {"do": "openPhotos", "task": 1}],
                   "when": [{"do": "pickPhotos", "count": 3}, {"do": "rest", "after": "9s"}]}}
        """),
    Case(
      name: "a row that is read to find out about an acknowledgment is shown",
      text: """
        {"backend": {"requestTimeout": "731ms"},
         "story": {"given": ["onboard", {"do": "rest", "after": "1524093ms"}],
                   "when": [{"do": "openTab", "tab": "plans"}, {"do": "acknowledge", "after": "55ms"}]}}
        """),
    Case(
      name: "signing out ends the uploads under way",
      text: """
        {"backend": {"refreshTokenLifetime": "324s"},
         "story": {"given": ["onboard", {"do": "rest", "after": "40m"}],
                   "when": [{"do": "openPhotos", "task": 2}, {"do": "pickPhotos", "count": 1, "after": "10ms"}]}}
        """),
    Case(
      name: "a plan asked for before an edit is not shown after it",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "plans"}],
                   "when": ["acknowledge", {"do": "openTab", "tab": "profile", "after": "30ms"},
                            {"do": "deleteHealthData", "after": "60ms"},
                            {"do": "openTab", "tab": "plans", "after": "2s"}]}}
        """),
    Case(
      name: "a gateway that knows of no row says nothing of the server's",
      text: """
        {"faults": [{"kind": "error", "status": 404, "times": 3}],
         "story": {"given": ["onboard"],
                   "when": [{"do": "openTab", "tab": "plans", "after": "4ms"}, {"do": "acknowledge", "after": "2ms"}]}}
        """),
    Case(
      name: "a row of a clock that was then set back tells nothing of what came first",
      text: """
        {"story": {"given": [{"do": "disturb", "fault": {"kind": "clock-skew", "by": "10m", "until": "40s"}},
                             {"do": "disturb", "fault": {"kind": "error", "status": 429,
                              "endpoints": ["today-metrics"], "until": "100s"}},
                             "launch", {"do": "signUp", "account": 1},
                             {"do": "completeOnboarding", "until": "signedIn"},
                             {"do": "exitSummary", "until": "sheetSettled"},
                             {"do": "openTab", "tab": "profile", "after": "50s"}],
                   "when": ["deleteHealthData", {"do": "openTab", "tab": "home", "after": "70s"}]}}
        """),
    Case(
      name: "an error of the read that follows a save is not the save's",
      text: """
        {"backend": {"requestTimeout": "250ms"},
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "name": "Ann 2", "until": "editReady"}, "saveEdit"]}}
        """),
    Case(
      name: "a photo that is sent again after seventeen others is stored once",
      text: """
        {"backend": {"requestTimeout": "393ms"},
         "story": {"given": ["skipThrough"],
                   "when": [{"do": "openPhotos", "task": 1, "until": "tabSettled"}, {"do": "pickPhotos", "count": 4},
                            {"do": "pickPhotos", "count": 5, "after": "99ms"},
                            {"do": "pickPhotos", "count": 4, "after": "17ms"},
                            {"do": "pickPhotos", "count": 5, "after": "1429ms"}]}}
        """),
    Case(
      name: "a gateway that knows of no photo has deleted none",
      text: """
        {"faults": [{"kind": "error", "status": 404, "endpoints": ["delete-photo"], "times": 1}],
         "story": {"given": ["onboard", {"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 2}],
                   "when": [{"do": "deletePhoto", "index": 1}, {"do": "rest", "after": "2s"}]}}
        """),
    Case(
      name: "a tap on what opens the form while it is open changes nothing",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "saveEdit", "until": "editReady"},
                            {"do": "openEdit", "until": "saveSettled"}, {"do": "rest", "after": "3s"}]}}
        """),
    Case(
      name: "a list of photos that cannot be read says so, and is read again",
      text: """
        {"faults": [{"kind": "error", "status": 503, "endpoints": ["photos"], "times": 2}],
         "story": {"given": ["onboard"],
                   "when": [{"do": "openPhotos", "task": 1}, {"do": "retryPhotos", "after": "2s"},
                            {"do": "closePhotos", "after": "2s"}]}}
        """),
    Case(
      name: "a token that nothing accepts is renewed once, not for every refusal",
      text: """
        {"faults": [{"kind": "error", "status": 401, "endpoints": ["streak", "tasks-today"], "times": 3}],
         "story": {"given": ["onboard"], "when": ["pullToRefresh", {"do": "openTab", "tab": "streaks"}]}}
        """),
    Case(
      name: "what an earlier save has stored without telling need not be stored again",
      text: """
        {"seed": 521333, "backend": {"requestTimeout": "446ms"},
         "story": {"given": ["skipThrough", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "openEdit"},
                            {"do": "typeEdit", "height": 142, "after": "1ms", "until": "editReady"},
                            {"do": "saveEdit", "after": "2462ms"},
                            {"do": "saveEdit", "after": "3ms", "until": "signedOut"},
                            {"do": "typeEdit", "goal": "improve_health", "after": "2124ms"}]}}
        """),
    Case(
      name: "what an earlier save has stored is not typed anew",
      text: """
        {"seed": 517641, "backend": {"requestTimeout": "464ms"},
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "openEdit", "after": "1414ms"},
                            {"do": "typeEdit", "weight": 98.1, "mealsPerDay": 6, "after": "175ms",
                             "until": "uploadsSettled"},
                            {"do": "saveEdit", "after": "64ms"},
                            {"do": "saveEdit", "after": "9ms", "until": "signedIn"},
                            {"do": "typeEdit", "allergies": [], "after": "3606ms", "until": "tabSettled"},
                            {"do": "saveEdit", "after": "1ms", "until": "uploadsSettled"}]}}
        """),
    Case(
      name: "a save may outlive the form that it was made in",
      text: """
        {"faults": [{"kind": "latency", "endpoints": ["update-profile"], "added": "1s", "times": 2}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "weight": 91, "until": "editReady"}, "saveEdit",
                            {"do": "closeEdit", "after": "500ms"}, {"do": "openEdit", "after": "700ms"},
                            {"do": "rest", "after": "5s"}]}}
        """),
    Case(
      name: "answers of whose fate only a read has told may end a plan",
      text: """
        {"faults": [{"kind": "reply-lost", "endpoints": ["onboard", "update-profile"], "times": 2}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "plans"}, {"do": "acknowledge", "after": "1s"}],
                   "when": [{"do": "openTab", "tab": "profile", "after": "5s"},
                            {"do": "deleteHealthData", "after": "1s"},
                            {"do": "openTab", "tab": "home", "after": "40s"}, {"do": "pullToRefresh", "after": "1s"},
                            {"do": "completeProfile", "after": "3s"}, {"do": "completeOnboarding", "after": "1s"},
                            {"do": "exitSummary", "until": "sheetSettled"}, {"do": "rest", "after": "9s"}]}}
        """),
    Case(
      name: "a save of health data takes nothing of a form that is still to be stored",
      text: """
        {"faults": [{"kind": "latency", "endpoints": ["update-profile"], "added": "9s", "times": 2}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}, "openEdit",
                            {"do": "typeEdit", "allergies": ["nuts"], "until": "editReady"}, "saveEdit",
                            {"do": "rest", "after": "12s"}],
                   "when": [{"do": "openEdit"}, {"do": "typeEdit", "allergies": ["fish"], "until": "editReady"},
                            "saveEdit", {"do": "terminate", "after": "1s"}, {"do": "launch", "after": "100ms"},
                            {"do": "openTab", "tab": "profile", "after": "1s"},
                            {"do": "deleteHealthData", "after": "10ms"}, {"do": "rest", "after": "15s"}]}}
        """),
    Case(
      name: "a deletion that is delivered late, or twice, clears nothing that came after it",
      text: """
        {"faults": [{"kind": "duplicate", "endpoints": ["update-profile"], "times": 1}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["deleteHealthData", {"do": "openEdit", "until": "saveSettled"},
                            {"do": "typeEdit", "weight": 91, "until": "editReady"}, "saveEdit",
                            {"do": "rest", "after": "5s"}]}}
        """),
    Case(
      name: "a form that could not be read again says so",
      text: """
        {"seed": 518421, "backend": {"requestTimeout": "481ms"},
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "openEdit", "after": "98ms"},
                            {"do": "typeEdit", "allergies": ["nuts"], "after": "4892ms"},
                            {"do": "saveEdit", "after": "22ms"}, {"do": "closeEdit", "after": "530ms"},
                            {"do": "openEdit", "after": "344ms"}]}}
        """),
    Case(
      name: "a gateway refuses one delivery of a photo and another is stored",
      text: """
        {"seed": 506776,
         "faults": [{"kind": "duplicate", "endpoints": ["refresh", "update-profile", "upload-photo"], "times": 3},
                    {"kind": "reply-lost", "times": 2}, {"kind": "rate-limit-storm", "times": 1}],
         "story": {"devices": 2, "given": ["onboard"],
                   "when": [{"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 5, "after": "431ms"}]}}
        """),
    Case(
      name: "a log-out's answer tells nothing to who is signed in again",
      text: """
        {"seed": 9310,
         "story": {"given": ["onboard", {"do": "openTab", "tab": "plans"}],
                   "when": [{"do": "acknowledge", "after": "56ms"}, {"do": "logOut", "after": "1ms"},
                            {"do": "logIn", "account": 1}]}}
        """),
    Case(
      name: "an error of a form that is read anew during a save is not the save's",
      text: """
        {"seed": 7059, "backend": {"requestTimeout": "450ms"},
         "story": {"given": ["onboard", {"do": "rest", "after": "224988ms"}, {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "openEdit"}, {"do": "typeEdit", "name": "Ann 1", "after": "2ms"},
                            {"do": "saveEdit", "after": "3ms"}, {"do": "closeEdit", "after": "6ms"},
                            {"do": "openEdit", "after": "2ms", "until": "tabSettled"},
                            {"do": "closeEdit", "after": "5215ms", "until": "uploadsSettled"}]}}
        """),
    Case(
      name: "photos of another task may be more than what a deletion leaves",
      text: """
        {"seed": 496,
         "story": {"given": ["skipThrough", {"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 2}],
                   "when": [{"do": "deletePhoto", "index": 1, "after": "227ms"}, {"do": "closePhotos", "after": "1768ms"},
                            {"do": "openPhotos", "task": 2, "after": "29ms"},
                            {"do": "pickPhotos", "count": 2, "after": "236ms"}]}}
        """),
    Case(
      name: "a form is not filled from before what the app has heard of",
      text: """
        {"backend": {"serviceByEndpoint": {"update-profile": {"constant": {"value": "2s"}}}},
         "faults": [{"kind": "reorder", "endpoints": ["profile"], "delay": "3s", "times": 4}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "mealsPerDay": 5, "until": "editReady"}, "saveEdit",
                            {"do": "closeEdit", "after": "100ms"}, {"do": "openEdit", "after": "100ms"},
                            {"do": "openEdit", "after": "2500ms"}]}}
        """),
    Case(
      name: "an export takes what failed before it off the tab's line for errors",
      text: """
        {"faults": [{"kind": "error", "status": 503, "endpoints": ["profile"], "times": 1}],
         "story": {"given": ["onboard"],
                   "when": [{"do": "openTab", "tab": "profile"}, {"do": "exportData", "after": "5s"}]}}
        """),
    Case(
      name: "a log-out of an account that another phone has deleted finds none",
      text: """
        {"story": {"devices": 2,
                   "given": ["onboard", {"do": "signInHere", "on": 2}, {"do": "openTab", "tab": "profile"}],
                   "when": ["deleteAccount", {"do": "logOut", "on": 2, "after": "4s"}]}}
        """),
    Case(
      name: "who deletes the account can log out before it is deleted",
      text: """
        {"backend": {"serviceByEndpoint": {"delete-account": {"constant": {"value": "5s"}}}},
         "story": {"given": ["skipThrough", {"do": "openTab", "tab": "profile"}],
                   "when": ["deleteAccount", {"do": "logOut", "after": "1s"}]}}
        """),
    Case(
      name: "what an export was read at tells that an acknowledgment was made elsewhere",
      text: """
        {"story": {"devices": 2,
                   "given": ["onboard", {"do": "signInHere", "on": 2}, {"do": "openTab", "tab": "profile"},
                             {"do": "openTab", "tab": "plans", "on": 2}],
                   "when": [{"do": "acknowledge", "on": 2}, {"do": "exportData", "after": "1s"}]}}
        """),
    Case(
      name: "what was uploaded before the account was deleted is stored no more",
      text: """
        {"seed": 82001626, "backend": {"requestTimeout": "512ms"},
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "pullToRefresh", "after": "1ms"}, "deleteAccount",
                            {"do": "openPhotos", "task": 3, "after": "360ms"}, {"do": "pickPhotos", "count": 2}]}}
        """),
    Case(
      name: "what was read before the account was deleted tells of nothing after it",
      text: """
        {"story": {"given": ["skipThrough", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "mealsPerDay": 4, "until": "editReady"}, "saveEdit",
                            {"do": "deleteAccount", "after": "1590ms"}]}}
        """),
    Case(
      name: "an acknowledgment that was stored before the account was deleted may be reported after it",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "deleteAccount", "after": "722ms"}, {"do": "openTab", "tab": "plans", "after": "1s"},
                            {"do": "acknowledge", "after": "1ms"}]}}
        """),
    Case(
      name: "a launch that does not know yet whether onboarding is answered shows no tab to tap on",
      text: """
        {"seed": 249006908,
         "backend": {"network": {"lognormal": {"median": "3588ms", "sigma": 0.3}}, "requestTimeout": "7501ms",
                     "service": {"lognormal": {"median": "344ms", "sigma": 0.1}},
                     "serviceByEndpoint": {"sign-up": {"lognormal": {"median": "8ms", "sigma": 1.3}}}},
         "story": {"devices": 2, "given": ["skipThrough", "terminate"],
                   "when": [{"do": "launch", "after": "4ms"}, {"do": "openPhotos", "task": 3}]}}
        """),
    Case(
      name: "a plan that waited for a token is not asked for once the metrics are to be acknowledged",
      text: """
        {"seed": 249005783,
         "backend": {"network": {"lognormal": {"median": "266ms", "sigma": 1.6}},
                     "service": {"constant": {"value": "102ms"}}, "accessTokenLifetime": "15706ms"},
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "until": "editReady", "height": 190},
                            {"do": "saveEdit", "after": "5438ms"}, "closeEdit",
                            {"do": "openTab", "tab": "plans", "after": "19ms"},
                            {"do": "acknowledge", "after": "1341ms"}]}}
        """),
    Case(
      name: "nor once the metrics could not be read",
      text: """
        {"seed": 270001839,
         "backend": {"network": {"lognormal": {"median": "5106ms", "sigma": 1.2}}, "accessTokenLifetime": "21655ms"},
         "story": {"devices": 2,
                   "given": ["onboard", {"do": "rest", "after": "39985ms"}, {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "pullToRefresh", "after": "99ms"}, {"do": "openEdit", "after": "101ms"},
                            {"do": "typeEdit", "until": "editReady", "weight": 54.6, "after": "352ms"},
                            {"do": "saveEdit", "after": "6ms"}, {"do": "closeEdit", "after": "784ms"},
                            {"do": "openTab", "tab": "plans", "after": "2120ms"},
                            {"do": "acknowledge", "until": "tabSettled", "after": "2ms"}]}}
        """),
    Case(
      name: "a plan that was refused leads to no question that another phone has answered meanwhile",
      text: """
        {"seed": 1879,
         "story": {"devices": 2,
                   "given": ["onboard", {"do": "signInHere", "on": 2}, {"do": "openTab", "tab": "plans"}, "acknowledge"],
                   "when": [{"do": "pullToRefresh", "after": "2ms"},
                            {"do": "openTab", "tab": "profile", "on": 2, "after": "200ms"},
                            {"do": "openEdit", "on": 2, "after": "49ms"},
                            {"do": "typeEdit", "until": "editReady", "height": 158, "on": 2, "after": "809ms"},
                            {"do": "saveEdit", "on": 2, "after": "1ms"}, {"do": "closeEdit", "on": 2},
                            {"do": "openTab", "tab": "plans", "on": 2, "after": "37ms"},
                            {"do": "acknowledge", "until": "tabSettled", "on": 2, "after": "383ms"}]}}
        """),
    Case(
      name: "a save that is told late takes nothing back that another phone has written since",
      text: """
        {"seed": 5789,
         "story": {"devices": 2,
                   "given": ["skipThrough", {"do": "signInHere", "on": 2}, {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "launch", "on": 2, "after": "63ms"},
                            {"do": "typeEdit", "until": "editReady", "goal": "maintain", "mealsPerDay": 2, "after": "211ms"},
                            {"do": "saveEdit", "after": "1ms"}, {"do": "acknowledge", "on": 2, "after": "528ms"},
                            {"do": "openTab", "tab": "profile", "on": 2, "after": "271ms"}, {"do": "openEdit", "on": 2},
                            {"do": "typeEdit", "until": "editReady", "name": "Ann 5", "mealsPerDay": 7, "on": 2},
                            {"do": "saveEdit", "on": 2}]}}
        """),
    Case(
      name: "a log-out may be answered after the account was deleted, to who has signed in again",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "deleteAccount", "after": "18ms"}, {"do": "logOut", "after": "4ms"},
                            {"do": "logIn", "account": 1, "after": "10ms"}]}}
        """),
    Case(
      name: "what was typed before a save that was refused stays in the form",
      text: """
        {"seed": 250510009, "backend": {"network": {"constant": {"value": "1258ms"}}, "requestTimeout": "4695ms"},
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "add": "halal", "mealsPerDay": 7, "until": "editReady"},
                            {"do": "saveEdit", "after": "261ms"}, {"do": "closeEdit", "after": "21ms"},
                            {"do": "openEdit", "after": "6ms"},
                            {"do": "typeEdit", "add": "vegan", "after": "10ms", "until": "editReady"},
                            {"do": "saveEdit", "until": "signedOut"}]}}
        """),
    Case(
      name: "an acknowledgment that is answered again tells of the time of its first try",
      text: """
        {"seed": 14482, "backend": {"requestTimeout": "1660ms"},
         "story": {"devices": 2, "given": ["onboard", {"do": "signInHere", "on": 2}],
                   "when": [{"do": "openTab", "tab": "tasks", "on": 2, "after": "36ms", "until": "signedIn"},
                            {"do": "openTab", "tab": "plans"},
                            {"do": "acknowledge", "until": "tabSettled", "after": "159ms"},
                            {"do": "rest", "until": "acknowledgeSettled", "after": "16ms"},
                            {"do": "openTab", "tab": "profile", "on": 2}, {"do": "openEdit", "on": 2, "after": "8ms"},
                            {"do": "typeEdit", "until": "editReady", "gender": "non_binary", "on": 2, "after": "983ms"},
                            {"do": "saveEdit", "on": 2, "after": "273ms", "until": "editReady"}]}}
        """),
    Case(
      name: "a metrics read that waits for a token leaves what the one before has told",
      text: """
        {"seed": 270001839,
         "backend": {"network": {"lognormal": {"median": "5106ms", "sigma": 1.2}}, "accessTokenLifetime": "21655ms"},
         "story": {"devices": 2,
                   "given": ["onboard", {"do": "rest", "after": "39985ms"}, {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "openEdit", "after": "101ms"},
                            {"do": "typeEdit", "until": "editReady", "weight": 54.6, "after": "352ms"},
                            {"do": "saveEdit", "after": "6ms"}, {"do": "closeEdit", "after": "784ms"},
                            {"do": "openTab", "tab": "plans", "after": "2120ms"},
                            {"do": "acknowledge", "until": "tabSettled", "after": "2ms"}]}}
        """),
    Case(
      name: "a save that is sent again is refused for its earlier try, which arrives only now",
      text: """
        {"seed": 270003984, "backend": {"requestTimeout": "2821ms"},
         "faults": [{"kind": "duplicate", "endpoints": ["profile", "update-profile"], "times": 6}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "deleteHealthData", "after": "623ms"}, {"do": "openEdit", "after": "2087ms"},
                            {"do": "typeEdit", "until": "editReady", "name": "Ann 1", "mealsPerDay": 2},
                            {"do": "saveEdit", "after": "1ms"},
                            {"do": "rest", "until": "saveSettled", "after": "1ms"}]}}
        """),
    Case(
      name: "a save that turned out to be stored has failed in no part, whatever a read of the form says later",
      text: """
        {"seed": 4750, "backend": {"requestTimeout": "567ms"},
         "story": {"devices": 2, "given": ["onboard", {"do": "signInHere", "on": 2}],
                   "when": [{"do": "openTab", "tab": "profile", "on": 2, "after": "263ms"},
                            {"do": "openEdit", "on": 2, "after": "3ms"},
                            {"do": "typeEdit", "until": "editReady", "goal": "gain_muscle", "on": 2, "after": "856ms"},
                            {"do": "saveEdit", "on": 2, "after": "18ms"},
                            {"do": "rest", "until": "saveSettled", "on": 2, "after": "6ms"},
                            {"do": "typeEdit", "until": "editReady", "name": "Ann 4", "on": 2, "after": "311ms"},
                            {"do": "saveEdit", "on": 2, "after": "2ms"},
                            {"do": "rest", "until": "saveSettled", "on": 2, "after": "3463ms"},
                            {"do": "openTab", "tab": "plans", "on": 2}]}}
        """),
  ]

  @Test(arguments: cases)
  func theSoundGenerationBreaksNothing(story: Case) throws {
    let scenario = try Scenario.parse(story.text, overrides: ScenarioOverrides(generation: "correct", sets: story.sets))
    let fold = Exploration(scenario, schedules: 150, jobs: 1).search(try StoryStage(scenario))
    #expect(fold.sortedEntries.map(\.signature) == [])
  }

  /// A population and what it once showed.
  static let worlds = [
    Case(
      name: "who types during a save and saves again wants something else",
      text: """
        {"seed": 102241,
         "faults": [{"kind": "error", "status": 413, "endpoints": ["acknowledge", "profile"], "probability": 0.3}],
         "population": {"size": 23, "personas": [{"name": "anybody",
           "decisions": {"retryAfterError": 1, "editProfile": 0.3}}]},
         "backend": {"network": {"lognormal": {"median": "1ms", "sigma": 0.9}}, "lossRate": 0.4,
           "serviceByEndpoint": {"profile": {"exponential": {"mean": "9ms"}}}}}
        """),
    Case(
      name: "a tap on save that a save under way ignores saves nothing",
      text: """
        {"seed": 171412, "population": {"size": 56, "personas": [{"name": "anybody",
           "decisions": {"refreshPlan": 0.6, "switchAccount": 0.3, "useSecondDevice": 0.7},
           "timings": {"editForm": {"constant": {"value": "103ms"}},
             "sessionGap": {"lognormal": {"median": "27ms", "sigma": 0.8}}}}]},
         "backend": {"serviceByEndpoint": {"update-profile": {"lognormal": {"median": "6540ms", "sigma": 1.1}}}}}
        """),
    Case(
      name: "a form that is closed and opened again while its token is renewed repeats its request once",
      text: """
        {"seed": 171618, "horizon": "240h", "population": {"size": 36, "personas": [{"name": "anybody",
           "decisions": {"pullToRefresh": 0.1, "editProfile": 1}}]},
         "backend": {"network": {"lognormal": {"median": "3002ms", "sigma": 0.8}}, "accessTokenLifetime": "2301ms"}}
        """),
    Case(
      name: "an acknowledgment that was granted tells what a read would",
      text: """
        {"seed": 100941, "horizon": "240h", "faults": [{"kind": "reply-lost", "probability": 0.3}],
         "population": {"size": 1, "personas": [{"name": "anybody",
           "decisions": {"useSecondDevice": 1, "editProfile": 1},
           "timings": {"considerCard": {"constant": {"value": "21ms"}},
             "editForm": {"lognormal": {"median": "4946ms", "sigma": 1.2}}}}]}}
        """),
    Case(
      name: "a write under a token that is long forgotten ends what can be known",
      text: """
        {"seed": 103605, "horizon": "240h", "faults": [{"kind": "duplicate", "probability": 0.6}],
         "population": {"size": 7, "personas": [{"name": "anybody", "decisions": {"visitTasks": 0},
           "timings": {"readMetrics": {"constant": {"value": "5279ms"}}}}]},
         "backend": {"network": {"exponential": {"mean": "631ms"}}, "errorRate": 0.4, "lossRate": 0.4,
           "service": {"lognormal": {"median": "1715ms", "sigma": 0.9}}, "accessTokenLifetime": "2240ms"}}
        """),
    Case(
      name: "a phone's own token is known however many others are made for nobody",
      text: """
        {"seed": 142542, "generation": "correct",
         "faults": [{"kind": "latency", "added": {"lognormal": {"median": "28637ms", "sigma": 0.0}}, "probability": 0.6},
                    {"kind": "duplicate", "probability": 0.95}],
         "population": {"size": 21, "personas": [{"name": "anybody",
           "decisions": {"visitTasks": 0, "burstSwitches": 3},
           "timings": {"burstGap": {"constant": {"value": "740475ms"}},
             "sessionGap": {"exponential": {"mean": "11109ms"}}}}]},
         "backend": {"network": {"exponential": {"mean": "661ms"}}, "requestTimeout": "1867ms", "lossRate": 0.05}}
        """),
    Case(
      name: "a load of a plan that began on Plans outlasts it, and the renewal of a token as well",
      text: """
        {"seed": 18, "population": {"size": 36, "personas": [{"name": "anybody"}]},
         "backend": {"serviceByEndpoint": {"today-metrics": {"lognormal": {"median": "242ms", "sigma": 0.5}}},
           "accessTokenLifetime": "1507ms"}}
        """),
    Case(
      name: "a save that is refused tells that an acknowledgment's late answer is old",
      text: """
        {"seed": 74, "faults": [{"kind": "duplicate", "endpoints": ["me", "today-metrics", "update-profile"],
           "probability": 0.6, "from": "1351ms", "until": "28987864ms"}],
         "population": {"size": 22, "arrival": {"uniform": {"over": "250s"}}, "personas": [{"name": "anybody",
           "decisions": {"visitStreaks": 1, "editProfile": 0.6, "uploadPhotos": 0.9, "burstSwitches": 46},
           "timings": {"firstLookAtHome": {"constant": {"value": "31ms"}}}}]},
         "backend": {"service": {"lognormal": {"median": "7589ms", "sigma": 0.8}}, "lossRate": 0.05}}
        """),
    Case(
      name: "an edit back to what the newest row was computed from brings no other",
      text: """
        {"seed": 160358, "horizon": "240h",
         "population": {"size": 29, "personas": [{"name": "anybody", "decisions": {"deleteHealthData": 0.3},
           "timings": {"editForm": {"exponential": {"mean": "225ms"}}}}]}}
        """),
    Case(
      name: "a kept summary told Home of no profile before one was completed",
      text: """
        {"seed": 810002, "population": {"size": 60, "personas": [{"name": "anybody"}]}}
        """, sets: ["generation.summary.cache=day"]),
  ]

  @Test(arguments: worlds)
  func theSoundGenerationBreaksNothingInAHarshWorld(world: Case) throws {
    let scenario = try Scenario.parse(world.text, overrides: ScenarioOverrides(generation: "correct", sets: world.sets))
    let unit = RunUnit(0, of: scenario)
    let fold = try #require(UnitRun.run(unit, of: scenario, keepsEvents: false, isCancelled: { false }))
    #expect(fold.violations.entries.map(\.key.signature) == [])
  }

  /// Events of a story in its natural order, with all of its faults.
  private static func events(_ text: String) throws -> [SimulationEvent] {
    let scenario = try Scenario.parse(text, overrides: ScenarioOverrides(generation: "correct"))
    let runner = ScheduleRunner(try StoryStage(scenario))
    let recorder = Recorder()
    var schedule = Schedule.natural
    for place in scenario.faults.indices { schedule.faults.insert(place) }
    _ = runner.run(schedule, under: NaturalPolicy()) { _ in [recorder] }
    return recorder.events
  }

  private final class Recorder: EventObserver {
    var events: [SimulationEvent] = []
    func observe(_ event: SimulationEvent) { events.append(event) }
  }

  @Test func leavingPlansWhileItChecksTheMetricsAsksForNoPlan() throws {
    let events = try Self.events(
      """
      {"backend": {"serviceByEndpoint": {"today-metrics": {"constant": {"value": "2s"}}}},
       "story": {"given": ["onboard", {"do": "openTab", "tab": "plans"}, "acknowledge",
                            {"do": "openTab", "tab": "profile"}, "openEdit", {"do": "typeEdit", "targetDays": 60},
                            "saveEdit", {"do": "rest", "after": "5s"}],
                 "when": [{"do": "openTab", "tab": "plans"}, {"do": "openTab", "tab": "tasks", "after": "50ms"},
                          {"do": "rest", "after": "5s"}]}}
      """)
    #expect(events.sent(.todayMetrics) == 1)
    #expect(events.sent(.generatePlan) == 0)
  }

  /// The error stays until the list is asked for anew, and the person's retry asks for it.
  @Test func aListOfPhotosThatCannotBeReadIsShownAndTriedAgain() throws {
    let events = try Self.events(
      """
      {"faults": [{"kind": "error", "status": 503, "endpoints": ["photos"], "times": 1}],
       "story": {"given": ["onboard"], "when": [{"do": "openPhotos", "task": 1}, {"do": "retryPhotos", "after": "2s"}]}}
      """)
    #expect(events.sent(.photos) == 2)
    let shown = events.compactMap { event -> Int64? in
      if case .published(.photosListError, let value, _) = event.kind { value } else { nil }
    }
    #expect(shown == [1, 0])
  }

  private static func text(_ name: String) throws -> String { try #require(cases.first { $0.name == name }).text }

  @Test func a403AtLaunchKeepsTheSessionAndAsksOnceForTokens() throws {
    let name = "a 403 at launch leaves it to the refresh token whether the session is over"
    let events = try Self.events(Self.text(name))
    #expect(events.sent(.refresh) == 1)
    #expect(!events.contains { $0.kind == .authenticated(account: nil) })
  }

  /// Where summaries are always missing, the zero state is shown to those alone of whom nothing says otherwise.
  @Test func aMissingSummaryOverrulesNothingThatIsKnown() throws {
    let scenario = try Scenario.parse(
      """
      {"faults": [{"kind": "error", "status": 404, "endpoints": ["how-it-works"]}], "population": {"size": 60}}
      """, overrides: ScenarioOverrides(generation: "correct"))
    let unit = RunUnit(0, of: scenario)
    let fold = try #require(UnitRun.run(unit, of: scenario, keepsEvents: true, isCancelled: { false }))
    #expect(fold.violations.entries.map(\.key.signature) == [])
    // Who has completed onboarding is not sent there again: hardly more answers than people.
    let lines = String(decoding: fold.lines, as: UTF8.self).split(separator: "\n")
    let answers = lines.count { $0.contains("\"onboarding_completed\"") }
    #expect((40...70).contains(answers), "\(answers)")
  }
}
