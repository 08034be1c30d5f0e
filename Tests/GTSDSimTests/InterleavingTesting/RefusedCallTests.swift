import Foundation
import InterleavingTesting
import TestSupport
import Testing

/// A call that a search refuses is refused in its schedule only. Ordinary tests of the process run as ever.
@Suite(.serialized, .enabled(if: Exploration.isAvailable))
struct RefusedCallTests {
  /// A use of the system that no search controls.
  struct Use: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Whether it works.
    var works: @Sendable () async throws -> Bool
  }

  private static func loopback() -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  private static func binds() -> Bool {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    var address = loopback()
    return withUnsafeBytes(of: &address) { bytes in
      bind(file, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
    }
  }

  static let uses: [Use] = [
    Use(testDescription: "A process of Foundation") {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/true")
      return try await withCheckedThrowingContinuation { continuation in
        process.terminationHandler = { continuation.resume(returning: $0.terminationStatus == 0) }
        do { try process.run() } catch { continuation.resume(throwing: error) }
      }
    },
    Use(testDescription: "A name looked up by Foundation") { !Host(name: "127.0.0.1").addresses.isEmpty },
    Use(testDescription: "A socket of Foundation") { SocketPort(tcpPort: 0) != nil },
    Use(testDescription: "A socket of the C library") { binds() },
    Use(testDescription: "A command of the C library") {
      guard let file = popen("true", "r") else { return false }
      return pclose(file) == 0
    },
    Use(testDescription: "A file that is read when there is something to read") {
      let pipe = Pipe()
      return await withCheckedContinuation { continuation in
        pipe.fileHandleForReading.readabilityHandler = { file in
          file.readabilityHandler = nil
          continuation.resume(returning: true)
        }
        pipe.fileHandleForWriting.write(Data([1]))
      }
    },
  ]

  @Test("Calls that a search refuses work in the next ordinary test", .limitedWait, arguments: uses)
  func worksAfterwards(use: Use) async throws {
    let result = try await Exploration.run(schedules: 2) { _ in _ = try await use.works() }
    #expect(result.findings.map(\.kind).first == .escape, "\(result.findings.map(\.message))")
    #expect(try await use.works())
  }
}
