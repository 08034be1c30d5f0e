/// The receiver of a descriptor's readiness; called on the loop's thread.
package protocol EventHandler: AnyObject {
  func ready(_ readiness: Readiness)
}
