/// Carries the function of a new task from the call that starts the task into the task.
///
/// The bit cast only adds `@Sendable`. An ordinary cast would pass the function through four thunks, each of which
/// would keep a frame for the whole life of the task.
struct TaskBody {
  private struct Cast {
    let function: @Sendable @isolated(any) () async -> Void
  }

  private let function: @isolated(any) () async -> Void

  init(_ function: @escaping @isolated(any) () async -> Void) {
    self.function = function
  }

  var sendable: @Sendable @isolated(any) () async -> Void { unsafeBitCast(self, to: Cast.self).function }
}
