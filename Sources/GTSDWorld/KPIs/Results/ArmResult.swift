/// The indicators of one arm of an experiment.
public struct ArmResult: Hashable, Sendable {
  /// The arm's name.
  public var name: String
  /// Whether the other arms are compared with this one.
  public var control: Bool
  /// The number of users assigned to the arm.
  public var users: Int
  /// The indicators over these users, with changes against control.
  public var kpis: [KPIResult]

  /// Creates the result of an arm.
  package init(name: String, control: Bool, users: Int, kpis: [KPIResult]) {
    self.name = name
    self.control = control
    self.users = users
    self.kpis = kpis
  }
}
