import GTSDModel

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

extension MicroStory {
  /// Stories in which a view shows an outdated value, or loses one.
  static let views = [
    MicroStory("home.observation=computed", breaks: .views) { person in
      await person.onboard()
      await person.acknowledge()
      _ = await person.open(.home)
      await person.rest(5)
    },
    // The second task's photos replace the first task's, whose own list cannot be read again.
    MicroStory(
      "photo.cacheItems=2", breaks: .round,
      faults: [Fault(kind: .error(status: 503), endpoints: [.photos], from: .seconds(60))]
    ) { person in
      await person.onboard()
      await person.upload(1, toTask: 1)
      await person.upload(2, toTask: 2)
      await person.rest(until: 61)
      await person.tap(.openPhotos(taskID: 1))
      await person.rest(3)
    },
    // A person who has onboarded launches the app again, with a server that does not send the flag.
    MicroStory("auth.onboardingFlag=fromServer", breaks: .mono, among: ["wire.me=head"]) { person in
      await person.onboard()
      await person.tap(.terminate)
      await person.rest(60)
      await person.tap(.launch)
      await person.rest(3)
    },
  ]
}

extension Person {
  /// Picks this many photos for a task and waits until they are uploaded and listed.
  func upload(_ count: Int32, toTask task: Int) async {
    await tap(.openPhotos(taskID: task))
    await rest(1)
    let picks = (0..<count).map { number in
      PhotoPick(
        item: PhotoItemID(Int32(task) * 100 + number), contentType: .jpeg, fileSize: 1_000_000, longerSide: 2000,
        isImage: true)
    }
    await tap(.pickPhotos(picks), intent: Int32(task) * 100)
    await wait(.uploadsSettled)
    await rest(2)
    await tap(.closePhotos)
  }
}
