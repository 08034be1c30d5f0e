import GTSDStudies

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The physical memory that this process uses.
enum ResidentMemory {
  /// The bytes of this process in physical memory now; 0 if the platform does not report them.
  static var bytes: Int {
    #if canImport(Darwin)
      var info = mach_task_basic_info()
      var count = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
      let status = withUnsafeMutablePointer(to: &info) { pointer in
        pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
        }
      }
      return status == KERN_SUCCESS ? Int(info.resident_size) : 0
    #else
      // "size resident shared …" in pages.
      guard let file = fopen("/proc/self/statm", "r") else { return 0 }
      defer { fclose(file) }
      var buffer = [CChar](repeating: 0, count: 128)
      guard fgets(&buffer, 128, file) != nil else { return 0 }
      let fields = buffer.prefix { $0 != 0 }.split(separator: 0x20)
      guard fields.count > 1, let pages = Int(String(decoding: fields[1].map { UInt8($0) }, as: UTF8.self)) else {
        return 0
      }
      return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    #endif
  }
}
