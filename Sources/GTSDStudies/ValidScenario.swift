package import GTSDModel

/// Stops the program if a scenario that was built in code has values that no scenario file could contain, and prints
/// the problems.
package func requireValid(_ scenario: Scenario) {
  do {
    try scenario.validate()
  } catch {
    preconditionFailure("the scenario \(scenario.name) is not valid:\n\(error)")
  }
}
