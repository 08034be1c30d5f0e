import Foundation
import TestSupport
import Testing

@testable import Documents
@testable import GTSDCommandLine
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_sim

struct OutputFilesTests {
  @Test func writingThroughALinkKeepsTheLink() throws {
    let scratch = try Scratch()
    let target = try scratch.write("old", "target")
    let link = scratch.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    try OutputFiles().prepare(file: link)
    try OutputFiles().write("new", to: link)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    #expect(scratch.files == ["link", "target"])
  }

  /// Output to a pipe is written into the pipe, which may have a reader, instead of a new file.
  @Test(arguments: [false, true]) func aPipeIsWrittenThrough(events: Bool) throws {
    let scratch = try Scratch()
    let pipe = scratch.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDWR | O_NONBLOCK)
    defer { close(reader) }
    if events {
      let scenario = try scratch.write(
        #"{"name": "few", "generation": "correct", "population": {"size": 2}}"#, "few.json")
      let result = CommandResult(["run", scenario, "--events", pipe, "--quiet", "--no-fail"])
      #expect(result.code == .success, "\(result.error)")
    } else {
      try OutputFiles().prepare(file: pipe)
      try OutputFiles().write("{hello", to: pipe)
    }
    var bytes = [UInt8](repeating: 0, count: 6)
    #expect(read(reader, &bytes, 6) == 6)
    #expect(bytes.first == UInt8(ascii: "{"))
    let type = try FileManager.default.attributesOfItem(atPath: pipe)[.type] as? FileAttributeType
    #expect(type != .typeRegular)
  }

  @Test func unwritableFileIsReportedBeforeTheRun() throws {
    let scratch = try Scratch()
    #expect(throws: CommandFailure.self) { try OutputFiles().prepare(file: scratch.path("none/file")) }
    #expect(throws: CommandFailure.self) { try OutputFiles().prepare(file: scratch.url.path) }
    // The directory belongs to another user and can still be written to.
    #expect(OutputPlace("/dev/null") == .stream)
    try OutputFiles().write("x", to: "/dev/null")
  }
}
