import Foundation
import GTSDModel
import GTSDSim

extension Inputs {
  /// Bytes read at once.
  private static let chunk = 1 << 20

  /// The map of `--map`; names as they are without one.
  static func eventMap(_ arguments: ParsedArguments) throws(CommandFailure) -> EventMap {
    guard let path = arguments[text: .map] else { return EventMap() }
    do {
      return try EventMap(json: Array(try data(of: path)))
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(code: .invalidInput, message: "\(path): \(error)")
    }
  }

  /// Hands over an event file piece by piece; - is standard input.
  static func readPieces(
    _ path: String, _ console: Console, _ body: (Data) -> Void
  ) throws(CommandFailure) {
    guard path != "-" else { return body(console.input()) }
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
    guard exists, !isDirectory.boolValue, let handle = FileHandle(forReadingAtPath: path) else {
      throw CommandFailure(code: .missingInput, message: "\(path): \(UnreadableFile.reason(path))")
    }
    do {
      while let data = try handle.read(upToCount: chunk), !data.isEmpty { body(data) }
      try handle.close()
    } catch {
      throw CommandFailure(code: .missingInput, message: "\(path): cannot be read to its end")
    }
  }
}
