import Foundation
import GTSDModel
import GTSDStudies
import HTTPLoop

/// An nginx of one process that answers every request of the contract with the same body, from its configuration.
struct Nginx {
  let url: String
  private let process: BenchmarkProcess
  private let directory: URL

  /// Starts nginx on the server's core. It listens when this returns.
  init(_ path: String, _ replies: [(endpoint: Endpoint, body: [UInt8])]) throws(BenchmarkFailure) {
    directory = FileManager.default.temporaryDirectory.appending(path: "gtsd-sim-nginx-\(getpid())")
    let port = try Self.freePort()
    url = "http://127.0.0.1:\(port)"
    let file = directory.appending(path: "nginx.conf")
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try Self.configuration(replies, directory: directory.path, port: port)
        .write(to: file, atomically: true, encoding: .utf8)
    } catch {
      throw BenchmarkFailure("\(directory.path): \(error.localizedDescription)")
    }
    process = try BenchmarkProcess(
      path, ["-p", directory.path, "-e", directory.path + "/error.log", "-c", file.path], on: .server)
    guard BareClient.answers(url) else {
      end()
      throw BenchmarkFailure("nginx does not answer at \(url)")
    }
  }

  func end() {
    process.end()
    try? FileManager.default.removeItem(at: directory)
  }

  /// A port that is free at this moment.
  private static func freePort() throws(BenchmarkFailure) -> Int {
    do {
      let socket = try Socket.listen(at: SocketAddress.resolve(host: "127.0.0.1", port: 0)[0])
      defer { _ = Socket.close(socket) }
      let text = "\(try Socket.localAddress(of: socket))"
      guard let port = text.split(separator: ":").last.flatMap({ Int($0) }) else {
        throw BenchmarkFailure("\(text) has no port")
      }
      return port
    } catch {
      throw BenchmarkFailure("no port for nginx: \(error)")
    }
  }

  // MARK: The configuration

  static func configuration(
    _ replies: [(endpoint: Endpoint, body: [UInt8])], directory: String, port: Int
  ) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "  \($0)_temp_path \(directory)/\($0);\n" }.joined()
    return """
      daemon off;
      master_process off;
      pid \(directory)/nginx.pid;
      events { worker_connections 4096; }
      http {
        access_log off;
        keepalive_requests 1000000000;
        keepalive_timeout 1h;
        default_type "application/json; charset=utf-8";
      \(temporary)
        server {
          listen 127.0.0.1:\(port);
      \(locations(replies))
        }
      }

      """
  }

  /// The `location` blocks, one for each path; a path with several methods distinguishes them.
  private static func locations(_ replies: [(endpoint: Endpoint, body: [UInt8])]) -> String {
    var text = ""
    var paths: [String] = []
    for reply in replies where !paths.contains(reply.endpoint.route.path) { paths.append(reply.endpoint.route.path) }
    for path in paths {
      let here = replies.filter { $0.endpoint.route.path == path }
      let fixed = path.prefix { $0 != ":" }
      text += "    location \(fixed == path ? "= " : "")\(fixed) {\n"
      for reply in here.dropFirst() {
        text += "      if ($request_method = \(reply.endpoint.route.method.rawValue)) { \(answer(reply.body)) }\n"
      }
      text += "      \(answer(here[0].body))\n    }\n"
    }
    return text
  }

  /// The configuration for one body. Bodies contain no dollar sign, which would begin a variable.
  private static func answer(_ body: [UInt8]) -> String {
    let text = String(decoding: body, as: UTF8.self)
    precondition(!text.contains("$"), "a reply with a variable: \(text)")
    let quoted = text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    return "return 200 '\(quoted)';"
  }
}
