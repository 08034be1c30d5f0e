/// The sign-in within the process to which a request or operation belongs.
struct Owner: Equatable {
  var process: UInt16
  var login: UInt16
  var account: UInt8
}
