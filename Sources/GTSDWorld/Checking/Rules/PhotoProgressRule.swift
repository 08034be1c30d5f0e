import GTSDModel

/// I-PHOTO for the progress of uploads. Evaluated at each photo that is shown at 100 %: it must be the photo that the
/// app reported as uploaded in the same instant. Another rule checks whether that report is true.
struct PhotoProgressRule: DeviceRule {
  static let follows: EventKinds = .photoItem | .photoProgress

  private var reported: (item: PhotoItemID, time: Int64)?

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    switch event.kind {
    case .photoItem(let item, .uploaded): reported = (item, event.time)
    case .photoProgress(let item, percent: 100):
      let isReported = reported.map { $0.item == item && $0.time == event.time } ?? false
      log.check(.photo, isReported, Site(.progressUnfounded), hazard: nil)
    default: break
    }
  }
}
