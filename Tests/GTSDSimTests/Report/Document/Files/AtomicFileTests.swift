import Foundation
import Testing

@testable import Documents
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct AtomicFileTests {
  @Test func aFileAppearsWholeOrNotAtAll() throws {
    let scratch = try Scratch()
    let path = try scratch.write("old", "file")
    let file = try AtomicFile(path, name: "file")
    try file.append("new")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    try file.commit(as: path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    let other = try AtomicFile(path, name: "file")
    try other.append("newer")
    other.discard()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    #expect(scratch.files == ["file"])
  }

  /// Files of a killed command are removed; the file of a running command is not.
  @Test func temporaryFilesAreDistinguishedFromGrowingFiles() throws {
    let scratch = try Scratch()
    _ = try scratch.write("half", ".gtsd-sim-1-1.tmp")
    _ = try scratch.write("mine", ".gtsd-sim-notes")
    let file = try AtomicFile(scratch.path("file"), name: "file")
    AtomicFile.removeLeftovers(in: scratch.url.path)
    #expect(scratch.files.count == 2)
    try file.append("whole")
    try file.commit(as: scratch.path("file"))
    #expect(scratch.files == [".gtsd-sim-notes", "file"])
  }

  @Test func aDirectoryHasOneOwner() throws {
    let scratch = try Scratch()
    do {
      let lock = try DirectoryLock(of: scratch.url.path, owner: "gtsd-sim run a.json")
      #expect(throws: DirectoryLock.Refusal.taken(by: "process \(getpid()), gtsd-sim run a.json")) {
        try DirectoryLock(of: scratch.url.path, owner: "other")
      }
      withExtendedLifetime(lock) {}
    }
    // A file without its owner's lock is not a lock.
    _ = try scratch.write("process 1, gone", DirectoryLock.fileName)
    withExtendedLifetime(try DirectoryLock(of: scratch.url.path, owner: "other")) {}
    #expect(scratch.files.isEmpty)
    #expect(throws: DirectoryLock.Refusal.self) { try DirectoryLock(of: scratch.path("none"), owner: "x") }
  }

  @Test func placesAreWhatLinksLeadTo() throws {
    let scratch = try Scratch()
    func link(_ name: String, to destination: String) throws -> String {
      try FileManager.default.createSymbolicLink(atPath: scratch.path(name), withDestinationPath: destination)
      return scratch.path(name)
    }
    let file = try scratch.write("x", "file")
    #expect(OutputPlace(file) == .file(file))
    #expect(OutputPlace(try link("relative", to: "file")) == .file(file))
    #expect(OutputPlace(try link("twice", to: "relative")) == .file(file))
    #expect(OutputPlace(try link("dangling", to: "/no/such/file")) == .file("/no/such/file"))
    #expect(OutputPlace(try link("self", to: "self")) == .loop)
    #expect(OutputPlace(scratch.url.path) == .directory)
    #expect(OutputPlace("/dev/null") == .stream && OutputPlace("/dev/stdout") == .stream)
    #expect(
      OutputPlace.folder(of: "/a") == "/" && OutputPlace.folder(of: "a") == "." && OutputPlace.folder(of: "a/b") == "a")
  }
}
