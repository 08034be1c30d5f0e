import Foundation
import GTSDModelTestSupport
import Testing

@testable import GTSDModel

/// The values read from a document's bytes equal those of Foundation's tree.
struct JSONViewTests {
  @Test func everyValueIsThatOfTheTree() throws {
    var random = RandomValues(seed: 21)
    for _ in 0..<400 {
      let tree = random.json(levels: 4)
      let bytes = try FoundationJSON.write(tree)
      let agrees = JSONView.read(bytes) { Self.agrees($0, with: FoundationJSON.parse(bytes) ?? .null) }
      #expect(agrees == true, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: [
    #"{"id":1,"data":2,"id":3}"#, #"{"\u0069d":1,"data":"\u0061"}"#, "\u{FEFF} {\"data\" : [ ] , \"id\":null }",
    #"{"data":{"id":[1,[2,{"id":3}],{}]},"id":false}"#, #"["1.5","12","1e400","x","2025-11-02T08:15:30Z","é"]"#,
    #"["2025-11-02T08:15:30.412Z","2025-11-02","202\u0035-11-02",true,12.5,-0.0,9007199254740993]"#, "{}", "[]", "null",
    #"{"data":["a","b"],"id":["a",1]}"#, #"{"é":1,"id":{"":0}}"#,
  ])
  func documentsInAnyLayoutAreReadAlike(text: String) {
    let bytes = Array(text.utf8)
    let tree = FoundationJSON.parse(bytes)
    #expect(tree != nil)
    #expect(JSONView.read(bytes) { Self.agrees($0, with: tree ?? .null) } == true)
  }

  @Test func textThatIsNoDocumentIsNotRead() {
    for text in ["", " ", "[1", "{\"a\":}", "[1,]", "\"\\ud800\"", "1e400", "nul", "{}x"] {
      #expect(JSONView.read(Array(text.utf8)) { _ in true } == nil, "\(text)")
    }
  }

  /// Memory grows with the number of values, however small they are.
  @Test func documentsMayHaveAnyNumberOfValues() {
    for count in [0, 1, 7, 8, 9, 10_000] {
      let bytes = Array("[\(Array(repeating: "1", count: count).joined(separator: ","))]".utf8)
      #expect(JSONView.read(bytes) { $0.array?.compactMap(\.int) } == Array(repeating: 1, count: count))
    }
  }

  private static func agrees(_ view: JSONView, with tree: JSONValue) -> Bool {
    let isSame =
      view.isNull == tree.isNull && view.bool == tree.bool && view.double == tree.double && view.int == tree.int
      && view.string == tree.string && view.strings == tree.strings && view.timestamp == tree.timestamp
    guard isSame else { return false }
    if let elements = tree.array {
      guard let read = view.array, read.count == elements.count else { return false }
      guard zip(read, elements).allSatisfy({ agrees($0, with: $1) }) else { return false }
    } else if view.array != nil {
      return false
    }
    guard case .object(let object) = tree else { return view.members == nil && !view.hasMembers && view["id"].isNull }
    guard let members = view.members, view.hasMembers == !object.members.isEmpty else { return false }
    let ordered = JSONObject.inOrder(members)
    return ordered.map(\.key) == object.members.map(\.key)
      && zip(ordered, object.members).allSatisfy { agrees($0.value, with: $1.value) }
      && agrees(view["id"], with: object["id"]) && agrees(view["data"], with: object["data"])
  }
}
