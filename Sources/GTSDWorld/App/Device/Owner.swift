/// Names the sign-in within the process that a request or operation belongs to.
struct Owner: Equatable {
  var process: UInt16
  var login: UInt16
  var account: UInt8
}
