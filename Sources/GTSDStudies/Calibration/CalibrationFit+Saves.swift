import GTSDLogs
import GTSDModel

extension CalibrationFit {
  /// Fits the probabilities of edits. Some apps report different edits with the same event.
  mutating func fitEdits(_ app: Generation.Preferences, without reason: String?) {
    let path = "decisions.editPreferences"
    if let reason { return skip(path, reason) }
    let (preferences, first) = (tally[.preferences], tally[.firstSave])
    let (listed, bare) = (tally[.bodies], tally[.bareBodies])
    switch saves {
    case .every:
      fitBoth("", of: [listed, bare], first: first)
    case .ofFullLists:
      // The log does not show what was edited first, nor whether the edit could have sent an event.
      fitBoth(" while they have something in them", of: [listed], first: nil)
    case .ofPreferences:
      fitPreferences(
        [preferences, first],
        "`preferences_saved` in sessions after onboarding was answered; none has the lists of the one before, so that "
          + "nothing but an edit of preferences sends it. The scenario's app reports other saves too: the number of "
          + "saves is not compared.")
    case .unknown:
      fitPreferences(
        [preferences, first], "`preferences_saved` in sessions after onboarding was answered.")
    case .alike where LoggedSaves.isTyped(app):
      fitPreferences(
        [preferences, first, listed, bare],
        "`preferences_saved` in sessions after onboarding was answered. Every one of a person has the same lists, as in "
          + "the scenario's app, whose form is empty at first and sends the typed values.", status: .conditional)
    case .alike:
      // The events of an app that loses lists, or saves them with every form, do not show what was edited.
      let reason = "Every `preferences_saved` of a person has the same lists: no event shows what was edited."
      skip(path, reason)
      skip("decisions.editProfile", reason)
    }
  }

  /// Fits sessions with an edit of preferences, where nothing else sends its event.
  private mutating func fitPreferences(
    _ rates: [ClusteredRate], _ note: String, status: CalibratedParameter.Status = .fitted
  ) {
    let path = "decisions.editPreferences"
    // If the lists are known, a session is an occasion for either edit, and counts once.
    let count = SavesFit.Count(
      rates.reduce(0) { $0 + $1.successes }, of: rates.prefix(2).reduce(0) { $0 + $1.trials })
    guard count.trials >= 10 else { return skip(path, tooFew(count.trials)) }
    let effect = rates.map(\.designEffect).max() ?? 1
    add(
      path, share: count.share, error: (effect * count.variance).squareRoot(), events: count.successes,
      occasions: count.trials, note, status: status)
  }

  private mutating func fitBoth(_ condition: String, of bodies: [ClusteredRate], first: ClusteredRate?) {
    let paths = ["decisions.editPreferences", "decisions.editProfile"]
    let preferences = tally[.preferences]
    guard preferences.trials >= 10, let fit = tally.savesFit(saves) else {
      return skip(paths[0], tooFew(preferences.trials))
    }
    let effect = ([preferences] + bodies + (first.map { [$0] } ?? [])).map(\.designEffect).max() ?? 1
    let firsts = (first?.successes ?? 0, first?.trials ?? 0)
    let either = first == nil ? "" : "; a person's first save may be of either"
    add(
      paths[0], share: fit.preferences, error: (effect * fit.variances.preferences).squareRoot(),
      events: preferences.successes + firsts.0, occasions: preferences.trials + firsts.1,
      "`preferences_saved` with other lists than the save before\(either).")
    add(
      paths[1], share: fit.bodies, error: (effect * fit.variances.bodies).squareRoot(),
      events: bodies.reduce(0) { $0 + $1.successes } + firsts.0,
      occasions: bodies.reduce(0) { $0 + $1.trials } + firsts.1,
      "`preferences_saved` with the lists of the save before\(condition): this app sends one for weight and goal as "
        + "well\(either).")
  }
}

extension CalibrationTally {
  /// Fits edits of preferences and of the body where both send the same event; nil if they cannot be
  /// distinguished.
  func savesFit(_ saves: LoggedSaves) -> SavesFit? {
    let count = { (rates: [ClusteredRate]) in
      SavesFit.Count(rates.reduce(0) { $0 + $1.successes }, of: rates.reduce(0) { $0 + $1.trials })
    }
    switch saves {
    case .every:
      return SavesFit(
        preferences: count([self[.preferences]]), bodies: count([self[.bodies], self[.bareBodies]]),
        either: count([self[.firstSave]]))
    case .ofFullLists:
      return SavesFit(
        preferences: count([self[.preferences]]), bodies: count([self[.bodies]]), either: SavesFit.Count(0, of: 0))
    case .ofPreferences, .alike, .unknown:
      return nil
    }
  }
}
