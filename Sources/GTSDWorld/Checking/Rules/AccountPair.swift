/// The two accounts that a household's devices can be signed in to.
struct AccountPair {
  var own = AccountHistory()
  private var other = Spare<AccountHistory>()

  /// Records that the process or the sign-in on a device has ended, and that the photos picked there are lost.
  mutating func abandonPhotos(of device: UInt8) {
    own.photos.abandoned(device: device)
    if other.isMade { other.value.photos.abandoned(device: device) }
  }

  /// Calls a function with an account, in place. A subscript would allocate memory for the frame of its accessor.
  @inline(__always)
  mutating func with<Result>(_ account: UInt8, _ body: (inout AccountHistory) -> Result) -> Result {
    if account == 0 { return body(&own) }
    other.make { AccountHistory() }
    return body(&other.value)
  }

  // Reuses memory for callers that restart from a checkpoint.
  mutating func takeBuffers() -> ReusedBuffers {
    ReusedBuffers(intents: own.intents.takeBuffers(), other: other.takeBuffers())
  }

  mutating func move(into buffers: inout ReusedBuffers) {
    own.intents.move(into: &buffers.intents)
    other.move(into: &buffers.other)
  }

  /// Memory for state that changes in most schedules; see `ReusedBuffers.swift`.
  struct ReusedBuffers {
    fileprivate var intents: [IntentLedger.Entry]
    fileprivate var other: Spare<AccountHistory>
  }
}
