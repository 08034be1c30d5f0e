import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld

/// A task's photo section must show the photos of that task alone.
struct PhotoSectionTests {
  private static func open(_ task: Int, after: String = "1s") -> String {
    #"{"do": "openPhotos", "task": \#(task), "after": "\#(after)"}"#
  }

  private static let refuse =
    #"{"do": "disturb", "fault": {"kind": "error", "status": 503, "endpoints": ["upload-photo"]}}"#

  @Test(
    "A photo that failed in one task's section is not in another's, and is there when its own is opened again",
    arguments: ["correct", "seed-fixed"])
  func failureStaysWithItsTask(generation: String) throws {
    let none = #"{"expect": {"error": "none", "photos": {"failed": 0, "selected": 0, "message": "none"}}}"#
    var steps = [
      Self.refuse, #"{"do": "pickPhotos", "count": 1, "after": "1s"}"#, #"{"do": "rest", "after": "30s"}"#,
      #"{"expect": {"error": "photos"}}"#, #""endFaults""#, #""closePhotos""#, Self.open(2), none, #""retryPhotos""#,
      #"{"expect": {"server": {"photos": 0}}, "after": "20s"}"#, #""closePhotos""#, Self.open(1),
      #"{"expect": {"error": "photos"}}"#,
    ]
    if generation == "correct" {
      steps += [#""retryPhotos""#, #"{"expect": {"server": {"photos": 1}, "error": "none"}, "within": "20s"}"#]
    }
    let result = try OfferTests.play([#""onboard""#, Self.open(1)], steps, generation)
    #expect(result.findings.filter { $0.key.hasPrefix("expectation/") }.isEmpty, "\(result.findings)")
    #expect(result.steps.first { $0.id == "step-9" }?.outcome != .tookEffect([]))
    if generation == "correct" { #expect(result.passes, "\(result.findings)") }
  }

  @Test("A failed upload shows its error in its own task's section, even if another section is open")
  func failureWaitsForItsSection() throws {
    let result = try OfferTests.play(
      [#""onboard""#, Self.open(1)],
      [
        Self.refuse, #"{"do": "pickPhotos", "count": 2, "after": "1s"}"#, #""closePhotos""#, Self.open(2, after: "0s"),
        #"{"do": "rest", "after": "40s"}"#, #"{"expect": {"error": "none", "photos": {"failed": 0, "retry": false}}}"#,
        #""closePhotos""#, Self.open(1), #"{"expect": {"error": "photos", "photos": {"failed": 2, "retry": true}}}"#,
      ], "correct")
    #expect(result.passes, "\(result.findings)")
  }

  @Test("Removing a refused photo removes its error")
  func errorGoesWithThePhoto() throws {
    let result = try OfferTests.play(
      [#""onboard""#, Self.open(1)],
      [
        #"{"do": "pickPhotos", "count": 1, "isImage": false, "after": "1s"}"#,
        #"{"expect": {"error": "photos", "photos": {"message": "notAnImage", "retry": true}}}"#,
        #"{"do": "removePhoto", "index": 0}"#,
        #"{"expect": {"error": "none", "photos": {"message": "none", "retry": false, "selected": 0}}}"#,
      ], "correct")
    #expect(result.passes, "\(result.findings)")
  }

  @Test("An upload that a sign-out ends is not shown as under way after the next sign-in")
  func uploadEndsWithTheSession() throws {
    let result = try OfferTests.play(
      [#""onboard""#, Self.open(1)],
      [
        #"{"do": "pickPhotos", "count": 1, "after": "1s"}"#, #"{"do": "closePhotos", "after": "10ms"}"#,
        #"{"do": "openTab", "tab": "profile", "after": "10ms"}"#, #"{"do": "logOut", "after": "20ms"}"#,
        #"{"do": "logIn", "account": 1, "after": "5s"}"#, Self.open(1, after: "5s"),
        #"{"expect": {"photos": {"shown": 1, "selected": 0, "uploading": 0, "progress": []}}, "within": "5s"}"#,
      ], "correct")
    #expect(result.passes, "\(result.findings)")
  }

  @Test("The proposed alert can be answered even if nothing is left to send")
  func alertCanBeAnswered() throws {
    let result = try OfferTests.play(
      [#""onboard""#, Self.open(1)],
      [
        Self.refuse, #"{"do": "pickPhotos", "count": 1, "after": "1s"}"#, #"{"do": "rest", "after": "30s"}"#,
        #"{"expect": {"error": "photos", "photos": {"selected": 0, "retry": true}}}"#, #""retryPhotos""#,
        #"{"expect": {"error": "none", "photos": {"message": "none", "retry": false}}}"#,
      ], "seed-fixed")
    #expect(result.findings.filter { $0.key.hasPrefix("expectation/") }.isEmpty, "\(result.findings)")
  }
}
