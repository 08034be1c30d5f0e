import Documents
import Foundation
import GTSDCommandLine
import GTSDLogs
import GTSDModel
import GTSDSim
import Randomness

/// The directory of `--checkpoint`, where it keeps what was read of an event file.
struct ReadingFolder {
  let directory: String
  let folder: EventReader.Folder

  /// The number of the file's first bytes by which it is recognised, besides its size.
  private static let firstBytes = 1 << 20

  /// Opens the directory; nil without `--checkpoint`, and for standard input, which cannot be read again.
  init?(_ path: String, _ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) {
    guard let directory = arguments[text: .checkpoint], path != "-",
      let handle = FileHandle(forReadingAtPath: path), let size = try? handle.seekToEnd(),
      (try? handle.seek(toOffset: 0)) != nil, let first = try? handle.read(upToCount: Self.firstBytes)
    else { return nil }
    if mkdir(directory, 0o777) != 0, errno != EEXIST {
      throw CommandFailure(FileFailure(path: directory, errno: errno))
    }
    self.directory = directory
    let map = try arguments[text: .map].map { path throws(CommandFailure) in try Inputs.data(of: path) }
    folder = EventReader.Folder(
      directory,
      identity: [
        "version": GTSDSimVersion.current, "size": "\(size) bytes",
        "beginning": DigestText.make(XXH64.digest(of: Array(first))), "--from": arguments[text: .from] ?? "",
        "--map": map.map { DigestText.make(XXH64.digest(of: Array($0))) } ?? "",
      ])
  }

  /// Keeps other commands away from the directory while it is read.
  func lock(_ arguments: ParsedArguments) throws(CommandFailure) -> DirectoryLock {
    do throws(DirectoryLock.Refusal) {
      return try DirectoryLock(of: directory, owner: arguments.commandLine(of: .calibrate))
    } catch {
      throw CommandFailure(error, of: directory)
    }
  }

  /// A reader that continues from the directory.
  func reader(_ map: EventMap, _ console: Console) throws(CommandFailure) -> EventReader {
    do throws(EventReader.Refusal) {
      return try EventReader(map: map, memory: LogMemory(folder: directory), in: folder)
    } catch {
      throw CommandFailure(code: .invalidInput, message: error.description)
    }
  }
}
