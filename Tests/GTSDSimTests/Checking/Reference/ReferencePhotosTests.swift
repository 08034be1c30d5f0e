import GTSDModel
import Testing

@testable import GTSDWorld

/// The rows of progress of photos.
struct ReferencePhotosTests {
  @Test("A photo that is being sent has a row of progress", arguments: [true, false])
  func sentPhotosHaveRows(hasRow: Bool) throws {
    var tale = try PhoneTale()
    tale.photo(1, .uploading)
    if hasRow { tale.progress(1, 0) }
    tale.settle(isQuiet: false)
    #expect(tale.found == (hasRow ? [] : [.progressDiffers]))
  }

  @Test("A row of progress does not end before its upload", arguments: [true, false])
  func rowsLastAsLongAsUploads(ends: Bool) throws {
    var tale = try PhoneTale()
    tale.photo(1, .uploading)
    tale.progress(1, 0)
    tale.settle(isQuiet: false)
    tale.progress(1, ends ? nil : 50)
    tale.settle(isQuiet: false)
    #expect(tale.found == (ends ? [.progressDiffers] : []))
  }

  @Test("A row of progress ends at once with a failure, and says 100 % after a success")
  func rowsEndWithUploads() throws {
    let ends: [(PhotoItemState, UInt8?, isRight: Bool)] = [
      (.failed, nil, true), (.failed, 50, false), (.uploaded, 100, true), (.uploaded, 50, false),
      (.uploaded, nil, true), (.removed, 50, true), (.selected, 50, false),
    ]
    for (state, percent, isRight) in ends {
      var tale = try PhoneTale()
      tale.photo(1, .uploading)
      tale.progress(1, 0)
      tale.settle(isQuiet: false)
      tale.photo(1, state)
      tale.progress(1, percent)
      tale.settle(isQuiet: false)
      #expect(tale.found.contains(.progressDiffers) == !isRight, "\(state)")
    }
  }

  @Test("An app without rows of progress is not judged by them")
  func otherAppsShowNoRows() throws {
    var tale = try PhoneTale(#"{"preset": "correct", "photo": {"progress": "none"}}"#)
    tale.photo(1, .uploading)
    tale.settle(isQuiet: false)
    #expect(tale.found == [])
  }
}
