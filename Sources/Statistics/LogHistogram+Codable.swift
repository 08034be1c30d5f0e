/// Encodes a histogram as a list: the sum as text, since it may be too large for a number; then the smallest and
/// greatest value; then the buckets.
extension LogHistogram: Codable {
  package func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    let state = state
    try list.encode(String(state.sum))
    try list.encode(state.minimum)
    try list.encode(state.maximum)
    try list.encode(state.buckets)
  }

  package init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    let sum = Int128(try list.decode(String.self))
    let (minimum, maximum) = (try list.decode(Int64.self), try list.decode(Int64.self))
    let buckets = try list.decode([Int64].self)
    guard let sum,
      let histogram = LogHistogram(State(buckets: buckets, sum: sum, minimum: minimum, maximum: maximum))
    else {
      throw DecodingError.dataCorruptedError(in: list, debugDescription: "no histogram has these numbers")
    }
    self = histogram
  }
}
