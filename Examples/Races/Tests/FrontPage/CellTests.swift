import InterleavingTesting
import Testing

/// A cell of a list, which shows another picture once it is used again.
@MainActor final class PictureCell {
  private(set) var wanted: String?
  private(set) var shown: String?

  init() {}

  func show(_ name: String) async {
    wanted = name
    try? await Task.sleep(for: .milliseconds(20))  // the download
    shown = name
  }
}

struct CellTests {
  @Test(.explored()) func lateReply() async {
    let cell = await PictureCell()
    let first = Task(name: "cat") { await cell.show("cat") }
    let second = Task(name: "dog") { await cell.show("dog") }
    _ = await (first.value, second.value)
    await #expect(cell.shown == cell.wanted)
  }
}
