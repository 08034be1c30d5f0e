import GTSDModel

/// Told what requests ask and what they are answered, beside the events.
protocol WireObserver: AnyObject {
  /// A phone sends a request: it is known by the phone's number of it.
  func sent(_ request: APIRequest, number: Int32, device: UInt8)

  /// The server has decided on a request.
  ///
  /// - Parameter source: where it did, if no commit tells it.
  func answered(number: Int32, device: UInt8, status: Int, _ body: APIResponse, source: EventStream.Source?)
}
