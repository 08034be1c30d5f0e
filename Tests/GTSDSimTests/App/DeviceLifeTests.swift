import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDWorld
@testable import Interleaving

/// Checks that a world is released whatever was done in it. A search creates millions of worlds.
struct DeviceLifeTests {
  @Test func phonesAreReleasedWithTheirWorld() {
    weak var phone: Device?
    do {
      let harness = DeviceHarness()
      phone = harness.devices[0]
      harness.run { person in
        await person.signUp()
        await person.completeOnboarding()
        for tab in Tab.allCases {
          await person.tap(.openTab(tab))
          await person.wait(.tabSettled)
          await person.tap(.pullToRefresh)
          await person.wait(.tabSettled)
        }
        await person.tap(.openTab(.profile))
        await person.tap(.openEdit)
        await person.wait(.editReady)
        await person.tap(.closeEdit)
        await person.tap(.logOut)
      }
    }
    #expect(phone == nil)
  }
}
