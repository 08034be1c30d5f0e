/// Buttons that are on only in some states of their view.
package struct ScreenButtons: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The edit form's Save.
  package static let save = ScreenButtons(rawValue: 1)
  /// The refresh in the toolbar of Plans.
  package static let refreshPlan = ScreenButtons(rawValue: 2)
}
