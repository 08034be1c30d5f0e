import Testing

extension Trait where Self == TimeLimitTrait {
  /// For tests that wait for sockets, threads or processes, where a defect would be a hang: after minutes, many times what
  /// the slowest takes on a busy machine, the hanging test is named and failed.
  static var limitedWait: Self { .timeLimit(.minutes(5)) }
}
