extension PastFind {
  static let older = [
    PastFind(
      name: "a stored name precedes a save with an older revision",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "saveEdit", "after": "1775ms"}, {"do": "typeEdit", "name": "Ann 2"},
                            {"do": "saveEdit", "after": "28ms"}, {"do": "closeEdit", "after": "27ms"}]}}
        """),
    PastFind(
      name: "a tap on Edit keeps what was typed into the open form",
      text: """
        {"faults": [{"kind": "reply-lost", "endpoints": ["update-basic-profile"], "times": 4}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "name": "Ann 2", "mealsPerDay": 4, "until": "editReady"},
                            "saveEdit", {"do": "openEdit", "after": "200ms"}]}}
        """),
    PastFind(
      name: "a log-out without a session does not end a log-in",
      text: """
        {"story": {"given": ["onboard"], "when": ["logOut", {"do": "logIn", "account": 1, "after": "1s"},
                                                  {"do": "logOut", "after": "20ms"}, {"do": "rest", "after": "5s"}]}}
        """),
    PastFind(
      name: "a form that is opened again keeps what was typed after a save",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "saveEdit", "until": "editReady"},
                            {"do": "typeEdit", "mealsPerDay": 5, "until": "saveSettled"}, {"do": "openEdit", "after": "20ms"},
                            {"do": "rest", "after": "5s"}]}}
        """),
    PastFind(
      name: "a failure in the instant in which the faults end counts as earlier",
      text: """
        {"faults": [{"kind": "error", "status": 503, "endpoints": ["submit-evidence"], "times": 1}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["airplaneModeOn", {"do": "openEdit", "after": "1s"}]}}
        """),
    PastFind(
      name: "after a 403 at launch, the refresh token decides whether the session is over",
      text: """
        {"faults": [{"kind": "error", "status": 403, "endpoints": ["me"], "times": 1}],
         "story": {"given": ["onboard", "terminate"], "when": ["launch", {"do": "rest", "after": "5s"}]}}
        """),
    PastFind(
      name: "a refused refresh token ends the session, even if only a gateway refuses it",
      text: """
        {"faults": [{"kind": "error", "status": 401, "endpoints": ["me"], "times": 1},
                    {"kind": "error", "status": 401, "endpoints": ["refresh"], "times": 1}],
         "story": {"given": ["onboard", "terminate"], "when": ["launch", {"do": "rest", "after": "5s"}]}}
        """),
    PastFind(
      name: "several uploads at once with tokens that are never accepted",
      text: """
        {"faults": [{"kind": "error", "status": 401, "endpoints": ["upload-photo"], "times": 5}],
         "story": {"given": ["onboard", {"do": "openPhotos", "task": 1}],
                   "when": [{"do": "pickPhotos", "count": 3}, {"do": "rest", "after": "9s"}]}}
        """),
    PastFind(
      name: "a row that was read to resolve an unknown acknowledgment is shown",
      text: """
        {"backend": {"requestTimeout": "731ms"},
         "story": {"given": ["onboard", {"do": "rest", "after": "1524093ms"}],
                   "when": [{"do": "openTab", "tab": "plans"}, {"do": "acknowledge", "after": "55ms"}]}}
        """),
    PastFind(
      name: "signing out ends uploads in progress",
      text: """
        {"backend": {"refreshTokenLifetime": "324s"},
         "story": {"given": ["onboard", {"do": "rest", "after": "40m"}],
                   "when": [{"do": "openPhotos", "task": 2}, {"do": "pickPhotos", "count": 1, "after": "10ms"}]}}
        """),
    PastFind(
      name: "a plan that was requested before an edit is not shown after it",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "plans"}],
                   "when": ["acknowledge", {"do": "openTab", "tab": "profile", "after": "30ms"},
                            {"do": "deleteHealthData", "after": "60ms"},
                            {"do": "openTab", "tab": "plans", "after": "2s"}]}}
        """),
    PastFind(
      name: "a gateway's 404 does not show that the server has no row",
      text: """
        {"faults": [{"kind": "error", "status": 404, "times": 3}],
         "story": {"given": ["onboard"],
                   "when": [{"do": "openTab", "tab": "plans", "after": "4ms"}, {"do": "acknowledge", "after": "2ms"}]}}
        """),
    PastFind(
      name: "rows are not ordered by their times if the clock was set back",
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
    PastFind(
      name: "an error of the read after a save is not an error of the save",
      text: """
        {"backend": {"requestTimeout": "250ms"},
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "name": "Ann 2", "until": "editReady"}, "saveEdit"]}}
        """),
    PastFind(
      name: "a photo that is sent again after seventeen others is stored once",
      text: """
        {"backend": {"requestTimeout": "393ms"},
         "story": {"given": ["skipThrough"],
                   "when": [{"do": "openPhotos", "task": 1, "until": "tabSettled"}, {"do": "pickPhotos", "count": 4},
                            {"do": "pickPhotos", "count": 5, "after": "99ms"},
                            {"do": "pickPhotos", "count": 4, "after": "17ms"},
                            {"do": "pickPhotos", "count": 5, "after": "1429ms"}]}}
        """),
    PastFind(
      name: "a gateway's 404 for a photo does not show that it was deleted",
      text: """
        {"faults": [{"kind": "error", "status": 404, "endpoints": ["delete-photo"], "times": 1}],
         "story": {"given": ["onboard", {"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 2}],
                   "when": [{"do": "deletePhoto", "index": 1}, {"do": "rest", "after": "2s"}]}}
        """),
    PastFind(
      name: "a tap on Edit while the form is open changes nothing",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "saveEdit", "until": "editReady"},
                            {"do": "openEdit", "until": "saveSettled"}, {"do": "rest", "after": "3s"}]}}
        """),
    PastFind(
      name: "a list of photos that cannot be read shows an error and is read again",
      text: """
        {"faults": [{"kind": "error", "status": 503, "endpoints": ["photos"], "times": 2}],
         "story": {"given": ["onboard"],
                   "when": [{"do": "openPhotos", "task": 1}, {"do": "retryPhotos", "after": "2s"},
                            {"do": "closePhotos", "after": "2s"}]}}
        """),
    PastFind(
      name: "a token that is never accepted is renewed once, not after every refusal",
      text: """
        {"faults": [{"kind": "error", "status": 401, "endpoints": ["streak", "tasks-today"], "times": 3}],
         "story": {"given": ["onboard"], "when": ["pullToRefresh", {"do": "openTab", "tab": "streaks"}]}}
        """),
    PastFind(
      name: "values that an earlier save stored without a reply need not be saved again",
      text: """
        {"seed": 521333, "backend": {"requestTimeout": "446ms"},
         "story": {"given": ["skipThrough", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "openEdit"},
                            {"do": "typeEdit", "height": 142, "after": "1ms", "until": "editReady"},
                            {"do": "saveEdit", "after": "2462ms"},
                            {"do": "saveEdit", "after": "3ms", "until": "signedOut"},
                            {"do": "typeEdit", "goal": "improve_health", "after": "2124ms"}]}}
        """),
    PastFind(
      name: "values that an earlier save stored do not count as newly typed",
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
    PastFind(
      name: "a save may continue after its form was closed",
      text: """
        {"faults": [{"kind": "latency", "endpoints": ["update-profile"], "added": "1s", "times": 2}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "weight": 91, "until": "editReady"}, "saveEdit",
                            {"do": "closeEdit", "after": "500ms"}, {"do": "openEdit", "after": "700ms"},
                            {"do": "rest", "after": "5s"}]}}
        """),
    PastFind(
      name: "onboarding answers whose outcome only a read revealed may end a plan",
      text: """
        {"faults": [{"kind": "reply-lost", "endpoints": ["onboard", "update-profile"], "times": 2}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "plans"}, {"do": "acknowledge", "after": "1s"}],
                   "when": [{"do": "openTab", "tab": "profile", "after": "5s"},
                            {"do": "deleteHealthData", "after": "1s"},
                            {"do": "openTab", "tab": "home", "after": "40s"}, {"do": "pullToRefresh", "after": "1s"},
                            {"do": "completeProfile", "after": "3s"}, {"do": "completeOnboarding", "after": "1s"},
                            {"do": "exitSummary", "until": "sheetSettled"}, {"do": "rest", "after": "9s"}]}}
        """),
    PastFind(
      name: "a save of health data keeps the form's unsaved values",
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
    PastFind(
      name: "a late or repeated deletion clears nothing that was stored after it",
      text: """
        {"faults": [{"kind": "duplicate", "endpoints": ["update-profile"], "times": 1}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["deleteHealthData", {"do": "openEdit", "until": "saveSettled"},
                            {"do": "typeEdit", "weight": 91, "until": "editReady"}, "saveEdit",
                            {"do": "rest", "after": "5s"}]}}
        """),
    PastFind(
      name: "a form that could not be read again shows an error",
      text: """
        {"seed": 518421, "backend": {"requestTimeout": "481ms"},
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "openEdit", "after": "98ms"},
                            {"do": "typeEdit", "allergies": ["nuts"], "after": "4892ms"},
                            {"do": "saveEdit", "after": "22ms"}, {"do": "closeEdit", "after": "530ms"},
                            {"do": "openEdit", "after": "344ms"}]}}
        """),
    PastFind(
      name: "a gateway refuses one delivery of a photo, and the other is stored",
      text: """
        {"seed": 506776,
         "faults": [{"kind": "duplicate", "endpoints": ["refresh", "update-profile", "upload-photo"], "times": 3},
                    {"kind": "reply-lost", "times": 2}, {"kind": "rate-limit-storm", "times": 1}],
         "story": {"devices": 2, "given": ["onboard"],
                   "when": [{"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 5, "after": "431ms"}]}}
        """),
    PastFind(
      name: "a log-out's reply has no effect after a new sign-in",
      text: """
        {"seed": 9310,
         "story": {"given": ["onboard", {"do": "openTab", "tab": "plans"}],
                   "when": [{"do": "acknowledge", "after": "56ms"}, {"do": "logOut", "after": "1ms"},
                            {"do": "logIn", "account": 1}]}}
        """),
    PastFind(
      name: "an error of a form's read during a save is not an error of the save",
      text: """
        {"seed": 7059, "backend": {"requestTimeout": "450ms"},
         "story": {"given": ["onboard", {"do": "rest", "after": "224988ms"}, {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "openEdit"}, {"do": "typeEdit", "name": "Ann 1", "after": "2ms"},
                            {"do": "saveEdit", "after": "3ms"}, {"do": "closeEdit", "after": "6ms"},
                            {"do": "openEdit", "after": "2ms", "until": "tabSettled"},
                            {"do": "closeEdit", "after": "5215ms", "until": "uploadsSettled"}]}}
        """),
    PastFind(
      name: "another task may have more photos than a deletion leaves",
      text: """
        {"seed": 496,
         "story": {"given": ["skipThrough", {"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 2}],
                   "when": [{"do": "deletePhoto", "index": 1, "after": "227ms"}, {"do": "closePhotos", "after": "1768ms"},
                            {"do": "openPhotos", "task": 2, "after": "29ms"},
                            {"do": "pickPhotos", "count": 2, "after": "236ms"}]}}
        """),
    PastFind(
      name: "a form is not filled with older data than the app has received",
      text: """
        {"backend": {"serviceByEndpoint": {"update-profile": {"constant": {"value": "2s"}}}},
         "faults": [{"kind": "reorder", "endpoints": ["profile"], "delay": "3s", "times": 4}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "mealsPerDay": 5, "until": "editReady"}, "saveEdit",
                            {"do": "closeEdit", "after": "100ms"}, {"do": "openEdit", "after": "100ms"},
                            {"do": "openEdit", "after": "2500ms"}]}}
        """),
    PastFind(
      name: "an export clears the tab's earlier error",
      text: """
        {"faults": [{"kind": "error", "status": 503, "endpoints": ["profile"], "times": 1}],
         "story": {"given": ["onboard"],
                   "when": [{"do": "openTab", "tab": "profile"}, {"do": "exportData", "after": "5s"}]}}
        """),
    PastFind(
      name: "a log-out of an account that another phone deleted finds no session",
      text: """
        {"story": {"devices": 2,
                   "given": ["onboard", {"do": "signInHere", "on": 2}, {"do": "openTab", "tab": "profile"}],
                   "when": ["deleteAccount", {"do": "logOut", "on": 2, "after": "4s"}]}}
        """),
    PastFind(
      name: "a person can log out while the account is being deleted",
      text: """
        {"backend": {"serviceByEndpoint": {"delete-account": {"constant": {"value": "5s"}}}},
         "story": {"given": ["skipThrough", {"do": "openTab", "tab": "profile"}],
                   "when": ["deleteAccount", {"do": "logOut", "after": "1s"}]}}
        """),
    PastFind(
      name: "the revision of an export shows that another phone has acknowledged",
      text: """
        {"story": {"devices": 2,
                   "given": ["onboard", {"do": "signInHere", "on": 2}, {"do": "openTab", "tab": "profile"},
                             {"do": "openTab", "tab": "plans", "on": 2}],
                   "when": [{"do": "acknowledge", "on": 2}, {"do": "exportData", "after": "1s"}]}}
        """),
    PastFind(
      name: "photos from before an account's deletion are no longer stored",
      text: """
        {"seed": 82001626, "backend": {"requestTimeout": "512ms"},
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "pullToRefresh", "after": "1ms"}, "deleteAccount",
                            {"do": "openPhotos", "task": 3, "after": "360ms"}, {"do": "pickPhotos", "count": 2}]}}
        """),
    PastFind(
      name: "replies from before an account's deletion say nothing about later data",
      text: """
        {"story": {"given": ["skipThrough", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "mealsPerDay": 4, "until": "editReady"}, "saveEdit",
                            {"do": "deleteAccount", "after": "1590ms"}]}}
        """),
    PastFind(
      name: "an acknowledgment that was stored before an account's deletion may be reported after it",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "deleteAccount", "after": "722ms"}, {"do": "openTab", "tab": "plans", "after": "1s"},
                            {"do": "acknowledge", "after": "1ms"}]}}
        """),
    PastFind(
      name: "a launch shows no tabs until it knows whether onboarding was answered",
      text: """
        {"seed": 249006908,
         "backend": {"network": {"lognormal": {"median": "3588ms", "sigma": 0.3}}, "requestTimeout": "7501ms",
                     "service": {"lognormal": {"median": "344ms", "sigma": 0.1}},
                     "serviceByEndpoint": {"sign-up": {"lognormal": {"median": "8ms", "sigma": 1.3}}}},
         "story": {"devices": 2, "given": ["skipThrough", "terminate"],
                   "when": [{"do": "launch", "after": "4ms"}, {"do": "openPhotos", "task": 3}]}}
        """),
    PastFind(
      name: "a plan request that waited for a token is not sent once metrics must be acknowledged",
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
    PastFind(
      name: "a plan request that waited for a token is not sent after a failed read of the metrics",
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
    PastFind(
      name: "a refused plan shows no review that another phone has acknowledged meanwhile",
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
    PastFind(
      name: "a late reply to a save undoes no later write of another phone",
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
    PastFind(
      name: "a log-out's reply may arrive after the account was deleted and opened again",
      text: """
        {"story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "deleteAccount", "after": "18ms"}, {"do": "logOut", "after": "4ms"},
                            {"do": "logIn", "account": 1, "after": "10ms"}]}}
        """),
    PastFind(
      name: "a form keeps what was typed before a refused save",
      text: """
        {"seed": 250510009, "backend": {"network": {"constant": {"value": "1258ms"}}, "requestTimeout": "4695ms"},
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": ["openEdit", {"do": "typeEdit", "add": "halal", "mealsPerDay": 7, "until": "editReady"},
                            {"do": "saveEdit", "after": "261ms"}, {"do": "closeEdit", "after": "21ms"},
                            {"do": "openEdit", "after": "6ms"},
                            {"do": "typeEdit", "add": "vegan", "after": "10ms", "until": "editReady"},
                            {"do": "saveEdit", "until": "signedOut"}]}}
        """),
    PastFind(
      name: "the reply to a repeated acknowledgment states the time of its first attempt",
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
    PastFind(
      name: "a read of metrics that waits for a token keeps the earlier metrics",
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
    PastFind(
      name: "a repeated save is refused because its first attempt arrives in between",
      text: """
        {"seed": 270003984, "backend": {"requestTimeout": "2821ms"},
         "faults": [{"kind": "duplicate", "endpoints": ["profile", "update-profile"], "times": 6}],
         "story": {"given": ["onboard", {"do": "openTab", "tab": "profile"}],
                   "when": [{"do": "deleteHealthData", "after": "623ms"}, {"do": "openEdit", "after": "2087ms"},
                            {"do": "typeEdit", "until": "editReady", "name": "Ann 1", "mealsPerDay": 2},
                            {"do": "saveEdit", "after": "1ms"},
                            {"do": "rest", "until": "saveSettled", "after": "1ms"}]}}
        """),
    PastFind(
      name: "a save that was found stored has not failed in part, whatever a later read shows",
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
}
