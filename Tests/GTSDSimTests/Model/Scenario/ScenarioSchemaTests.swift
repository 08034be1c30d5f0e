import Foundation
import GTSDModel
import Testing

@testable import GTSDFields

struct ScenarioSchemaTests {
  @Test func schemaEqualsTheFixture() throws {
    try Snapshot.expect(Scenario.jsonSchema, named: "scenario.schema.json", in: "Scenario")
  }

  @Test func everyReferenceIsDefined() throws {
    let schema = try JSONReader.read(Scenario.jsonSchema)
    let defined = Set(schema["$defs"]?.members?.map { "#/$defs/\($0.key)" } ?? [])
    func references(_ node: JSONNode) -> [String] {
      let below = (node.members?.map(\.node) ?? []) + (node.elements ?? [])
      return [node["$ref"]?.string].compactMap(\.self) + below.flatMap(references)
    }
    #expect(Set(references(schema)) == defined)
  }
}
