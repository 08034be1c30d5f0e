/// A record on its way in.
struct RecordReading<Value: JSONRecord>: Decodable {
  var value: Value

  init(_ value: Value) { self.value = value }

  init(from decoder: any Decoder) throws {
    value = .blank
    var coder = RecordCoder(.reading(try decoder.container(keyedBy: RecordKey.self)))
    value.describe(&coder)
    if let error = coder.error { throw error }
  }
}
