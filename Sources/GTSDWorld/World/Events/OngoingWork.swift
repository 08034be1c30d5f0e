/// An operation during which the app disables a control.
package enum OngoingWork: String, Sendable {
  case signIn = "a sign-in"
  case logOut = "a log-out"
  case answer = "an answer"
  case acknowledgment = "an acknowledgment"
  case save = "a save"
  case deletion = "the deletion of the account"
  case plan = "a load of the plan"
  case upload = "the upload of this photo"
}
