/// The state of one picked photo in the UI.
package enum PhotoItemState: UInt8, Sendable {
  case selected, invalid, uploading, uploaded, failed, removed
}
