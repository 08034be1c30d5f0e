#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The system's limit on the number of files and sockets that this process may have open.
package enum DescriptorLimit {
  /// Raises the limit to `wanted` if the system allows it.
  ///
  /// - Returns: the number of descriptors that are now allowed.
  package static func raise(to wanted: Int) -> Int {
    #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return .max }
    // The bounds are above any need; one of them is RLIM_INFINITY.
    let (now, most) = (Int(clamping: limit.rlim_cur), Int(clamping: limit.rlim_max))
    guard now < wanted, now < most else { return now }
    limit.rlim_cur = rlim_t(min(wanted, most))
    return setrlimit(resource, &limit) == 0 ? min(wanted, most) : now
  }
}
