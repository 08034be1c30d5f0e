import GTSDModel
import Testing

@testable import GTSDWorld

/// One step of a person: a tap, a wait for its effect, a pause and a look.
@Suite struct UseOfAPhoneTests {
  @Test("A person who waits for the effect of a tap lets the tap's task begin first") func waitsForTheEffect() {
    let harness = DeviceHarness(.correct)
    let seen = Notebook<[DeviceView]>([])
    harness.run { person in
      await person.onboard()
      _ = await person.open(.plans)
      let tap = PersonStep.Tap(action: .acknowledge, intent: 2)
      let rest = PersonStep.Rest(condition: .acknowledgeSettled, patience: 60_000_000_000)
      seen.value.append(await person.devices[0].use(tap, rest, until: .max))
    }
    #expect(seen.value.map(\.plans) == [.plan])
  }

  @Test("A wait and a pause end at the horizon") func horizon() {
    let harness = DeviceHarness(.correct)
    let ends = Notebook<[Int64]>([])
    harness.run { person in
      await person.signUp()
      let rest = PersonStep.Rest(condition: .signedOut, patience: 10_000_000_000, pause: 5_000_000_000)
      for length in [20_000_000_000, 12_000_000_000, 4_000_000_000] as [Int64] {
        let start = person.scheduler.now
        _ = await person.devices[0].use(nil, rest, until: start + length)
        ends.value.append(person.scheduler.now - start)
      }
    }
    #expect(ends.value == [15_000_000_000, 12_000_000_000, 4_000_000_000])
  }
}
