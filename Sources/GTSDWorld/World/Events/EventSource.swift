/// A place in our sources that an event comes from.
package struct EventSource: Sendable {
  /// Module and file, as in `GTSDSim/Device+Metrics.swift`.
  package var file: StaticString
  package var line: UInt32

  package init(file: StaticString, line: UInt32) {
    self.file = file
    self.line = line
  }
}
