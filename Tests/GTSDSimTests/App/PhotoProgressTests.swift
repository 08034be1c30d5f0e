import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The progress shown during an upload, and the text of its error.
struct PhotoProgressTests {
  private func findings(
    _ photo: String, _ when: String, backend: String = "", generation: String = "correct"
  ) throws -> [String] {
    let scenario = try Scenario.parse(
      """
      {"name": "photos", "generation": {"preset": "\(generation)", "photo": {\(photo)}}, "backend": {\(backend)},
       "story": {"given": ["onboard", {"do": "openPhotos", "task": 1}], "when": [\(when)]}}
      """)
    return try Play(scenario).run().findings.map { "\($0.key): \($0.summary)" }
  }

  /// Three megabytes at 5 Mbit/s take 4.8 s alone, and twice as long if two photos share the link.
  private static let link = #""links": [{"name": "wifi", "uplink": 5}], "network": {"constant": {"value": "1ms"}}"#

  @Test func progressShowsTheShareThatWasSent() throws {
    let one = """
      {"do": "pickPhotos", "count": 1, "megabytes": 3},
      {"expect": {"photos": {"progress": [0], "uploading": 1}}, "after": "500ms"},
      {"expect": {"photos": {"progress": [20]}}, "after": "1s"},
      {"expect": {"photos": {"progress": [41]}}, "after": "1s"},
      {"expect": {"photos": {"progress": [83]}}, "after": "2s"},
      {"expect": {"photos": {"progress": [100], "uploaded": 1}}, "within": "800ms"},
      {"expect": {"photos": {"progress": [], "uploaded": 1}}, "within": "500ms"}
      """
    #expect(try findings("", one, backend: Self.link) == [])
    let two = """
      {"do": "pickPhotos", "count": 2, "megabytes": 3},
      {"expect": {"photos": {"progress": [20, 20], "uploading": 2}}, "after": "2500ms"},
      {"expect": {"photos": {"progress": [83, 83], "uploading": 2}}, "after": "6s"}
      """
    #expect(try findings("", two, backend: Self.link) == [])
  }

  /// The fix guide's stages: 0 %, 30 % once the photo is read, 100 % at the reply, and half a second before the next
  /// photo.
  @Test func uploadProgressStagesFollowTheFixGuide() throws {
    let stages = """
      {"do": "pickPhotos", "count": 2, "megabytes": 3},
      {"expect": {"photos": {"progress": [30], "uploading": 1}}, "after": "4s"},
      {"expect": {"photos": {"progress": [100], "uploaded": 1, "uploading": 0}}, "within": "2s"},
      {"expect": {"photos": {"progress": [100], "uploading": 0}}, "after": "450ms"},
      {"expect": {"photos": {"progress": [30], "uploading": 1}}, "after": "100ms"}
      """
    let photo = #""progress": "stages", "upload": "sequential""#
    #expect(try findings(photo, stages, backend: Self.link) == [])
    // There is no progress if none is shown.
    let none = """
      {"do": "pickPhotos", "count": 1, "megabytes": 3},
      {"expect": {"photos": {"progress": [], "uploading": 1}}, "after": "2s"}
      """
    #expect(try findings(#""progress": "none""#, none, backend: Self.link) == [])
  }

  @Test func failedAndAbandonedUploadsShowNoProgressRow() throws {
    let refused = """
      {"do": "disturb", "fault": {"kind": "error", "status": 500, "endpoints": ["upload-photo"]}},
      {"do": "pickPhotos", "count": 1}, {"expect": {"photos": {"failed": 1, "progress": []}}, "within": "1m"}
      """
    #expect(try findings("", refused) == [])
    let left = """
      {"do": "pickPhotos", "count": 1, "megabytes": 3}, {"do": "closePhotos", "after": "1s"}, "logOut",
      {"expect": {"signedIn": false, "photos": {"progress": []}}, "after": "1s"}
      """
    #expect(try findings("", left, backend: Self.link) == [])
  }

  /// The distinctions in the specification's error texts by strategy: none, those of the app's own checks, or all.
  @Test(arguments: [
    (#""kind": "error", "status": 413"#, "tooLarge"), (#""kind": "error", "status": 429"#, "tooManyRequests"),
    (#""kind": "error", "status": 503"#, "server"), (#""kind": "error", "status": 409"#, "refused"),
    (#""kind": "outage""#, "network"), (#""kind": "timeout""#, "network"),
  ])
  func theTextSaysWhatFailed(fault: String, message: String) throws {
    for (texts, said) in [("byClass", message), ("ownChecks", "generic"), ("generic", "generic")] {
      let when = """
        {"do": "disturb", "fault": {\(fault), "endpoints": ["upload-photo"]}}, {"do": "pickPhotos", "count": 1},
        {"expect": {"photos": {"failed": 1, "message": "\(said)"}}, "within": "10m"}, "endFaults",
        {"do": "retryPhotos"}, {"expect": {"photos": {"message": "none", "uploaded": 1}}, "within": "1m"}
        """
      #expect(try findings("\"errorTexts\": \"\(texts)\"", when) == [], "\(texts)")
    }
  }

  @Test(arguments: [(#""megabytes": 12"#, "tooLarge"), (#""isImage": false"#, "notAnImage")])
  func theTextSaysWhatTheAppRefused(photo: String, message: String) throws {
    for (texts, said) in [("byClass", message), ("ownChecks", message), ("generic", "generic")] {
      let when = """
        {"do": "pickPhotos", "count": 1, \(photo)},
        {"expect": {"photos": {"invalid": 1, "message": "\(said)", "progress": []}}}, "closePhotos", "logOut",
        {"expect": {"signedIn": false, "photos": {"message": "none"}}, "within": "10s"}
        """
      #expect(try findings("\"errorTexts\": \"\(texts)\"", when) == [], "\(texts)")
    }
  }
}
