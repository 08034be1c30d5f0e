import GTSDStudies

/// A process of `gtsd-sim serve` with one user who has metrics for today.
final class BenchmarkServer {
  let url: String
  private(set) var token = ""
  let process: BenchmarkProcess

  /// Starts the server on its core, and prepares the person.
  ///
  /// - Parameter executable: the path of this program.
  init(_ executable: String) throws(BenchmarkFailure) {
    process = try BenchmarkProcess(executable, ["serve", "--port", "0", "--quiet"], on: .server)
    let line = process.firstLine()
    guard let url = line.split(separator: " ").last, url.hasPrefix("http://") else {
      throw BenchmarkFailure("\(executable) serve said: \(line)")
    }
    self.url = String(url)
    token = try BenchmarkLoad.existingUser(self.url)
  }

  func end() { process.end() }
}
