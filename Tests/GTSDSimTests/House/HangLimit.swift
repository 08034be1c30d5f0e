import Testing

extension Trait where Self == TimeLimitTrait {
  /// For tests that wait for sockets, threads or processes, where a defect would be a hang: the hanging test is named and
  /// failed. The clock starts while a test still waits for its turn, and all tests begin at once: where other work takes
  /// the processors, the whole suite has been seen to need 1,188 s, so that the limit is no shorter.
  static var limitedWait: Self { .timeLimit(.minutes(30)) }
}
