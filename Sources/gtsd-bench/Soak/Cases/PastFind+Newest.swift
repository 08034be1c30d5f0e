extension PastFind {
  static let newest = [
    PastFind(
      name: "a read of metrics that an edit overtook is repeated, after two that a gateway answered",
      text: """
        {"seed": 32650020, "backend": {"accessTokenLifetime": "3340ms"},
         "faults": [{"kind": "error", "status": 404, "endpoints": ["today-metrics"], "times": 2}],
         "story": {"devices": 2,
                   "given": ["onboard", {"do": "signInHere", "on": 2}, {"do": "openTab", "tab": "plans"}, "acknowledge"],
                   "when": [{"do": "acknowledge", "after": "3ms", "until": "signedIn"},
                            {"do": "pullToRefresh", "after": "251ms"},
                            {"do": "openTab", "tab": "profile", "after": "926ms"}, {"do": "openEdit"},
                            {"do": "typeEdit", "until": "editReady", "weight": 96.8, "after": "1ms"},
                            {"do": "saveEdit"}]}}
        """),
    PastFind(
      name: "a log-in from before an account's deletion does not sign in to the account that is opened afterwards",
      text: """
        {"story": {"devices": 2, "given": ["onboard", {"do": "launch", "on": 2}, {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "logIn", "account": 1, "on": 2}, "deleteAccount",
                            {"do": "signUp", "account": 1, "until": "signedOut"},
                            {"do": "logOut", "on": 2, "until": "signedIn"},
                            {"do": "logIn", "account": 1, "on": 2, "until": "signedOut"}]}}
        """),
    PastFind(
      name: "Home reads the new day's tasks when it is opened after midnight",
      text: """
        {"story": {"given": ["onboard", {"do": "rest", "after": "23h50m"}, {"do": "openTab", "tab": "tasks"},
                             {"do": "completeTask", "task": 1, "after": "1s"},
                             {"do": "openTab", "tab": "home", "after": "2s"}, {"do": "rest", "after": "2s"}],
                   "when": [{"do": "midnight"}, {"do": "openTab", "tab": "streaks", "after": "1s"},
                            {"do": "openTab", "tab": "home", "after": "2s"}, "background", {"do": "midnight"},
                            "foreground", {"do": "rest", "after": "20s"}]}}
        """),
    PastFind(
      name: "retrying a photo that failed for lack of a token clears the message about a deletion",
      text: """
        {"seed": 30245940,
         "story": {"given": [{"do": "onboard", "activity": "extremely_active"}, {"do": "openPhotos", "task": 1},
                             {"do": "pickPhotos", "count": 2}],
                   "when": [{"do": "deletePhoto", "index": 1, "after": "53ms"},
                            {"do": "pickPhotos", "count": 4, "after": "732ms"},
                            {"do": "openPhotos", "task": 2, "after": "161ms", "until": "uploadsSettled"},
                            {"do": "retryPhotos", "until": "saveSettled"}]}}
        """,
      sets: [
        #"backend.network={"lognormal": {"median": "3990ms", "sigma": 1}}"#, "backend.accessTokenLifetime=15960ms",
      ]),
    PastFind(
      name: "a repeated deletion changes nothing, even if a row was received meanwhile",
      text: """
        {"seed": 30010891,
         "story": {"devices": 2,
                   "given": ["onboard", {"do": "signInHere", "on": 2}, {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "pullToRefresh", "after": "6ms"}, {"do": "push", "on": 2, "after": "13ms"},
                            {"do": "deleteHealthData", "after": "108ms", "until": "uploadsSettled"},
                            {"do": "deleteHealthData", "after": "15ms"}, "openEdit",
                            {"do": "typeEdit", "until": "editReady", "height": 143}]}}
        """,
      sets: [
        #"backend.network={"lognormal": {"median": "245ms", "sigma": 1.3}}"#, "generation.card.mounted=off",
      ]),
    PastFind(
      name: "a retry clears the message about a deletion, even if photos are sent one after another",
      text: """
        {"seed": 29286240,
         "faults": [{"kind": "reorder", "delay": {"exponential": {"mean": "48ms"}}, "endpoints": ["upload-photo"],
                     "times": 3},
                    {"kind": "rate-limit-storm", "endpoints": ["upload-photo"], "times": 3},
                    {"kind": "duplicate", "endpoints": ["upload-photo"], "times": 2}],
         "story": {"devices": 2,
                   "given": ["skipThrough", {"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 2}],
                   "when": [{"do": "pickPhotos", "count": 4}, {"do": "deletePhoto", "index": 0, "after": "575ms"},
                            {"do": "retryPhotos", "after": "36ms"}]}}
        """,
      sets: ["backend.requestTimeout=829ms", "generation.photo.onChange=waits"]),
    PastFind(
      name: "a section shows the failure of an upload in several requests that came while another one was open",
      text: """
        {"seed": 1145,
         "story": {"given": ["skipThrough", {"do": "openPhotos", "task": 1}],
                   "when": [{"do": "pickPhotos", "count": 4, "after": "16ms", "until": "saveSettled"},
                            {"do": "closePhotos", "after": "2308ms"}, {"do": "openPhotos", "task": 2, "after": "232ms"},
                            {"do": "closePhotos", "after": "18ms"},
                            {"do": "openPhotos", "task": 1, "until": "signedOut"},
                            {"do": "pickPhotos", "count": 2, "megabytes": 11, "after": "26ms",
                             "until": "sheetSettled"}]}}
        """,
      sets: ["backend.accessTokenLifetime=1236ms", "generation.photo.flow=presign"]),
    PastFind(
      name: "two sections that upload by themselves are under way until both have ended",
      text: """
        {"seed": 22479, "faults": [{"kind": "reply-lost", "endpoints": ["upload-photo"], "times": 6}],
         "story": {"given": ["onboard", {"do": "openPhotos", "task": 1}],
                   "when": [{"do": "pickPhotos", "count": 2}, {"do": "closePhotos", "after": "39ms"},
                            {"do": "openPhotos", "task": 2, "after": "3143ms", "until": "cardOrZeroState"},
                            {"do": "pickPhotos", "count": 5, "after": "414ms", "until": "sheetSettled"}]}}
        """, sets: ["generation.photo.onChange=waits"]),
    PastFind(
      name: "a read of the form fails in the instant in which a save runs out of time",
      text: """
        {"seed": 518421,
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "logIn", "account": 1, "after": "3503ms"}, {"do": "openEdit", "after": "98ms"},
                            {"do": "typeEdit", "allergies": ["nuts"], "after": "4892ms"},
                            {"do": "saveEdit", "after": "22ms"}, {"do": "closeEdit", "after": "530ms"},
                            {"do": "openEdit", "after": "344ms"}]}}
        """, sets: ["backend.requestTimeout=481ms", "backend.accessTokenLifetime=3572ms"]),
    PastFind(
      name: "the message of a failed upload takes the place of a deletion's and goes with the photo",
      text: """
        {"seed": 7440013309,
         "story": {"given": [{"do": "onboard", "activity": "extremely_active"}, {"do": "openPhotos", "task": 1},
                             {"do": "pickPhotos", "count": 2}],
                   "when": [{"do": "deletePhoto", "index": 0, "after": "1897ms"},
                            {"do": "pickPhotos", "count": 4, "after": "511ms", "until": "editReady"},
                            {"do": "removePhoto", "index": 2, "until": "signedOut"},
                            {"do": "removePhoto", "index": 0, "after": "38ms"}]}}
        """, sets: ["backend.requestTimeout=402ms"]),
    PastFind(
      name: "the category that was chosen meanwhile is read in the instant in which a task's evidence runs out of time",
      text: """
        {"seed": 3636528,
         "story": {"given": ["skipThrough", {"do": "openTab", "tab": "tasks"}],
                   "when": [{"do": "filterTasks", "category": 1, "after": "4999ms"},
                            {"do": "filterTasks", "category": 3, "after": "34ms"},
                            {"do": "completeTask", "task": 2, "after": "440ms"},
                            {"do": "filterTasks", "category": 3, "after": "1837ms"}]}}
        """, sets: ["backend.accessTokenLifetime=1423ms", "backend.requestTimeout=3238ms"]),
    PastFind(
      name: "a plan is requested again after its token was renewed, while another phone's edit makes a newer row",
      text: """
        {"seed": 33605294,
         "story": {"devices": 2,
                   "given": ["onboard", {"do": "signInHere", "on": 2}, {"do": "openTab", "tab": "plans"}, "acknowledge",
                             {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "openEdit"}, {"do": "openTab", "tab": "plans", "on": 2, "after": "3ms"},
                            {"do": "acknowledge", "until": "tabSettled", "on": 2, "after": "290ms"},
                            {"do": "typeEdit", "until": "editReady", "gender": "other", "mealsPerDay": 3, "after": "1ms"},
                            {"do": "saveEdit"}]}}
        """, sets: ["backend.accessTokenLifetime=1825ms"]),
    PastFind(
      name: "a deletion overtakes a read of the photos that shows another phone's photo for the first time",
      text: """
        {"story": {"devices": 2,
                   "given": ["onboard", {"do": "signInHere", "on": 2}, {"do": "openPhotos", "task": 1},
                             {"do": "pickPhotos", "count": 1}, {"do": "closePhotos", "until": "uploadsSettled"}],
                   "when": [{"do": "openPhotos", "task": 1, "on": 2}, {"do": "pickPhotos", "count": 1, "on": 2},
                            {"do": "openPhotos", "task": 1, "after": "100ms"},
                            {"do": "deletePhoto", "index": 0, "after": "600ms"}]}}
        """),
    PastFind(
      name: "a deletion overtakes a read of the photos of another task",
      text: """
        {"story": {"devices": 2,
                   "given": ["onboard", {"do": "signInHere", "on": 2}, {"do": "openPhotos", "task": 2},
                             {"do": "pickPhotos", "count": 1}, {"do": "closePhotos", "until": "uploadsSettled"},
                             {"do": "openPhotos", "task": 1},
                             {"do": "pickPhotos", "count": 1, "until": "uploadsSettled"}],
                   "when": [{"do": "openPhotos", "task": 2, "on": 2}, {"do": "pickPhotos", "count": 1, "on": 2},
                            {"do": "deletePhoto", "index": 0, "after": "600ms"}, "closePhotos",
                            {"do": "openPhotos", "task": 2}]}}
        """),
    PastFind(
      name: "a save overtakes a read of the profile, which another phone has completed",
      text: """
        {"story": {"devices": 2,
                   "given": ["launch", {"do": "signUp", "account": 1}, "skipOnboarding", {"do": "signInHere", "on": 2},
                             {"do": "completeProfile", "on": 2}, {"do": "openTab", "tab": "profile"}, "openEdit",
                             {"do": "typeEdit", "mealsPerDay": 5}],
                   "when": [{"do": "completeOnboarding", "on": 2}, "saveEdit", {"do": "closeEdit", "after": "50ms"}]}}
        """),
    PastFind(
      name: "a save of height and weight overtakes a read of the profile",
      text: """
        {"story": {"given": ["launch", {"do": "signUp", "account": 1}, "skipOnboarding",
                             {"do": "openTab", "tab": "profile"}, "openEdit",
                             {"do": "typeEdit", "weight": 80, "height": 180}],
                   "when": ["saveEdit", {"do": "closeEdit", "after": "50ms"}]}}
        """),
    PastFind(
      name: "an unanswered acknowledgment is found to be of an older row, and the newest row is read twice",
      text: """
        {"seed": 2721,
         "story": {"devices": 2, "given": ["onboard", {"do": "signInHere", "on": 2}],
                   "when": [{"do": "pickPhotos", "count": 1, "pixels": 4097, "after": "302ms"},
                            {"do": "openTab", "tab": "tasks", "until": "signedIn", "on": 2, "after": "36ms"},
                            {"do": "openTab", "tab": "plans"},
                            {"do": "acknowledge", "until": "tabSettled", "after": "159ms"},
                            {"do": "openTab", "tab": "profile", "on": 2},
                            {"do": "openTab", "tab": "home", "after": "201ms"},
                            {"do": "openEdit", "on": 2, "after": "8ms"},
                            {"do": "typeEdit", "until": "editReady", "gender": "non_binary", "on": 2, "after": "55ms"},
                            {"do": "saveEdit", "until": "editReady", "on": 2, "after": "273ms"}]}}
        """, sets: ["backend.requestTimeout=317ms", #"backend.network={"lognormal": {"median": "1ms", "sigma": 0.8}}"#]),
    PastFind(
      name: "a pull comes while the tab's own load reads again, which leaving the tab cancels",
      text: """
        {"seed": 6412,
         "story": {"devices": 2, "given": ["onboard", {"do": "openTab", "tab": "plans"}, "acknowledge",
                                           {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "openTab", "tab": "profile", "on": 2}, {"do": "pullToRefresh", "after": "1ms"},
                            {"do": "pullToRefresh", "after": "419ms"},
                            {"do": "pullToRefresh", "until": "onboarded", "after": "10ms"},
                            {"do": "openPhotos", "task": 1, "after": "23ms"}]}}
        """, sets: [#"backend.network={"constant": {"value": "1819ms"}}"#, "generation.card.mounted=off"]),
  ]
}
