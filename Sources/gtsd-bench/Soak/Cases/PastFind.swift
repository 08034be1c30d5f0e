import GTSDModel

/// A story or a population in which `correct` once broke an invariant, or an oracle reported that it did. A defect that
/// was found once is found again most quickly at or near the same place.
package struct PastFind: Sendable, CustomStringConvertible {
  package var name: String
  /// The text of a scenario file.
  package var text: String
  /// The `PATH=VALUE` assignments that replace values of the text, such as choices of the generation.
  package var sets: [String] = []
  package var description: String { name }

  /// The stories of all past finds, the newest first.
  package static let all = newest + newer + older

  private static let newer = [
    PastFind(
      name: "a second tap on Edit while the form loads sends no request",
      text: """
        {"seed": 1,
         "story": {"devices": 2,
                   "given": ["onboard", {"do": "signInHere", "on": 2}, {"do": "openTab", "tab": "profile"},
                             {"do": "openTab", "tab": "profile", "on": 2}],
                   "when": ["openEdit", {"do": "openEdit", "on": 2}, {"do": "openEdit", "after": "800ms"},
                            {"do": "typeEdit", "until": "editReady", "mealsPerDay": 5, "on": 2},
                            {"do": "saveEdit", "on": 2},
                            {"do": "rest", "on": 2, "until": "saveSettled", "after": "3s"}]}}
        """),
    PastFind(
      name: "a tap on an app in the background sends no request, even after a sign-in there",
      text: """
        {"story": {"given": ["skipThrough"],
                   "when": [{"do": "background", "after": "15ms"}, {"do": "logOut", "after": "24ms"},
                            {"do": "logIn", "account": 1, "after": "1s"},
                            {"do": "openPhotos", "task": 3, "until": "signedIn", "after": "3s"},
                            {"do": "foreground", "after": "1s"}, {"do": "rest", "after": "5s"}]}}
        """),
    PastFind(
      name: "a token may be valid although a launch renewed it after a 404 for the account",
      text: """
        {"faults": [{"kind": "error", "status": 404, "endpoints": ["me"], "times": 1}],
         "story": {"given": ["onboard", {"do": "rest", "after": "20m"}, "terminate"],
                   "when": ["launch", {"do": "rest", "after": "5s"}]}}
        """),
    PastFind(
      name: "a refused save that was found stored needs no read, whatever an earlier read's error was",
      text: """
        {"seed": 3, "backend": {"requestTimeout": "402ms"},
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}, "openEdit",
                             {"do": "typeEdit", "until": "editReady", "name": "Ann 3"}],
                   "when": [{"do": "saveEdit", "after": "830ms"},
                            {"do": "typeEdit", "until": "editReady", "name": "Ann 7", "after": "2584ms"},
                            {"do": "saveEdit", "after": "373ms"}, {"do": "rest", "after": "5s"}]}}
        """),
    PastFind(
      name: "Home is read again after a completed task, however many tokens were renewed during its load",
      text: """
        {"seed": 26,
         "backend": {"accessTokenLifetime": "1200ms", "network": {"lognormal": {"median": "335ms", "sigma": 1}}},
         "story": {"given": ["onboard", {"do": "openTab", "tab": "tasks"}, {"do": "rest", "after": "9s"}],
                   "when": [{"do": "completeTask", "task": 3}, {"do": "openTab", "tab": "home", "after": "100ms"},
                            {"do": "rest", "after": "20s"}]}}
        """),
    PastFind(
      name: "Home is read again after another phone's write, however often it was read since the last tap",
      text: """
        {"seed": 14482,
         "story": {"devices": 2, "given": ["onboard", {"do": "signInHere", "on": 2}],
                   "when": [{"do": "openTab", "on": 2, "tab": "tasks", "after": "36ms", "until": "signedIn"},
                            {"do": "openTab", "tab": "plans"},
                            {"do": "acknowledge", "after": "159ms", "until": "tabSettled"},
                            {"do": "openTab", "on": 2, "tab": "profile"},
                            {"do": "openTab", "tab": "home", "after": "201ms"},
                            {"do": "openEdit", "on": 2, "after": "8ms"},
                            {"do": "typeEdit", "on": 2, "gender": "non_binary", "after": "983ms", "until": "editReady"},
                            {"do": "saveEdit", "on": 2, "after": "273ms", "until": "editReady"}]}}
        """),
    PastFind(
      name: "a save of a name without a reply finds its preferences already stored and reports success",
      text: """
        {"backend": {"requestTimeout": "2s"},
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}, "openEdit",
                             {"do": "typeEdit", "until": "editReady", "allergies": ["nuts"]},
                             {"do": "disturb", "fault": {"kind": "timeout", "endpoints": ["update-profile"]}},
                             {"do": "disturb", "fault": {"kind": "reply-lost", "endpoints": ["update-basic-profile"]}},
                             "saveEdit", {"do": "rest", "until": "saveSettled"}, "closeEdit", "openEdit",
                             {"do": "typeEdit", "until": "editReady", "name": "Ann 7"}],
                   "when": ["saveEdit", {"do": "rest", "until": "saveSettled"}]}}
        """),
    PastFind(
      name: "a retry covers every failed photo, even if others were picked since",
      text: """
        {"story": {"given": ["onboard", {"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 1},
                             {"do": "rest", "until": "uploadsSettled"},
                             {"do": "disturb",
                              "fault": {"kind": "error", "status": 500, "endpoints": ["upload-photo"], "times": 1}},
                             {"do": "disturb", "fault": {"kind": "error", "status": 500, "endpoints": ["delete-photo"]}},
                             {"do": "disturb", "fault": {"kind": "latency", "added": {"constant": {"value": "3s"}},
                                                         "endpoints": ["upload-photo"]}},
                             {"do": "pickPhotos", "count": 1}, {"do": "rest", "after": "9s", "until": "uploadsSettled"}],
                   "when": [{"do": "pickPhotos", "count": 1}, {"do": "deletePhoto", "index": 0},
                            {"do": "retryPhotos", "after": "1s"}, {"do": "rest", "until": "uploadsSettled"}]}}
        """),
    PastFind(
      name: "Home reads the tasks again after each of two completed tasks",
      text: """
        {"seed": 7209024,
         "backend": {"accessTokenLifetime": "1s", "serviceByEndpoint": {"submit-evidence": {"exponential": {"mean": "9594ms"}}}},
         "story": {"given": ["onboard", {"do": "openTab", "tab": "tasks"}],
                   "when": [{"do": "midnight"}, {"do": "completeTask", "task": 2, "after": "46ms"},
                            {"do": "completeTask", "task": 3}, {"do": "openTab", "tab": "home", "after": "1674ms"}]}}
        """),
    PastFind(
      name: "Home's check of the metrics may fail after that of Plans",
      text: """
        {"seed": 9602116,
         "backend": {"network": {"lognormal": {"median": "208ms", "sigma": 1}}, "accessTokenLifetime": "1000ms"},
         "faults": [{"kind": "error", "status": 403, "endpoints": ["how-it-works"], "times": 1},
                    {"kind": "latency", "added": {"exponential": {"mean": "1127ms"}},
                     "endpoints": ["delete-account", "streak"], "times": 3}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "plans"}, "acknowledge",
                             {"do": "openTab", "tab": "home"}, {"do": "openTab", "tab": "tasks"}],
                   "when": [{"do": "pullToRefresh", "after": "162ms"},
                            {"do": "openTab", "tab": "profile", "after": "4589ms"}, {"do": "deleteHealthData"},
                            {"do": "rest", "until": "saveSettled", "after": "36ms"}]}}
        """),
    PastFind(
      name: "a save of only a name reports no refused preferences",
      text: """
        {"seed": 3136531, "backend": {"requestTimeout": "1829ms"},
         "faults": [{"kind": "error", "status": 500, "endpoints": ["tasks-today", "update-profile"], "times": 6}],
         "story": {"given": ["onboard"],
                   "when": [{"do": "openTab", "tab": "profile", "after": "257ms", "until": "onboarded"},
                            {"do": "openEdit", "after": "5ms", "until": "uploadsSettled"},
                            {"do": "typeEdit", "until": "editReady", "allergies": ["nuts"], "after": "550ms"},
                            {"do": "saveEdit", "after": "1261ms"}, {"do": "closeEdit", "after": "1ms"},
                            {"do": "openEdit", "after": "2ms"},
                            {"do": "typeEdit", "until": "editReady", "name": "Ann 7"}, {"do": "saveEdit", "after": "5ms"}]}}
        """),
    PastFind(
      name: "a photo that is removed after a retry shows no error",
      text: """
        {"seed": 3128580, "faults": [{"kind": "error", "status": 404, "times": 3}],
         "story": {"given": ["onboard", {"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 2}],
                   "when": [{"do": "pickPhotos", "count": 5, "after": "64ms"}, {"do": "retryPhotos"},
                            {"do": "removePhoto", "index": 2, "after": "20ms"}]}}
        """),
    PastFind(
      name: "the error of a photo ends when its upload is repeated",
      text: """
        {"faults": [{"kind": "latency", "added": "4s", "endpoints": ["upload-photo"]}],
         "story": {"given": ["onboard", {"do": "openPhotos", "task": 1}],
                   "when": [{"do": "disturb",
                             "fault": {"kind": "error", "status": 503, "endpoints": ["upload-photo"], "times": 1}},
                            {"do": "pickPhotos", "count": 5, "after": "1s"}, {"do": "retryPhotos", "after": "2s"},
                            {"do": "rest", "until": "uploadsSettled", "after": "1m"}]}}
        """),
    PastFind(
      name: "a retry sends nothing while the app retries by itself",
      text: """
        {"seed": 2641080,
         "story": {"given": ["onboard"],
                   "when": [{"do": "openPhotos", "task": 3, "after": "1194ms"},
                            {"do": "pickPhotos", "count": 1, "after": "2942ms"}, {"do": "retryPhotos", "after": "5658ms"}]}}
        """,
      sets: [#"backend.requestTimeout="350ms""#]),
    PastFind(
      name: "a load of tasks that waits for a token shows the category that it was started for",
      text: """
        {"seed": 2641277, "backend": {"accessTokenLifetime": "1423ms", "requestTimeout": "3238ms"},
         "story": {"given": ["skipThrough", {"do": "openTab", "tab": "tasks"}],
                   "when": [{"do": "completeTask", "task": 2, "after": "440ms"},
                            {"do": "filterTasks", "category": 3, "after": "1837ms"},
                            {"do": "filterTasks", "category": 0, "after": "3187ms"},
                            {"do": "filterTasks", "category": 3, "after": "34ms"}]}}
        """),
    PastFind(
      name: "a form reads again after a row that was computed without a request",
      text: """
        {"seed": 21633431,
         "story": {"kill": "anywhere", "given": ["skipThrough", {"do": "openTab", "tab": "plans"}, "acknowledge"],
                   "when": [{"do": "openTab", "tab": "profile", "after": "19ms"}, {"do": "deleteAccount", "after": "42ms"},
                            {"do": "signUp", "until": "signedOut", "account": 1, "after": "4ms"},
                            {"do": "completeOnboarding", "until": "signedIn", "after": "248ms"},
                            {"do": "openTab", "tab": "plans", "after": "1696ms"},
                            {"do": "pullToRefresh", "until": "sheetSettled"},
                            {"do": "logIn", "account": 1, "after": "10ms"},
                            {"do": "openTab", "tab": "profile", "after": "5ms"}, {"do": "openEdit", "after": "639ms"}]}}
        """,
      sets: [#"backend.serviceByEndpoint.streak={"lognormal": {"median": "3041ms", "sigma": 0.3}}"#]),
    PastFind(
      name: "without a reply to its read, the app does not know whether a refused save is stored",
      text: """
        {"seed": 4201274, "faults": [{"kind": "duplicate", "endpoints": ["profile", "update-profile"], "times": 6}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "deleteHealthData", "after": "623ms"}, {"do": "openEdit", "after": "2087ms"},
                            {"do": "typeEdit", "mealsPerDay": 2, "name": "Ann 1", "until": "editReady"},
                            {"do": "saveEdit", "after": "1ms"}]}}
        """,
      sets: [#"backend.requestTimeout="2821ms""#, #"backend.service={"exponential": {"mean": "2470ms"}}"#]),
    PastFind(
      name: "a person who signs up again after a deletion has saved nothing",
      text: """
        {"seed": 19200355,
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "openEdit", "after": "106ms"},
                            {"do": "typeEdit", "until": "editReady", "allergies": [], "mealsPerDay": 2, "after": "73ms"},
                            {"do": "saveEdit", "after": "5ms"}, {"do": "deleteAccount", "after": "12ms"},
                            {"do": "signUp", "until": "signedOut", "account": 1, "after": "122ms"},
                            {"do": "skipOnboarding", "until": "signedIn", "after": "393ms"},
                            {"do": "openTab", "tab": "profile", "after": "956ms"}]}}
        """),
    PastFind(
      name: "a missing summary does not override what the app knows of the profile",
      text: """
        {"faults": [{"kind": "error", "status": 404, "endpoints": ["how-it-works"]}],
         "story": {"given": ["onboard"], "when": [{"do": "pullToRefresh", "after": "1s"}]}}
        """),
    PastFind(
      name: "an edit of only the target date computes no new row",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "targetDays": 60, "until": "editReady"}, "saveEdit",
                            {"do": "openTab", "tab": "plans", "after": "4s"},
                            {"do": "acknowledge", "until": "tabSettled"},
                            {"do": "openTab", "tab": "home", "until": "acknowledgeSettled"},
                            {"do": "pullToRefresh", "after": "10m"}]}}
        """),
    PastFind(
      name: "a gateway's 404 for a photo does not delete it",
      text: """
        {"faults": [{"kind": "error", "status": 404, "endpoints": ["delete-photo"]}],
         "story": {"given": ["onboard", {"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 2}],
                   "when": [{"do": "deletePhoto", "index": 0, "after": "9s"}, {"do": "rest", "after": "9s"}]}}
        """),
    PastFind(
      name: "a log-out during a deletion of the account takes effect even if the deletion fails",
      text: """
        {"faults": [{"kind": "error", "status": 503, "endpoints": ["delete-account"]}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "deleteAccount", "after": "1s"}, {"do": "logOut", "after": "5ms"},
                            {"do": "rest", "after": "9s"}]}}
        """),
    PastFind(
      name: "photos of an account that another phone deleted stay known",
      text: """
        {"story": {"devices": 2,
                   "given": ["onboard", {"do": "signInHere", "on": 2}, {"do": "openTab", "tab": "profile", "on": 2},
                             {"do": "openPhotos", "task": 1}],
                   "when": [{"do": "pickPhotos", "count": 3}, {"do": "deleteAccount", "on": 2, "after": "20ms"},
                            {"do": "rest", "after": "20s"}]}}
        """),
    PastFind(
      name: "a save that is killed while it waits for a token leaves requests unsent",
      text: """
        {"backend": {"network": {"constant": {"value": "200ms"}}, "service": {"constant": {"value": "10ms"}},
                     "accessTokenLifetime": "3700ms"},
         "story": {"kill": "anywhere",
                   "given": ["onboard", {"do": "openTab", "tab": "profile"}, "openEdit",
                             {"do": "typeEdit", "name": "Ann 7", "mealsPerDay": 5, "weight": 91.5}],
                   "when": [{"do": "saveEdit", "after": "1s"}, {"do": "rest", "after": "9s"}]}}
        """),
    PastFind(
      name: "a skip after answers without a reply receives those answers",
      text: """
        {"seed": 2767,
         "backend": {"service": {"exponential": {"mean": "3672ms"}}, "requestTimeout": "1363ms",
                     "serviceByEndpoint": {"sign-up": {"lognormal": {"median": "134ms", "sigma": 1.3}}}},
         "story": {"given": ["onboard"], "when": [{"do": "skipOnboarding", "after": "131ms"}]}}
        """),
    PastFind(
      name: "a failed read after an unknown acknowledgment does not change whether a plan is requested",
      text: """
        {"seed": 14482,
         "backend": {"requestTimeout": "1660ms", "network": {"lognormal": {"median": "274ms", "sigma": 1}},
                     "accessTokenLifetime": "4110ms"},
         "story": {"devices": 2, "given": ["onboard", {"do": "signInHere", "on": 2}],
                   "when": [{"do": "openTab", "on": 2, "tab": "tasks", "after": "36ms", "until": "signedIn"},
                            {"do": "openTab", "tab": "plans"},
                            {"do": "acknowledge", "after": "159ms", "until": "tabSettled"},
                            {"do": "rest", "after": "16ms", "until": "acknowledgeSettled"},
                            {"do": "openTab", "on": 2, "tab": "profile"}, {"do": "openEdit", "on": 2, "after": "51ms"},
                            {"do": "typeEdit", "on": 2, "gender": "non_binary", "after": "983ms", "until": "editReady"},
                            {"do": "saveEdit", "on": 2, "after": "273ms", "until": "editReady"}]}}
        """),
    PastFind(
      name: "a plan that was read before a save's reply may be from before that save",
      text: """
        {"story": {"devices": 2,
                   "given": ["onboard", {"do": "openTab", "tab": "plans"}, "acknowledge", {"do": "signInHere", "on": 2},
                             {"do": "openTab", "tab": "tasks", "on": 2}, {"do": "openTab", "tab": "profile"}, "openEdit",
                             {"do": "typeEdit", "until": "editReady", "targetDays": 60},
                             {"do": "disturb", "fault": {"kind": "reorder", "delay": {"constant": {"value": "3s"}},
                                                         "endpoints": ["update-profile"]}},
                             {"do": "disturb", "fault": {"kind": "reorder", "delay": {"constant": {"value": "5s"}},
                                                         "endpoints": ["generate-plan"]}}],
                   "when": ["saveEdit", "closeEdit", {"do": "openTab", "tab": "plans"}, "pullToRefresh",
                            {"do": "openTab", "tab": "home", "after": "1500ms"}, {"do": "rest", "after": "4s"},
                            {"do": "completeTask", "task": 1, "on": 2, "after": "1s"}]}}
        """),
    PastFind(
      name: "one phone deletes an account, and the other opens it again before the first receives the reply",
      text: """
        {"seed": 6006387,
         "story": {"devices": 2,
                   "given": ["skipThrough", {"do": "onboard", "on": 2}, {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "deleteAccount", "after": "4ms"},
                            {"do": "logOut", "on": 2, "after": "263ms", "until": "tabSettled"},
                            {"do": "logIn", "account": 1, "after": "3206ms"},
                            {"do": "signUp", "account": 1, "on": 2, "after": "1600ms"}]}}
        """),
    PastFind(
      name: "a row between two reads of a profile makes neither of them outdated",
      text: """
        {"seed": 4926,
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "until": "editReady", "weight": 120.5, "after": "85ms"},
                            {"do": "saveEdit", "until": "saveSettled"},
                            {"do": "rest", "until": "saveSettled", "after": "105ms"}, {"do": "saveEdit", "after": "27ms"},
                            "closeEdit", {"do": "openEdit", "after": "205ms"}]}}
        """),
    PastFind(
      name: "a plan that was refused for its token waits for the check of the metrics in progress",
      text: """
        {"seed": 6367,
         "backend": {"network": {"lognormal": {"median": "1881ms", "sigma": 1.0}}, "accessTokenLifetime": "7637ms"},
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "openEdit", "after": "24ms"},
                            {"do": "typeEdit", "until": "editReady", "goal": "gain_muscle", "after": "278ms"},
                            {"do": "saveEdit", "after": "598ms"}, "closeEdit", {"do": "openTab", "tab": "plans"},
                            {"do": "acknowledge", "until": "tabSettled", "after": "2ms"}]}}
        """),
    PastFind(
      name: "a plan after an acknowledgment waits for its token, whatever an earlier check returned",
      text: """
        {"backend": {"accessTokenLifetime": "30s",
                     "serviceByEndpoint": {"acknowledge": {"constant": {"value": "5s"}}}},
         "story": {"given": ["onboard", {"do": "rest", "after": "2m"}, "pullToRefresh"],
                   "when": [{"do": "disturb", "fault": {"kind": "error", "status": 503, "endpoints": ["today-metrics"]}},
                            {"do": "openTab", "tab": "plans", "after": "22s"},
                            {"do": "disturb", "fault": {"kind": "error", "status": 503, "endpoints": ["refresh"]}},
                            {"do": "acknowledge", "after": "2s"}, {"do": "rest", "after": "20s"}]}}
        """),
    PastFind(
      name: "a save that is killed between its two requests reports nothing about the second",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "weight": 113.4, "name": "Ann 8", "until": "editReady"},
                            "saveEdit", {"do": "terminate", "after": "20ms"}, "launch"]}}
        """),
    PastFind(
      name:
        "an account that is opened anew is shown its summary, whoever told the phone first that the old one is gone",
      text: """
        {"seed": 18065,
         "story": {"given": ["onboard"],
                   "when": [{"do": "openTab", "tab": "profile", "after": "2038ms"}, {"do": "deleteAccount", "after": "190ms"},
                            {"do": "signUp", "until": "signedOut", "account": 1, "after": "1ms"},
                            {"do": "completeOnboarding", "until": "signedIn", "after": "2ms"}]}}
        """),
    PastFind(
      name: "a form that is opened while an earlier save fails shows which part of it is stored",
      text: """
        {"seed": 18078, "faults": [{"kind": "error", "status": 409, "endpoints": ["update-profile"], "times": 1}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "tasks"}],
                   "when": [{"do": "openTab", "tab": "profile", "after": "28ms"},
                            {"do": "openEdit", "after": "7ms", "until": "acknowledgeSettled"},
                            {"do": "typeEdit", "until": "editReady", "name": "Ann 3", "mealsPerDay": 1, "after": "177ms"},
                            "saveEdit", {"do": "closeEdit", "after": "47ms", "until": "onboarded"},
                            {"do": "openEdit", "after": "617ms"}, {"do": "openEdit", "after": "617ms"}]}}
        """),
    PastFind(
      name: "values that a read showed as stored need not be sent with the next save",
      text: """
        {"faults": [{"kind": "reply-lost", "endpoints": ["update-basic-profile"], "times": 1}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "name": "Ann 4", "until": "editReady"}, "saveEdit",
                            {"do": "saveEdit", "until": "saveSettled", "after": "2ms"}, {"do": "rest", "after": "5s"}]}}
        """),
    PastFind(
      name: "Profile shows nothing if its only reply is from before a save, and a deletion replaces the error",
      text: """
        {"backend": {"serviceByEndpoint": {"streak": {"constant": {"value": "2s"}}}},
         "story": {"given": ["onboard", {"do": "rest", "after": "1m"}],
                   "when": [{"do": "openTab", "tab": "profile"}, "openEdit",
                            {"do": "typeEdit", "gender": "female", "until": "editReady"}, "saveEdit",
                            {"do": "closeEdit", "until": "saveSettled"},
                            {"do": "disturb", "fault": {"kind": "error", "status": 503, "endpoints": ["profile"]}},
                            {"do": "rest", "after": "5s"}, "deleteAccount", {"do": "rest", "after": "5s"}]}}
        """),
    PastFind(
      name: "a list of tasks is read again after a task was completed during its read",
      text: """
        {"backend": {"network": {"lognormal": {"median": "300ms", "sigma": 1.2}}},
         "story": {"given": ["onboard", {"do": "openTab", "tab": "tasks"}, {"do": "rest", "after": "20s"}],
                   "when": ["pullToRefresh", {"do": "completeTask", "task": 1, "after": "20ms"},
                            {"do": "rest", "after": "20s"}]}}
        """),
    PastFind(
      name: "a refresh whose reply was lost gets the same reply for its key",
      text: """
        {"backend": {"accessTokenLifetime": "30s"},
         "faults": [{"kind": "reply-lost", "endpoints": ["refresh"], "times": 1}],
         "story": {"given": ["onboard", {"do": "rest", "after": "2m"}, "pullToRefresh"],
                   "when": [{"do": "pullToRefresh", "after": "28s"}]}}
        """),
    PastFind(
      name: "a refresh whose replies were lost twice is requested again later",
      text: """
        {"backend": {"accessTokenLifetime": "30s"},
         "faults": [{"kind": "reply-lost", "endpoints": ["refresh"], "times": 2}],
         "story": {"given": ["onboard", {"do": "rest", "after": "2m"}, "pullToRefresh"],
                   "when": [{"do": "pullToRefresh", "after": "28s"}, {"do": "pullToRefresh", "after": "70s"}]}}
        """),
    PastFind(
      name: "a form that is opened again while it loads",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}, {"do": "rest", "after": "20m"}],
                   "when": ["openEdit", {"do": "closeEdit", "after": "20ms"}, {"do": "openEdit", "after": "20ms"}]}}
        """),
    PastFind(
      name: "a zero state ends when the profile is completed during a load",
      text: """
        {"story": {"given": ["skipThrough"],
                   "when": ["pullToRefresh", {"do": "completeProfile", "after": "20ms"},
                            {"do": "completeOnboarding", "after": "100ms"},
                            {"do": "exitSummary", "until": "sheetSettled"}, {"do": "rest", "after": "5s"}]}}
        """),
    PastFind(
      name: "metrics do not depend on the target date",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "targetDays": 60, "until": "editReady"}, "saveEdit",
                            {"do": "openTab", "tab": "home", "until": "saveSettled", "after": "4s"},
                            {"do": "pullToRefresh", "until": "tabSettled"}]}}
        """),
    PastFind(
      name: "a form shows which part of a failed save is stored",
      text: """
        {"faults": [{"kind": "error", "status": 503, "endpoints": ["update-profile"], "times": 1}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "name": "Ann 2", "mealsPerDay": 4, "until": "editReady"},
                            "saveEdit", {"do": "closeEdit", "until": "saveSettled"}]}}
        """),
  ]
}
