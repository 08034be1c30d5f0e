import Documents
public import Foundation
import GTSDFields
import GTSDModel

extension Report {
  /// The reason why a file is not a report.
  public enum ReadingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is not JSON, or not a valid report: line and column of the first problem, from 1, and its path.
    case malformed(line: Int, column: Int, path: String, reason: String)
    /// The text is a scenario, for the command of this name.
    case scenario(command: String)
    /// The text is one shard of a study, which is merged with the others first.
    case shard
    /// The report has a format version that this program does not know.
    case unknownVersion(Int)

    /// The error in one line, for people.
    public var description: String {
      switch self {
      case .malformed(let line, let column, let path, let reason): "\(line):\(column): \(path): \(reason)".onOneLine
      case .scenario(let command): "this is a scenario, not a report; `gtsd-sim \(command)` takes it"
      case .shard: "this is one shard of a study; merge it with the others first: `gtsd-sim merge`"
      case .unknownVersion(let version):
        "report format version \(version) is unknown; this program reads version \(Report.currentFormatVersion)"
      }
    }

    /// The error in one line, with the file and the remedy.
    ///
    /// - Parameters:
    ///   - path: the file's path, `-` for standard input.
    ///   - isPart: whether the file was to be a shard, for merging.
    package func description(in path: String, isPart: Bool = false) -> String {
      let file = path == "-" ? "(standard input)" : path
      switch self {
      case .malformed where isPart:
        return "\(file):\(self); name a \(ShardFile.name) that a command wrote with --shard, or run the shard again"
      case .malformed: return "\(file):\(self); name a report.json that a command wrote with --output"
      case .scenario(let command):
        return "\(file): this is a scenario, not a report; `gtsd-sim \(command) \(path)` makes a report of it"
      case .shard, .unknownVersion: return "\(file): \(self)"
      }
    }
  }

  /// Reads a report written by ``json``. Unknown keys are ignored.
  public init(json data: Data) throws(ReadingError) {
    struct Header: Decodable { var formatVersion: Int }
    do {
      let version = try JSONDecoder().decode(Header.self, from: data).formatVersion
      guard version == Self.currentFormatVersion else { throw ReadingError.unknownVersion(version) }
      self = try JSONDecoder().decode(RecordReading<Report>.self, from: data).value
    } catch let error as ReadingError {
      throw error
    } catch {
      throw ReadingError(error, in: Array(data))
    }
  }
}

extension Report.ReadingError {
  /// Describes the problem and its place in the text, which decoding errors do not contain.
  fileprivate init(_ error: any Error, in bytes: [UInt8]) {
    if ShardFile.isOne(Data(bytes)) {
      self = .shard
      return
    }
    var node: JSONNode
    do {
      node = try JSONReader.read(bytes: bytes, limit: .max)
    } catch {
      self = .malformed(line: error.line, column: error.column, path: "$", reason: "not JSON: \(error.message)")
      return
    }
    if node.members?.isEmpty == false, node["formatVersion"] == nil, let scenario = try? Scenario.parse(bytes: bytes) {
      self = .scenario(command: scenario.story != nil ? "explore" : scenario.load != nil ? "load" : "run")
      return
    }
    let impossible = error as? ImpossibleValue
    let error = error as? DecodingError
    var path = "$"
    for key in impossible?.path ?? error?.context?.codingPath ?? [] {
      path = key.intValue.map { "\(path)[\($0)]" } ?? JSONPath.appending(key.stringValue, to: path)
      let element = key.intValue.flatMap { index in
        node.elements.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      }
      node = element ?? node[key.stringValue] ?? node
    }
    // A problem without a place of its own is reported at the beginning of the document.
    var place = (line: 1, column: 1)
    if case .file(let line, let column) = node.origin { place = (line, column) }
    let reason =
      impossible.map { "no report has this: \($0.reason)" }
      ?? "not a report: \(error?.reason(path: path, found: node.described) ?? "unreadable")"
    self = .malformed(line: place.line, column: place.column, path: path, reason: reason)
  }
}

extension DecodingError {
  fileprivate var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  /// A description of the problem, since decoding errors name Swift's types.
  fileprivate func reason(path: String, found: String) -> String {
    switch self {
    case .keyNotFound(let key, _): return "the key \"\(key.stringValue)\" is missing"
    case .typeMismatch(let type, _), .valueNotFound(let type, _):
      return "expected \(Self.name(of: type)); found \(found)"
    case .dataCorrupted where path == "$": return "comments and trailing commas are for scenarios only"
    case .dataCorrupted(let context) where context.debugDescription.hasPrefix("expected one of"):
      return "\(context.debugDescription); found \(found)"
    case .dataCorrupted: return "\(found) is not an allowed value here"
    @unknown default: return "unreadable"
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: "a number"
    case is [String: Any].Type: "an object"
    case is [Any].Type: "a list"
    default: "a value"
    }
  }
}
