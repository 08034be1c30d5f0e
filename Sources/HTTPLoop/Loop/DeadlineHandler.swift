/// The receiver of a timer's deadline; called on the loop's thread.
package protocol DeadlineHandler: AnyObject {
  func deadlineReached()
}
