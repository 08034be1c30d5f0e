import Foundation
import GTSDModel
import GTSDSim
import Testing

@testable import GTSDFields

/// Our schema against our files, as editors and other validators see them.
struct ScenarioSchemaCheckTests {
  private static let schema = Result { JSONSchemaChecker(try JSONReader.read(Scenario.jsonSchema)) }

  private func complaints(_ text: String) throws -> [String] {
    try Self.schema.get().complaints(about: JSONReader.read(text))
  }

  @Test(arguments: ScenarioFiles.names)
  func acceptsTheLibrary(file: String) throws {
    let text = try String(contentsOfFile: ScenarioFiles.path(file), encoding: .utf8)
    #expect(try complaints(text) == [])
  }

  @Test(arguments: ScenarioFiles.some)
  func acceptsWhatIsResolved(file: String) throws {
    #expect(try complaints(Scenario.load(ScenarioFiles.path(file)).resolved.text) == [])
  }

  @Test(arguments: [
    "{}", #"{"generation": {"photo": {"parallelism": {"bounded": 2}}, "limits": "perIp"}}"#,
    #"{"generation": {"client": {"variant": "correct"}}}"#,
    #"{"output": {"directory": "out", "formats": ["md"]}, "experiment": null, "backend": {"servers": null}}"#,
    #"{"backend": {"errorRate": {"triangular": {"low": 0, "mode": 0.1, "high": 0.2}}, "network": "20ms", "service": 0.5}}"#,
    #"{"story": {"when": ["rest", {"do": "openTab", "tab": "plans", "until": null, "again": false}]}}"#,
    #"{"story": {"hazard": null, "given": ["onboard"], "when": [{"do": "typeEdit", "add": "vegan", "name": null}]}}"#,
    #"{"backend": {"errorRate": "5%", "lossRate": {"value": "0.5%", "uncertainty": {"uniform": {"low": 0, "high": 1}}}}}"#,
    #"{"faults": [{"kind": "error", "status": 500, "name": "storm", "probability": "100%"}]}"#,
    #"{"story": null, "faults": [{"kind": "outage", "times": 3}, {"kind": "timeout", "times": null}]}"#,
  ])
  func acceptsWhatValidateAccepts(text: String) throws {
    #expect(throws: Never.self) { try Scenario.parse(text) }
    #expect(try complaints(text) == [])
  }

  @Test(arguments: [
    (#"{"seeed": 1}"#, "$.seeed"),
    (#"{"seed": -1}"#, "$.seed"),
    (#"{"seed": 1.5}"#, "$.seed"),
    (#"{"name": "a b"}"#, "$.name"),
    (#"{"horizon": "-5h"}"#, "$.horizon"),
    (#"{"horizon": 24}"#, "$.horizon"),
    (#"{"population": {"size": 0}}"#, "$.population.size"),
    (#"{"population": {"personas": []}}"#, "$.population.personas"),
    (#"{"population": {"personas": [{}]}}"#, "$.population.personas[0]"),
    (#"{"population": {"personas": [{"name": "a", "decisions": {"followCard": 1.2}}]}}"#, "$.population.personas[0]"),
    (#"{"population": {"arrival": "dayly"}}"#, "$.population.arrival"),
    (#"{"backend": {"service": {"gauss": {}}}}"#, "$.backend.service"),
    (#"{"backend": {"service": {"normal": {"mean": 1, "deviation": 1}, "constant": {"value": 1}}}}"#, "$.backend"),
    (#"{"generation": "seed-curent"}"#, "$.generation"),
    (#"{"generation": {"plan": {"gate": "of"}}}"#, "$.generation"),
    (#"{"faults": [{"kind": "outtage"}]}"#, "$.faults[0]"),
    (#"{"experiment": {"name": "e", "arms": [{"name": "a"}]}}"#, "$.experiment"),
    (#"{"targets": {"dismisal-rate": {"comparison": ">=", "value": 1}}}"#, "$.targets.dismisal-rate"),
    (#"{"story": {"given": []}}"#, "$.story"),
    (#"{"story": {"when": []}}"#, "$.story"),
    (#"{"story": {"when": ["openTab"]}}"#, "$.story"),
    (#"{"story": {"when": [{"do": "acknowlege"}]}}"#, "$.story"),
    (#"{"story": {"when": [{"do": "pickPhotos", "count": 21}]}}"#, "$.story"),
    (#"{"story": {"when": ["rest"], "hazard": "Two Taps"}}"#, "$.story"),
    (#"{"faults": [{"kind": "outage", "times": 0}]}"#, "$.faults[0].times"),
    (#"{"output": {"formats": ["jsn"]}}"#, "$.output.formats[0]"),
    (#"{"output": {"directory": ""}}"#, "$.output.directory"),
  ])
  func refusesWhatValidateRefuses(text: String, path: String) throws {
    #expect(throws: ScenarioError.self) { try Scenario.parse(text) }
    let complaints = try complaints(text)
    #expect(complaints.count == 1, "\(complaints)")
    #expect(complaints.first?.hasPrefix(path) == true, "\(complaints)")
  }

  @Test func reportsFitTheirSchema() throws {
    let schema = try JSONSchemaChecker(JSONReader.read(ReportSchema.json))
    #expect(try schema.complaints(about: JSONReader.read(SampleReport.experiment.json)) == [])
    #expect(try !schema.complaints(about: JSONReader.read("{}")).isEmpty)
  }

  @Test func checkerSupportsEveryKeywordOfTheSchema() {
    let checker = JSONSchemaChecker(.object(["multipleOf": .int(3)]))
    #expect(checker.complaints(about: .int(3)) == ["$: the checker does not know the keyword multipleOf"])
  }
}
