import GTSDModel
import Testing

@testable import GTSDWorld

/// One step of a person: a tap, a wait for its effect, a pause and a look.
@Suite struct UseOfAPhoneTests {
  @Test("A person looks at the screen only after the tap's task has begun") func waitsForTheEffect() {
    let harness = DeviceHarness(.correct)
    let seen = Notebook<[Screen]>([])
    harness.run { person in
      await person.onboard()
      _ = await person.open(.plans)
      let tap = PersonStep.Tap(action: .acknowledge, intent: 2)
      let rest = PersonStep.Rest(condition: .acknowledgeSettled, patience: 60_000_000_000)
      seen.value.append(await person.devices[0].use(tap, rest, until: .max).screen)
    }
    // The acknowledgment has gone through, and the plan loads.
    #expect(seen.value.map(\.plans) == [.spinner])
  }

  @Test("A wait ends at most one frame after the horizon, and a pause at the horizon") func horizon() {
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
    let frame = StateVariable.frame
    #expect(ends.value == [15_000_000_000 + frame, 12_000_000_000, 4_000_000_000 + frame])
  }
}
