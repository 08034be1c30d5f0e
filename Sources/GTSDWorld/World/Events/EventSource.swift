/// A place in this package's source code that an event comes from.
package struct EventSource: Sendable {
  /// Module and file, as in `GTSDSim/Device+Metrics.swift`.
  package var file: StaticString
  package var line: UInt32
  /// Whether the code at this line decided something. False for code that only sends a reply.
  package var isDecisive: Bool

  package init(file: StaticString, line: UInt32, isDecisive: Bool = true) {
    self.file = file
    self.line = line
    self.isDecisive = isDecisive
  }
}
