package import GTSDModel

/// A phone's published values and what its views draw: everything from which its screen follows.
///
/// There are two: the running app itself (`AppState`), at which people look, and `WatchedPhone`, which is made from
/// events.
package protocol PublishedPhone {
  var isRunning: Bool { get }
  var isInForeground: Bool { get }
  subscript(_ variable: StateVariable) -> Int64 { get }
  /// The sign-in screen: whether an attempt is in progress, and whether the latest one failed.
  var signIn: (isBusy: Bool, hasFailed: Bool) { get }
  /// The numbers of the metrics row that a view has drawn last.
  func metrics(of view: View) -> DrawnMetrics?
  /// The numbers of the summary that the sheet has shown last.
  var summaryNumbers: NutritionTargets? { get }
  /// The fields of the edit form.
  var fields: DrawnForm { get }
  /// The fields of the step of onboarding on screen.
  var answers: DrawnForm { get }
  /// The time at which the toast that was shown last ends by itself, in nanoseconds.
  var toastEnd: Int64 { get }
  /// Whether the error of an edit appeared while its form was open. Closing the form then removes the error.
  var isEditErrorOfForm: Bool { get }
  /// The preferences that a variable shows by their hash; nil if they are not known.
  func preferences(_ variable: StateVariable) -> DietPreferences?
  /// The number of the open task's picked photos that are in a state.
  func count(_ state: PhotoItemState) -> Int
  /// The visible progress of the open task's photos, in percent.
  var progressOfTask: [Int] { get }
}

extension PublishedPhone {
  /// Whether a Boolean variable is true.
  @inline(__always)
  func isOn(_ variable: StateVariable) -> Bool { self[variable] == 1 }

  /// The targets that a variable shows; nil if it shows none.
  @inline(__always)
  func targets(_ variable: StateVariable) -> StoryExpectation.Targets? {
    let value = self[variable]
    guard value >= 0 else { return nil }
    let shown = NutritionTargets(published: value)
    var targets = StoryExpectation.Targets()
    (targets.calories, targets.protein, targets.water) = (shown.calories, shown.protein, shown.water)
    return targets
  }
}
