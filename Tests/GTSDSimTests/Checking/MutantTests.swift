import GTSDModel
import Testing

@testable import GTSDBench
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorlds

/// The table of mutants, and what notices a few of them.
struct MutantTests {
  @Test func theTableIsWhatItClaims() {
    let names = Mutant.all.map(\.name)
    #expect(Set(names).count == names.count && Set(Mutant.all).count == Mutant.all.count)
    #expect(names.first == "shows-one-more:home-tasks")
    #expect(names.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "-" || $0 == ":" } }, "\(names)")
    #expect(Mutant.all.count { $0.equivalence == nil } >= 60)
    #expect(Mutant.numbered(0) == nil && Mutant.numbered(1) == Mutant.all[0])
  }

  #if MUTANTS
    /// A story under `correct` with a mutant: the sites that differ.
    private static func sites(_ mutant: Mutant?, _ text: String, schedules: Int = 20) throws -> [String] {
      var scenario = try Scenario.parse(text, overrides: ScenarioOverrides(generation: "correct"))
      scenario.planted = mutant.map { Mutant.all.firstIndex(of: $0)! + 1 } ?? 0
      do {
        let fold = Exploration(scenario, schedules: schedules, jobs: 1).search(try StoryStage(scenario))
        return fold.sortedEntries.map(\.signature)
      } catch {
        return ["\(error)"]
      }
    }

    struct Case: Sendable, CustomTestStringConvertible {
      var mutant: Mutant
      var site: String
      var steps: String
      var faults = "[]"
      var phones = 1
      var given = #""onboard""#
      var testDescription: String { mutant.name }
    }

