import GTSDStudies

#if canImport(Darwin)
  import Darwin
#else
  import CPlatform
  import Glibc
#endif

/// The cores of the machine: their assignment to client and server, and their use.
enum Machine {
  /// The processor time that this process has used, in seconds.
  static var ownTime: Double { seconds(0) }

  /// The processor time, in seconds, of ended processes that this one had started.
  static var childrenTime: Double { seconds(-1) }

  /// `RUSAGE_SELF` is 0 and `RUSAGE_CHILDREN` -1 everywhere, but of a different type.
  private static func seconds(_ who: Int32) -> Double {
    var usage = rusage()
    getrusage(who, &usage)
    return seconds(of: usage)
  }

  private static func seconds(of usage: rusage) -> Double {
    let micro = Double(usage.ru_utime.tv_usec) + Double(usage.ru_stime.tv_usec)
    return Double(usage.ru_utime.tv_sec) + Double(usage.ru_stime.tv_sec) + micro / 1e6
  }

  /// Whether server and client get a core each.
  static var hasTwoCores: Bool { cores.count > 1 }

  /// The cores that this process may use, of the first 64; empty if threads cannot be bound to cores.
  private static let cores: [Int] = {
    #if os(Linux)
      let mask = allowed_cores()
      return (0..<64).filter { mask & (1 << UInt64($0)) != 0 }
    #else
      return []
    #endif
  }()

  /// The side of a measurement, which decides the cores it runs on.
  enum Side {
    case server, client, anywhere
  }

  /// Binds the calling thread, and threads that it starts later, to its side's core. Does nothing if there is only one
  /// core or threads cannot be bound.
  static func bind(to side: Side) {
    guard hasTwoCores else { return }
    #if os(Linux)
      let chosen =
        switch side {
        case .server: [cores[0]]
        case .client: [cores[1]]
        case .anywhere: cores
        }
      _ = allow_cores(chosen.reduce(0) { $0 | 1 << UInt64($1) })
    #endif
  }

  /// Runs a body whose threads and processes are bound to a side's core.
  static func bound<Result, Failure>(
    to side: Side, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    bind(to: side)
    defer { bind(to: .client) }
    return try body()
  }

  /// The process's resident memory in bytes, after unused memory was returned to the system.
  static var residentBytes: Int {
    #if os(Linux)
      give_memory_back()
    #endif
    return ResidentMemory.bytes
  }
}
