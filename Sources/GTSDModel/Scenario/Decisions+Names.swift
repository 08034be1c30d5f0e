import GTSDFields

extension Decisions {
  /// The probabilities by their name in scenario files; the factors of arms and forecasts apply to these.
  package static let probabilities: [(name: String, keyPath: any WritableKeyPath<Decisions, Probability> & Sendable)] =
    [
      ("skipOnboarding", \.skipOnboarding),
      ("abandonOnboarding", \.abandonOnboarding),
      ("doubleTapComplete", \.doubleTapComplete),
      ("completeAfterAbandon", \.completeAfterAbandon),
      ("readSummaryToEnd", \.readSummaryToEnd),
      ("expandSummary", \.expandSummary),
      ("exitSummaryByButton", \.exitSummaryByButton),
      ("exitSummaryBySwipe", \.exitSummaryBySwipe),
      ("continueAfterWait", \.continueAfterWait),
      ("followCard", \.followCard),
      ("dismissCard", \.dismissCard),
      ("goToPlansDirectly", \.goToPlansDirectly),
      ("acknowledge", \.acknowledge),
      ("doubleTapAcknowledge", \.doubleTapAcknowledge),
      ("retryAfterError", \.retryAfterError),
      ("refreshPlan", \.refreshPlan),
      ("completeProfile", \.completeProfile),
      ("maybeLater", \.maybeLater),
      ("finishProfile", \.finishProfile),
      ("pullToRefresh", \.pullToRefresh),
      ("pullDuringLoad", \.pullDuringLoad),
      ("visitTasks", \.visitTasks),
      ("visitStreaks", \.visitStreaks),
      ("visitProfile", \.visitProfile),
      ("pullElsewhere", \.pullElsewhere),
      ("tabBurst", \.tabBurst),
      ("background", \.background),
      ("switchAccount", \.switchAccount),
      ("useSecondDevice", \.useSecondDevice),
      ("editPreferences", \.editPreferences),
      ("clearPreferences", \.clearPreferences),
      ("editOtherFields", \.editOtherFields),
      ("editProfile", \.editProfile),
      ("typeDuringSave", \.typeDuringSave),
      ("lookAgain", \.lookAgain),
      ("correctAnswers", \.correctAnswers),
      ("leaveOpen", \.leaveOpen),
      ("deleteHealthData", \.deleteHealthData),
      ("exportData", \.exportData),
      ("deleteAccount", \.deleteAccount),
      ("completeTask", \.completeTask),
      ("filterTasks", \.filterTasks),
      ("uploadPhotos", \.uploadPhotos),
      ("retryPhoto", \.retryPhoto),
      ("addDuringUpload", \.addDuringUpload),
      ("invalidPhoto", \.invalidPhoto),
      ("deletePhoto", \.deletePhoto),
      ("complain", \.complain),
    ]

  /// The names of all probabilities.
  package static let probabilityNames = probabilities.map(\.name)

  /// These decisions in an arm: its factors applied, each result capped at 1.
  package func scaled(by factors: [DecisionFactor]) -> Decisions {
    var result = self
    for factor in factors {
      guard let keyPath = Self.probabilities.first(where: { $0.name == factor.decision })?.keyPath else {
        preconditionFailure("no decision \(factor.decision); scenario validation refuses it")
      }
      result[keyPath: keyPath].value = min(1, result[keyPath: keyPath].value * factor.factor)
    }
    return result
  }
}

extension Timings {
  /// The names of all timings in scenario files.
  package static let names = PersonaTable.timings.fields.map(\.info.name)
}
