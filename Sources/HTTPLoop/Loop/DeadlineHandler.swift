/// Told when a deadline has come; called on the loop's thread.
package protocol DeadlineHandler: AnyObject {
  func deadlineReached()
}
