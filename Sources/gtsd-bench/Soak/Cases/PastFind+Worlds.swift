extension PastFind {
  /// Populations in which `correct` once broke an invariant, or an oracle reported that it did.
  package static let worlds = [
    PastFind(
      name: "a refused read does not reveal that a save conflicted with its own first attempt",
      text: """
        {"seed": 508045, "horizon": "240h",
         "faults": [{"kind": "latency", "added": {"lognormal": {"median": "12601ms", "sigma": 0.5}},
           "endpoints": ["tasks-today", "update-profile"], "probability": 0.1, "from": "110314ms", "until": "26297198ms"},
           {"kind": "duplicate", "probability": 0.1, "from": "11734ms", "until": "30457ms"},
           {"kind": "brown-out", "capacity": 0.6, "from": "875187ms", "until": "1041352ms"},
           {"kind": "error", "status": 503, "endpoints": ["profile", "streak"], "probability": 0.95},
           {"kind": "latency", "added": {"constant": {"value": "5398ms"}}, "endpoints": ["confirm-photo", "refresh"],
            "probability": 0.95}],
         "population": {"memory": null, "size": 13, "personas": [{"name": "anybody", "decisions": {"background": 0.9, "editProfile": 1,
           "deleteHealthData": 0.4, "exportData": 0.3, "completeTask": 0.5, "uploadPhotos": 1, "invalidPhoto": 0.5},
           "timings": {"firstLookAtHome": {"constant": {"value": "76924ms"}},
             "tabDwell": {"lognormal": {"median": "3057ms", "sigma": 0.4}}, "patience": {"constant": {"value": "9425ms"}}}}]},
         "backend": {"network": {"lognormal": {"median": "1ms", "sigma": 0.9}}, "service": {"exponential": {"mean": "1113ms"}},
           "accessTokenLifetime": "24183ms", "requestTimeout": "31090ms", "lossRate": 0.4}}
        """),
    PastFind(
      name: "a session that a gateway ended was not ended by the server's reply to another delivery of the renewal",
      text: """
        {"seed": 440134, "generation": "correct",
         "faults": [{"kind": "duplicate", "probability": 0.6}, {"kind": "error", "status": 403, "probability": 0.1}],
         "population": {"memory": null, "size": 37, "personas": [{"name": "anybody"}]},
         "backend": {"network": {"lognormal": {"median": "1493ms", "sigma": 1}}, "accessTokenLifetime": "7465ms"}}
        """),
    PastFind(
      name: "Home does not show a cached summary after a launch in which none was received",
      text: """
        {"seed": 240707, "faults": [{"kind": "error", "status": 404, "probability": 0.3}],
         "population": {"memory": null, "size": 4, "personas": [{"name": "anybody", "decisions": {"useSecondDevice": 0.7}}]}}
        """, sets: ["generation.summary.cache=day"]),
    PastFind(
      name: "answers that are tapped while others are in progress need not appear in a read",
      text: """
        {"seed": 4219, "population": {"size": 25,
           "personas": [{"name": "anybody", "decisions": {"skipOnboarding": 1}}],
           "memory": {"fading": 2, "oneVisit": 1, "sleep": "11h",
             "reaction": {"lognormal": {"median": "5552ms", "sigma": 1.2}}},
           "reminders": {"after": "3222ms", "every": "1749894ms", "most": 2, "reach": 0.4, "response": 1}},
         "backend": {"network": {"lognormal": {"median": "3996ms", "sigma": 1}}, "accessTokenLifetime": "15984ms"}}
        """),
    PastFind(
      name: "a second save after further typing has its own intent",
      text: """
        {"seed": 102241,
         "faults": [{"kind": "error", "status": 413, "endpoints": ["acknowledge", "profile"], "probability": 0.3}],
         "population": {"memory": null, "size": 23, "personas": [{"name": "anybody",
           "decisions": {"retryAfterError": 1, "editProfile": 0.3}}]},
         "backend": {"network": {"lognormal": {"median": "1ms", "sigma": 0.9}}, "lossRate": 0.4,
           "serviceByEndpoint": {"profile": {"exponential": {"mean": "9ms"}}}}}
        """),
    PastFind(
      name: "a tap on Save during a save saves nothing",
      text: """
        {"seed": 171412, "population": {"memory": null, "size": 56, "personas": [{"name": "anybody",
           "decisions": {"refreshPlan": 0.6, "switchAccount": 0.3, "useSecondDevice": 0.7},
           "timings": {"editForm": {"constant": {"value": "103ms"}},
             "sessionGap": {"lognormal": {"median": "27ms", "sigma": 0.8}}}}]},
         "backend": {"serviceByEndpoint": {"update-profile": {"lognormal": {"median": "6540ms", "sigma": 1.1}}}}}
        """),
    PastFind(
      name: "a form that is closed and reopened during a renewal repeats its request once",
      text: """
        {"seed": 171618, "horizon": "240h", "population": {"memory": null, "size": 36, "personas": [{"name": "anybody",
           "decisions": {"pullToRefresh": 0.1, "editProfile": 1}}]},
         "backend": {"network": {"lognormal": {"median": "3002ms", "sigma": 0.8}}, "accessTokenLifetime": "2301ms"}}
        """),
    PastFind(
      name: "a granted acknowledgment reveals the same as a read",
      text: """
        {"seed": 100941, "horizon": "240h", "faults": [{"kind": "reply-lost", "probability": 0.3}],
         "population": {"memory": null, "size": 1, "personas": [{"name": "anybody",
           "decisions": {"useSecondDevice": 1, "editProfile": 1},
           "timings": {"considerCard": {"constant": {"value": "21ms"}},
             "editForm": {"lognormal": {"median": "4946ms", "sigma": 1.2}}}}]}}
        """),
    PastFind(
      name: "the model stops checking after a write with a token that it has forgotten",
      text: """
        {"seed": 103605, "horizon": "240h", "faults": [{"kind": "duplicate", "probability": 0.6}],
         "population": {"memory": null, "size": 7, "personas": [{"name": "anybody", "decisions": {"visitTasks": 0},
           "timings": {"readMetrics": {"constant": {"value": "5279ms"}}}}]},
         "backend": {"network": {"exponential": {"mean": "631ms"}}, "errorRate": 0.4, "lossRate": 0.4,
           "service": {"lognormal": {"median": "1715ms", "sigma": 0.9}}, "accessTokenLifetime": "2240ms"}}
        """),
    PastFind(
      name: "a phone's token stays known however many other tokens are issued",
      text: """
        {"seed": 142542, "generation": "correct",
         "faults": [{"kind": "latency", "added": {"lognormal": {"median": "28637ms", "sigma": 0.0}}, "probability": 0.6},
                    {"kind": "duplicate", "probability": 0.95}],
         "population": {"memory": null, "size": 21, "personas": [{"name": "anybody",
           "decisions": {"visitTasks": 0, "burstSwitches": 3},
           "timings": {"burstGap": {"constant": {"value": "740475ms"}},
             "sessionGap": {"exponential": {"mean": "11109ms"}}}}]},
         "backend": {"network": {"exponential": {"mean": "661ms"}}, "requestTimeout": "1867ms", "lossRate": 0.05}}
        """),
    PastFind(
      name: "a load of a plan continues after Plans was left and during a renewal",
      text: """
        {"seed": 18, "population": {"memory": null, "size": 36, "personas": [{"name": "anybody"}]},
         "backend": {"serviceByEndpoint": {"today-metrics": {"lognormal": {"median": "242ms", "sigma": 0.5}}},
           "accessTokenLifetime": "1507ms"}}
        """),
    PastFind(
      name: "a refused save shows that a late reply to an acknowledgment is outdated",
      text: """
        {"seed": 74, "faults": [{"kind": "duplicate", "endpoints": ["me", "today-metrics", "update-profile"],
           "probability": 0.6, "from": "1351ms", "until": "28987864ms"}],
         "population": {"memory": null, "size": 22, "arrival": {"uniform": {"over": "250s"}}, "personas": [{"name": "anybody",
           "decisions": {"visitStreaks": 1, "editProfile": 0.6, "uploadPhotos": 0.9, "burstSwitches": 46},
           "timings": {"firstLookAtHome": {"constant": {"value": "31ms"}}}}]},
         "backend": {"service": {"lognormal": {"median": "7589ms", "sigma": 0.8}}, "lossRate": 0.05}}
        """),
    PastFind(
      name: "an edit back to the inputs of the newest row computes no new row",
      text: """
        {"seed": 160358, "horizon": "240h",
         "population": {"memory": null, "size": 29, "personas": [{"name": "anybody", "decisions": {"deleteHealthData": 0.3},
           "timings": {"editForm": {"exponential": {"mean": "225ms"}}}}]}}
        """),
    PastFind(
      name: "Home's cached summary is from before the profile was completed",
      text: """
        {"seed": 810002, "population": {"memory": null, "size": 60, "personas": [{"name": "anybody"}]}}
        """, sets: ["generation.summary.cache=day"]),
    PastFind(
      name: "a save that fails after its form was closed leaves no note that anybody sees",
      text: """
        {"seed": 124000012, "horizon": "240h",
         "population": {"memory": null, "size": 2, "personas": [{"name": "anybody",
           "decisions": {"useSecondDevice": 1, "deleteHealthData": 1},
           "timings": {"patience": {"exponential": {"mean": "904ms"}}}}]}}
        """),
    PastFind(
      name: "a read of Profile precedes a deletion, and the tab was left before the read's other reply",
      text: """
        {"seed": 364000011, "horizon": "240h",
         "population": {"memory": null, "size": 18, "timeZones": [{"offset": "-330m", "share": 3},
             {"offset": "120m", "share": 1}, {"offset": "270m", "share": 2}],
           "personas": [{"name": "anybody", "decisions": {"abandonOnboarding": 0.4, "pullElsewhere": 1,
             "useSecondDevice": 1, "editPreferences": 1, "deleteHealthData": 0.9}}]},
         "backend": {"network": {"exponential": {"mean": "90ms"}}, "accessTokenLifetime": "173936ms"}}
        """),
  ]
}
