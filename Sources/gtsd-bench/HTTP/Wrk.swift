import GTSDModel
import GTSDStudies
import HTTPLoop

/// The load generator wrk, with which others are compared.
struct Wrk {
  let path: String

  /// The figures that a client reached.
  struct Measure: Sendable {
    /// The requests per second.
    var requests: Double
    /// The processor time for each request, in seconds.
    var time: Double
  }

  /// Requests one page over a number of connections, as fast as replies arrive.
  func measure(_ url: String, connections: Int, seconds: Int, token: String) throws(BenchmarkFailure) -> Measure {
    let before = Machine.childrenTime
    let process = try BenchmarkProcess(
      path,
      ["-t1", "-c\(connections)", "-d\(seconds)s", "-H", "Authorization: Bearer \(token)", url], on: .client)
    let text = process.allOutput()
    let used = Machine.childrenTime - before
    guard let (count, rate) = Self.read(text), count > 0 else {
      throw BenchmarkFailure("wrk against \(url) said nothing that can be used: \(text.prefix(300))")
    }
    return Measure(requests: rate, time: used / Double(count))
  }

  /// The number of requests, and requests per second, from its output; nil if a request failed.
  static func read(_ text: String) -> (count: Int, rate: Double)? {
    var count: Int?
    var rate: Double?
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count > 3, words[1] == "requests", words[2] == "in" { count = Int(words[0]) }
      if words.count == 2, words[0] == "Requests/sec:" { rate = Double(words[1]) }
      if line.contains("Non-2xx") || line.contains("Socket errors") { return nil }
    }
    guard let count, let rate else { return nil }
    return (count, rate)
  }
}
