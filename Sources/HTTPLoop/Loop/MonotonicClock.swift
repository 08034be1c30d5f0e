#if canImport(Darwin)
  import Darwin
#else
  import CPlatform
  import Glibc
#endif

/// The system's clock that never goes back.
package enum MonotonicClock {
  /// Nanoseconds since some instant in the past.
  @inline(__always)
  package static var nanoseconds: Int64 {
    var time = timespec()
    #if canImport(Darwin)
      clock_gettime(CLOCK_UPTIME_RAW, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// A clock of the processor time that the calling thread has used.
package enum ThreadClock {
  /// The processor time used so far, in nanoseconds.
  package static var nanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// The system's calendar, which may be set.
package enum CalendarClock {
  /// The present time, in milliseconds since 1970 (UTC).
  package static var milliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
