/// A record that is being read.
package struct RecordReading<Value: JSONRecord>: Decodable {
  package var value: Value

  package init(_ value: Value) { self.value = value }

  package init(from decoder: any Decoder) throws {
    value = .blank
    var coder = RecordCoder(.reading(try decoder.container(keyedBy: RecordKey.self)))
    value.describe(&coder)
    if let error = coder.error { throw error }
  }
}