    static let cases = [
      Case(mutant: .showsOneMore(.homeSummary), site: "shown-other:home-summary", steps: #""pullToRefresh""#),
      Case(
        mutant: .hidesError(.streaksError), site: "error-not-shown:streaks-error",
        steps: #"{"do": "openTab", "tab": "streaks"}"#,
        faults: #"[{"kind": "error", "status": 500, "endpoints": ["streak"]}]"#),
      Case(
        mutant: .loadsNothing(.tasks), site: "load-never-began:tasks-today",
        steps: #"{"do": "openTab", "tab": "tasks"}"#
      ),
      Case(
        mutant: .movesAfter(.acknowledge), site: "moved-unasked:tab",
        steps: #"{"do": "openTab", "tab": "plans"}, {"do": "acknowledge", "until": "tabSettled"}"#),
      Case(
        mutant: .tellsOneMore(.howItWorks), site: "told-other:how-it-works", steps: #""pullToRefresh""#),
      Case(
        mutant: .reportsBefore(.acknowledge), site: "success-unfounded:acknowledge",
        steps: #"{"do": "openTab", "tab": "plans"}, {"do": "acknowledge", "until": "tabSettled"}"#),
      Case(
        mutant: .hidesError(.photosListError), site: "error-not-shown:photos-list-error",
        steps: #"{"do": "openPhotos", "task": 1}"#,
        faults: #"[{"kind": "error", "status": 503, "endpoints": ["photos"]}]"#),
      Case(
        mutant: .keepsSignInError, site: "shown-other:signed-in",
        steps: #"{"do": "logOut"}, {"do": "logIn", "account": 1, "after": "5s"}, "#
          + #"{"do": "logIn", "account": 1, "after": "5s"}, {"do": "logOut", "after": "5s"}, {"do": "rest", "after": "5s"}"#,
        faults: #"[{"kind": "error", "status": 503, "endpoints": ["log-in"], "times": 1}]"#),
      Case(
        mutant: .leavesProgress, site: "photo-progress",
        steps: #"{"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 2, "until": "tabSettled"}"#),
      Case(
        mutant: .reportsBefore(.photoUpload), site: "progress-unfounded",
        steps: #"{"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 1, "until": "tabSettled"}"#),
      Case(
        mutant: .hidesError(.signedIn), site: "error-not-shown:signed-in",
        steps: #""logOut", {"do": "logIn", "account": 1, "until": "signedOut"}"#,
        faults: #"[{"kind": "error", "status": 503, "endpoints": ["log-in"]}]"#),
      Case(
        mutant: .ignoresRetry, site: "load-never-began:acknowledge",
        steps: #"""
          {"do": "openTab", "tab": "plans"}, {"do": "acknowledge", "until": "tabSettled"},
          {"do": "retryAcknowledge", "until": "acknowledgeSettled", "after": "1s", "optional": true}
          """#,
        faults: #"[{"kind": "error", "status": 503, "endpoints": ["acknowledge"], "times": 1}]"#),
      Case(
        mutant: .skipsReload(.photos), site: "load-never-began:photos",
        steps: #"{"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 1, "after": "1s"}"#),
      Case(
        mutant: .skipsReload(.edit), site: "load-never-began:profile",
        steps: #"{"do": "openTab", "tab": "profile"}, "openEdit", {"do": "closeEdit", "until": "editReady"}"#),
      Case(
        mutant: .handsInNext, site: "sent-other:submit-evidence",
        steps: #"{"do": "openTab", "tab": "tasks"}, {"do": "completeTask", "task": 1, "until": "tabSettled"}"#),
      Case(
        mutant: .roundsWeight, site: "sent-other:update-profile",
        steps: #"""
          {"do": "openTab", "tab": "profile"}, "openEdit", {"do": "typeEdit", "weight": 71.4, "until": "editReady"},
          "saveEdit"
          """#),
      Case(
        mutant: .keepsSession, site: "success-unfounded:log-in",
        steps: #""logOut", {"do": "terminate", "until": "signedOut"}, {"do": "launch", "after": "1s"}"#),
      Case(
        mutant: .removesLast, site: "shown-other:photos-picked",
        steps: #"""
          {"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 5, "after": "1s"},
          {"do": "removePhoto", "index": 3, "after": "100ms"}
          """#),
      Case(
        mutant: .halvesSizes, site: "told-other:upload-photo",
        steps: #"{"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 1, "after": "1s"}"#),
      Case(
        mutant: .undoesRepeats, site: "told-other:tasks-today",
        steps: #"""
          {"do": "openTab", "tab": "tasks"}, {"do": "completeTask", "task": 1, "until": "tabSettled"},
          {"do": "completeTask", "task": 1, "after": "3s"},
          {"do": "pullToRefresh", "after": "3s"}
          """#),
      Case(
        mutant: .goesOnAfterLeaving, site: "sent-unasked:generate-plan",
        steps: #"""
          {"do": "openTab", "tab": "plans"}, {"do": "acknowledge", "until": "tabSettled"},
          {"do": "openTab", "tab": "profile", "after": "5s"}, {"do": "openEdit", "after": "3s"},
          {"do": "typeEdit", "targetDays": 60, "until": "editReady"}, {"do": "saveEdit"}, {"do": "rest", "after": "5s"},
          {"do": "openTab", "tab": "plans"}, {"do": "openTab", "tab": "tasks", "after": "5ms"}
          """#),
      Case(
        mutant: .forgets(.deleteAccount), site: "decided-other:streak",
        steps: #"""
          {"do": "openTab", "tab": "profile"}, {"do": "deleteAccount", "after": "5s"},
          {"do": "signUp", "account": 1, "until": "signedOut"}
          """#),
      Case(
        mutant: .keepsDeleted, site: "told-other:today-metrics",
        steps: #"""
          {"do": "openTab", "tab": "profile"}, {"do": "deleteAccount", "after": "5s"},
          {"do": "signUp", "account": 1, "until": "signedOut"}, {"do": "skipOnboarding", "until": "signedIn"},
          {"do": "openTab", "tab": "profile", "until": "onboarded"}
          """#),
      Case(
        mutant: .repeatsLastRequest, site: "success-unfounded:edit-save",
        steps: #"""
          {"do": "openTab", "tab": "profile"}, "openEdit",
          {"do": "typeEdit", "name": "Robin", "weight": 71.4, "until": "editReady"}, "saveEdit"
          """#,
        faults: #"[{"kind": "timeout", "endpoints": ["update-basic-profile"], "times": 1}]"#),
      Case(
        mutant: .summarizesOncePerPhone, site: "load-never-began:how-it-works",
        steps: #"""
          {"do": "logOut", "after": "1s"}, {"do": "signUp", "account": 2, "until": "signedOut"},
          {"do": "completeOnboarding", "until": "signedIn"}
          """#),
      Case(
        mutant: .keepsPartStored, site: "shown-other:edit-part-stored",
        steps: #"""
          {"do": "openTab", "tab": "profile"}, "openEdit",
          {"do": "typeEdit", "name": "Robin", "weight": 71.4, "until": "editReady"}, "saveEdit",
          {"do": "closeEdit", "until": "saveSettled"}, {"do": "openEdit", "after": "5s"}
          """#,
        faults: #"[{"kind": "error", "status": 503, "endpoints": ["update-profile"], "times": 1}]"#),
      Case(
        mutant: .bringsBackRemoved, site: "shown-other:edit-preferences",
        steps: #"""
          {"do": "openTab", "tab": "profile"}, "openEdit", {"do": "typeEdit", "add": "vegan", "until": "editReady"},
          "saveEdit", {"do": "closeEdit", "until": "saveSettled"}, {"do": "openEdit", "after": "2s"},
          {"do": "signInHere", "on": 2}, {"do": "openTab", "tab": "profile", "on": 2, "until": "signedIn"},
          {"do": "openEdit", "on": 2, "until": "tabSettled"},
          {"do": "typeEdit", "dietaryPreferences": [], "on": 2, "until": "editReady"}, {"do": "saveEdit", "on": 2},
          {"do": "typeEdit", "allergies": ["nuts"], "after": "5s"}, "saveEdit"
          """#, phones: 2),
      Case(
        mutant: .deletesOnce, site: "load-never-began:delete-account",
        steps: #"""
          {"do": "openTab", "tab": "profile"}, {"do": "deleteAccount", "until": "tabSettled"},
          {"do": "deleteAccount", "after": "20s"}, {"do": "rest", "after": "20s"}
          """#,
        faults: #"[{"kind": "error", "status": 503, "endpoints": ["delete-account"], "times": 1}]"#),
      Case(
        mutant: .exportsNothing, site: "load-never-began:export-data",
        steps: #"{"do": "openTab", "tab": "profile"}, {"do": "exportData", "until": "tabSettled"}"#),
      Case(
        mutant: .undoesPutOff, site: "shown-other:home-zero-state",
        steps: #"""
          {"do": "maybeLater", "until": "tabSettled"}, {"do": "openTab", "tab": "tasks", "after": "2s"},
          {"do": "openTab", "tab": "home", "after": "5s"}
          """#, given: #""skipThrough""#),
      Case(
        mutant: .keepsTab, site: "moved-unasked:tab",
        steps: #"""
          {"do": "openTab", "tab": "profile"}, {"do": "logOut", "until": "tabSettled"},
          {"do": "logIn", "account": 1, "until": "signedOut"}
          """#),
      Case(
        mutant: .reportsSkipAsCompleted, site: "success-unfounded:onboarding",
        steps: #"{"do": "openTab", "tab": "tasks"}"#, given: #""skipThrough""#),
      Case(mutant: .tellsHalfOfMe, site: "told-other:me", steps: #""terminate", {"do": "launch", "after": "1s"}"#),
      Case(
        mutant: .exchangesExpired, site: "decided-other:refresh",
        steps: #"{"do": "rest", "after": "200h"}, {"do": "pullToRefresh", "after": "1s"}"#),
      Case(
        mutant: .hidesChanges, site: "told-other:update-profile",
        steps: #"""
          {"do": "openTab", "tab": "profile"}, "openEdit", {"do": "typeEdit", "weight": 121, "until": "editReady"},
          "saveEdit"
          """#),
      Case(
        mutant: .sharesFileKey, site: "told-other:photos",
        steps: #"{"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 3, "until": "tabSettled"}"#),
      Case(
        mutant: .repeatsWithOldToken, site: "sent-with-old-token:tasks-today",
        steps: #"""
          {"do": "setClock", "by": "-3h"}, {"do": "rest", "after": "40m"}, {"do": "openTab", "tab": "tasks"},
          {"do": "rest", "after": "5s"}
          """#),
      Case(
        mutant: .renewsLate, site: "sent-with-old-token",
        steps: #"{"do": "rest", "after": "870s"}, "#
          + repeatElement(
            #"{"do": "openTab", "tab": "tasks", "after": "3s"}, {"do": "openTab", "tab": "streaks", "after": "3s"}"#,
            count: 8
          ).joined(separator: ", ")),
      Case(
        mutant: .keepsTypedFields, site: "sent-other:update-profile",
        steps: #"""
          {"do": "openTab", "tab": "profile"}, "openEdit", {"do": "typeEdit", "weight": 60, "until": "editReady"},
          "closeEdit", "openEdit", {"do": "typeEdit", "add": "vegan", "until": "editReady"}, "saveEdit"
          """#),
      Case(
        mutant: .sendsTooManyPixels, site: "sent-other:upload-photo",
        steps: #"""
          {"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 1, "pixels": 4097, "until": "tabSettled"}
          """#),
      Case(
        mutant: .skipsToLoseWeight, site: "sent-other:onboard", steps: #"{"do": "openTab", "tab": "tasks"}"#,
        given: #""skipThrough""#),
      Case(
        mutant: .forgetsLostSignUp, site: "load-never-began:log-in",
        steps: #"""
          {"do": "signUp", "account": 1}, {"do": "signUp", "account": 1, "again": true, "after": "90s"},
          {"do": "rest", "after": "20s"}
          """#, faults: #"[{"kind": "reply-lost", "endpoints": ["sign-up"], "times": 1}]"#, given: #""launch""#),
      Case(
        mutant: .keepsPhotoText, site: "shown-other:photos-error-text",
        steps: #"""
          {"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 1, "until": "tabSettled"},
          {"do": "retryPhotos", "until": "uploadsSettled", "after": "3s"}, {"do": "rest", "after": "5s"}
          """#, faults: #"[{"kind": "error", "status": 400, "endpoints": ["upload-photo"], "times": 1}]"#),
      Case(
        mutant: .keepsToast, site: "shown-other:toast",
        steps: #"""
          {"do": "openTab", "tab": "plans"}, {"do": "acknowledge", "until": "tabSettled"},
          {"do": "openTab", "tab": "home", "until": "acknowledgeSettled", "after": "1s"}
          """#),
      Case(
        mutant: .plansUnsound, site: "decided-other:generate-plan",
        steps: #"""
          {"do": "openTab", "tab": "profile"}, {"do": "openEdit", "until": "tabSettled"},
          {"do": "typeEdit", "weight": 25, "until": "editReady"}, "saveEdit", {"do": "closeEdit", "until": "saveSettled"},
          {"do": "openTab", "tab": "plans", "after": "1s"}, {"do": "acknowledge", "until": "tabSettled"},
          {"do": "rest", "after": "20s"}
          """#),
      Case(
        mutant: .reportsCardAgain, site: "reported-other:metrics-acknowledgment-card-viewed",
        steps: #"""
          {"do": "openTab", "tab": "tasks", "until": "cardOrZeroState", "after": "1s"},
          {"do": "openTab", "tab": "home", "after": "1s"}
          """#),
      Case(
        mutant: .keepsSource, site: "reported-other:metrics-acknowledged",
        steps: #"""
          {"do": "reviewCard", "until": "cardOrZeroState", "after": "1s"},
          {"do": "openTab", "tab": "home", "until": "tabSettled"}, {"do": "openTab", "tab": "plans", "after": "1s"},
          {"do": "acknowledge", "until": "tabSettled"}, {"do": "rest", "after": "5s"}
          """#),
      Case(
        mutant: .reportsHoursAsDays, site: "reported-other:zero-state-profile-completed",
        steps: #"""
          {"do": "terminate", "after": "1s"}, {"do": "launch", "after": "30h"},
          {"do": "completeProfile", "until": "cardOrZeroState", "after": "1s"},
          {"do": "completeOnboarding", "after": "1s"}, {"do": "exitSummary", "until": "sheetSettled", "after": "2s"}
          """#, given: #""skipThrough""#),
      Case(
        mutant: .reportsMissingMetrics, site: "reported-other:api-error", steps: #"{"do": "openTab", "tab": "plans"}"#,
        faults: #"[{"kind": "error", "status": 404, "endpoints": ["today-metrics"]}]"#),
      Case(
        mutant: .retriesForEver, site: "never-rests",
        steps: #"""
          {"do": "openPhotos", "task": 1}, {"do": "airplaneModeOn", "until": "tabSettled"},
          {"do": "pickPhotos", "count": 1}
          """#),
      Case(
        mutant: .refusesLargest, site: "load-never-began:upload-photo",
        steps: #"""
          {"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 1, "megabytes": 10, "until": "tabSettled"}
          """#),
      Case(
        mutant: .staysSignedIn, site: "shown-other:signed-in",
        steps: #"{"do": "rest", "after": "200h"}, {"do": "pullToRefresh", "after": "1s"}"#),
      Case(
        mutant: .sharesKeyOfPlans, site: "sent-again:generate-plan",
        steps: #"""
          {"do": "openTab", "tab": "plans"}, {"do": "acknowledge", "until": "tabSettled"},
          {"do": "refreshPlan", "until": "acknowledgeSettled", "after": "9s"}, {"do": "refreshPlan", "after": "9s"}
          """#),
      Case(
        mutant: .keepsOlderRevision, site: "sent-other:update-profile",
        steps: #"""
          {"do": "openTab", "tab": "profile"}, {"do": "openTab", "tab": "profile", "on": 2}, "openEdit",
          {"do": "openEdit", "on": 2, "until": "editReady", "after": "2s"},
          {"do": "typeEdit", "mealsPerDay": 5, "on": 2, "until": "editReady"}, {"do": "saveEdit", "on": 2},
          {"do": "rest", "on": 2, "until": "saveSettled", "after": "3s"},
          {"do": "typeEdit", "add": "vegan", "after": "10s"}, "saveEdit",
          {"do": "saveEdit", "until": "saveSettled", "after": "5s"}
          """#, phones: 2, given: #""onboard", {"do": "signInHere", "on": 2}"#),
      Case(
        mutant: .summarizesSkip, site: "moved-unasked:summary-sheet",
        steps: #"{"do": "signUp", "account": 1}, {"do": "skipOnboarding", "until": "signedIn"}"#, given: #""launch""#),
      Case(
        mutant: .refusesTakenAsInvalid, site: "decided-other:sign-up",
        steps: #"{"do": "signUp", "account": 1}, {"do": "signUp", "account": 1, "again": true, "after": "90s"}"#,
        faults: #"[{"kind": "reply-lost", "endpoints": ["sign-up"], "times": 1}]"#, given: #""launch""#),
      Case(
        mutant: .losesPatience, site: "waits-other:summary-sheet", steps: slowSummary, faults: summaryTakes("6s"),
        given: #""launch""#),
      Case(
        mutant: .waitsTooLong, site: "waits-other:summary-sheet", steps: slowSummary, faults: summaryTakes("25s"),
        given: #""launch""#),
      Case(
        mutant: .retriesOften, site: "sent-again:upload-photo",
        steps: #"""
          {"do": "openPhotos", "task": 1}, {"do": "airplaneModeOn", "until": "tabSettled"},
          {"do": "pickPhotos", "count": 1}, {"do": "rest", "until": "uploadsSettled"}
          """#),
      Case(
        mutant: .closesLate, site: "waits-other:edit-typed",
        steps: #"""
          {"do": "openTab", "tab": "profile"}, "openEdit",
          {"do": "typeEdit", "mealsPerDay": 5, "until": "editReady"}, "saveEdit", {"do": "rest", "after": "1m"}
          """#),
      Case(
        mutant: .clearsOthersError, site: "error-not-shown:photos-error",
        steps: #"""
          {"do": "openPhotos", "task": 1}, {"do": "pickPhotos", "count": 3},
          {"do": "rest", "until": "uploadsSettled", "after": "5s"}
          """#,
        faults: #"[{"kind": "error", "status": 503, "endpoints": ["upload-photo"], "times": 1}]"#),
      Case(
        mutant: .sendsToOpenTask, site: "photos-not-shown",
        steps: #"""
          {"do": "pickPhotos", "count": 1}, {"do": "closePhotos", "after": "1s"},
          {"do": "openPhotos", "task": 2, "after": "1s"},
          {"do": "retryPhotos", "until": "uploadsSettled", "after": "2s"}, {"do": "closePhotos", "after": "10s"},
          {"do": "openPhotos", "task": 1}, {"do": "retryPhotos", "until": "uploadsSettled", "after": "2s"},
          {"do": "closePhotos", "after": "10s"}, {"do": "openPhotos", "task": 2, "after": "1s"},
          {"do": "rest", "after": "5s"}
          """#,
        faults:
          #"[{"kind": "error", "status": 503, "endpoints": ["upload-photo"], "times": 1}, {"kind": "timeout", "endpoints": ["upload-photo"], "times": 1}]"#,
        given: #""onboard", {"do": "openPhotos", "task": 1}"#),
      Case(
        mutant: .roundsSecond, site: "decided-other:acknowledge",
        steps: #"""
          {"do": "completeOnboarding", "until": "signedIn", "after": "1700ms"},
          {"do": "exitSummary", "until": "sheetSettled", "after": "2s"},
          {"do": "pullToRefresh", "until": "tabSettled", "after": "9s"},
          {"do": "openTab", "tab": "plans", "until": "tabSettled", "after": "1s"},
          {"do": "acknowledge", "until": "tabSettled", "after": "1s"},
          {"do": "retryAcknowledge", "until": "acknowledgeSettled", "after": "3s"},
          {"do": "openTab", "tab": "home", "after": "3s"}, {"do": "rest", "after": "3s"}
          """#,
        given: #""launch", {"do": "signUp", "account": 1}"#),
      Case(
        mutant: .renewsAcknowledgment, site: "told-other:acknowledge",
        steps: #"""
          {"do": "acknowledge", "after": "1s"}, {"do": "acknowledge", "on": 2, "after": "30ms"},
          {"do": "rest", "after": "5s"}, {"do": "openTab", "tab": "home", "after": "1s"},
          {"do": "pullToRefresh", "on": 2, "until": "tabSettled", "after": "1s"},
          {"do": "rest", "on": 2, "after": "5s"}
          """#, phones: 2,
        given:
          #""onboard", {"do": "signInHere", "on": 2}, {"do": "openTab", "tab": "plans"}, {"do": "openTab", "tab": "plans", "on": 2}"#
      ),
      Case(
        mutant: .countsYears, site: "told-other:how-it-works",
        steps: #"""
          "pullToRefresh"
          """#),
    ]

    private static let slowSummary = #"""
      {"do": "signUp", "account": 1}, {"do": "completeOnboarding", "until": "signedIn"}, {"do": "rest", "after": "1m"}
      """#

    private static func summaryTakes(_ time: String) -> String {
      #"[{"kind": "latency", "endpoints": ["how-it-works"], "added": "\#(time)"}]"#
    }

    /// The model notices by itself, and says nothing of the sound program in the same story.
    @Test(arguments: Sample.of(cases, each: 2)) func theReferenceModelNotices(planted: Case) throws {
      let text = """
        {"faults": \(planted.faults), "story": {
          "devices": \(planted.phones), "given": [\(planted.given)], "when": [\(planted.steps), {"do": "rest", "after": "5s"}]}}
        """
      #expect(try Self.sites(nil, text, schedules: 8) == [])
      let found = try Self.sites(planted.mutant, text)
      #expect(found.contains { $0.contains("unclassified/" + planted.site) }, "\(found)")
    }
  #endif
}
