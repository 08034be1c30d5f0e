import GTSDFields
import GTSDModel
import GTSDSim
import GTSDStudies

/// The reason why an order from a page is refused, with the fields that are wrong.
struct StudioRefusal: Error, Sendable {
  var status = 400
  var message: String
  /// The problems, each with its path in the request or in the scenario.
  var problems: [(path: String, message: String)] = []

  init(status: Int = 400, _ message: String, at path: String? = nil) {
    self.status = status
    self.message = message
    problems = path.map { [($0, message)] } ?? []
  }

  init(_ error: ScenarioFileError) {
    switch error {
    case .unreadable(let path, let reason):
      self.init(status: 404, "\(path): \(reason)", at: "$.scenario")
    case .unknown:
      self.init(status: 404, error.description, at: "$.scenario")
    case .invalid(_, let error): self.init(error)
    }
  }

  init(_ error: ScenarioError) {
    message = error.problems.map(\.description).joined(separator: "\n")
    problems = error.problems.map { problem in
      (problem.path, problem.remedy.map { "\(problem.message); \($0)" } ?? problem.message)
    }
  }

  var node: JSONNode {
    .object([
      ("message", .string(message)),
      (
        "problems",
        .array(problems.map { .object([("path", .string($0.path)), ("message", .string($0.message))]) })
      ),
    ])
  }
}
