package import GTSDModel

/// Stops the program with the problems of a scenario that was built in code and that no file could contain.
package func requireValid(_ scenario: Scenario) {
  do {
    try scenario.validate()
  } catch {
    preconditionFailure("the scenario \(scenario.name) is not valid:\n\(error)")
  }
}
