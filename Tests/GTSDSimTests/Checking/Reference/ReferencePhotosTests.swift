import GTSDModel
import Testing

@testable import GTSDWorld

/// The rows of progress of photos, and what begins and ends the error about photos.
struct ReferencePhotosTests {
  private static func pick(_ item: Int32, isImage: Bool = true, longerSide: Int = 9) -> PhotoPick {
    PhotoPick(item: PhotoItemID(item), contentType: .jpeg, fileSize: 9, longerSide: longerSide, isImage: isImage)
  }

  // MARK: Progress

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

  // MARK: Texts

  @Test("A text without a failure is that of a photo which the section refused")
  func textsAreOfPicks() throws {
    let texts: [(PhotoErrorText, isImage: Bool, longerSide: Int, isRight: Bool)] = [
      (.notAnImage, false, 9, true), (.notAnImage, true, 9, false), (.tooLarge, true, 9_999, true),
      (.tooLarge, true, 9, false), (.generic, false, 9, false), (.server, false, 9, false),
    ]
    for (text, isImage, longerSide, isRight) in texts {
      var tale = try PhoneTale()
      tale.pick([Self.pick(1, isImage: isImage, longerSide: longerSide)])
      tale.show(.photosErrorText, text.published, .person)
      #expect(tale.found.contains(.shownOther(.photosErrorText)) == !isRight, "\(text)")
    }
  }

  @Test("A section that is opened does not show the text of another", arguments: [true, false])
  func textsStayInTheirSections(isShown: Bool) throws {
    var tale = try PhoneTale()
    tale.pick([Self.pick(1, isImage: false)])
    tale.show(.photosErrorText, PhotoErrorText.notAnImage.published, .person)
    tale.photo(1, .invalid)
    tale.settle()
    tale.tap(.closePhotos)
    tale.show(.photosTask, 0, .person)
    tale.settle()
    tale.tap(.openPhotos(taskID: 2))
    tale.show(.photosTask, 2, .person)
    if !isShown { tale.show(.photosErrorText, 0, .person) }
    tale.settle()
    #expect(tale.found.contains(.shownOther(.photosErrorText)) == isShown)
    #expect(!tale.found.contains(.disappeared(.photosError)))
  }

  @Test("Only a tap that removes photos or sends failed ones again ends their error")
  func errorsEndByTaps() throws {
    let taps: [(UserAction, PhotoItemState, mayEnd: Bool)] = [
      (.retryPhotos, .failed, true), (.retryPhotos, .invalid, false), (.removePhoto(index: 0), .invalid, true),
      (.deletePhoto(index: 0), .failed, false),
    ]
    for (tap, state, mayEnd) in taps {
      for variable in [StateVariable.photosError, .photosErrorText] {
        var tale = try PhoneTale()
        tale.pick([Self.pick(1)])
        tale.photo(1, state)
        tale.show(.photosErrorText, PhotoErrorText.network.published, .failure)
        tale.show(.photosError, 1, .failure)
        tale.settle(isQuiet: false)
        tale.tap(tap)
        tale.show(variable, 0, .person)
        #expect(tale.found.contains(.disappeared(.photosError)) == !mayEnd, "\(tap), \(state)")
      }
    }
  }

  @Test("A retry does not end the error of photos that failed for another task", arguments: [1, 2])
  func errorsEndInTheirSection(task: Int) throws {
    var tale = try PhoneTale()
    tale.pick([Self.pick(1)], for: task)
    tale.pick([Self.pick(2)], for: 1)
    tale.photo(1, .failed)
    tale.settle(isQuiet: false)
    tale.show(.photosError, 1, .failure)
    tale.tap(.retryPhotos)
    tale.show(.photosError, 0, .person)
    #expect(tale.found.contains(.disappeared(.photosError)) == (task == 2))
  }

  @Test("Three photos are sent at the same time at most", arguments: [3, 4] as [Int32])
  func fewPhotosAreSentAtOnce(count: Int32) throws {
    var tale = try PhoneTale()
    for item in 1...count {
      tale.photo(item, .uploading)
      tale.progress(item, 0)
    }
    tale.settle(isQuiet: false)
    #expect(tale.found.contains(.tooManyUploads) == (count > 3))
  }
}
