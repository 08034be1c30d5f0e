/// What a task is to do, on its way to the task.
///
/// The bit cast adds nothing but `@Sendable`; cast bare, the function would pass through four thunks, and each would keep
/// a frame in the task for as long as that lives.
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
