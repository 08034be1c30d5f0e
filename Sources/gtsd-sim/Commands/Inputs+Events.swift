import Foundation
import GTSDCommandLine
import GTSDLogs
import GTSDModel
import GTSDSim
import GTSDStudies

extension Inputs {
  /// The number of bytes that are read at once.
  private static let chunk = 1 << 20

  /// The map of `--map`, with the format of `--from`. Without a map, names are used as they are.
  static func eventMap(_ arguments: ParsedArguments) throws(CommandFailure) -> EventMap {
    var map = EventMap()
    if let path = arguments[text: .map] {
      do {
        map = try EventMap(json: Array(try data(of: path)))
      } catch let failure as CommandFailure {
        throw failure
      } catch {
        throw CommandFailure(code: .invalidInput, message: "\(path): \(error)")
      }
    }
    if let name = arguments[text: .from] { map.export = EventExport(rawValue: name) }
    return map
  }

  /// Reads an event file piece by piece, until its end or until the body wants no more. A path of - is standard input.
  ///
  /// - Parameter body: receives the next piece, the number of bytes read and the total, nil for standard input; returns
  ///   whether to continue.
  static func readPieces(
    _ path: String, _ console: Console, _ body: (Data, _ done: Int, _ all: Int?) -> Bool
  ) throws(CommandFailure) {
    guard path != "-" else {
      var done = 0
      console.readInput { data in
        done += data.count
        return body(data, done, nil)
      }
      return
    }
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
    guard exists, !isDirectory.boolValue, let handle = FileHandle(forReadingAtPath: path) else {
      throw CommandFailure(code: .missingInput, message: "\(path): \(UnreadableFile.reason(path))")
    }
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    var done = 0
    do {
      while let data = try handle.read(upToCount: chunk), !data.isEmpty {
        done += data.count
        if !body(data, done, max(size, done)) { break }
      }
      try handle.close()
    } catch {
      throw CommandFailure(code: .missingInput, message: "\(path): cannot be read to its end")
    }
  }
}
