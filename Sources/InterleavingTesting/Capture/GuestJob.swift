import CInterpose

/// A piece of work for a world: a job of the runtime, work for a Dispatch queue, or the remainder of either.
///
/// The scheduler handles it as one machine word: the address of memory that is aligned to more than four bytes. The two
/// lowest bits are therefore free, and distinguish these kinds from each other and from the scheduler's own jobs.
enum GuestJob {
  case job(UnownedJob)
  case work(OpaquePointer)
  case rest(InterruptedJob)

  private static let jobTag = 1 as UInt
  private static let workTag = 2 as UInt
  private static let restTag = 3 as UInt
  private static let mask = 3 as UInt

  /// Whether a word is the address of a guest's job.
  @inline(__always)
  static func isGuest(_ word: UnownedJob) -> Bool {
    unsafeBitCast(word, to: UInt.self) & mask != 0
  }

  /// Decodes a tagged job pointer.
  init(_ word: UnownedJob) {
    let bits = unsafeBitCast(word, to: UInt.self)
    if bits & Self.mask == Self.workTag, let work = OpaquePointer(bitPattern: bits & ~Self.mask) {
      self = .work(work)
    } else if bits & Self.mask == Self.restTag, let rest = UnsafeRawPointer(bitPattern: bits & ~Self.mask) {
      self = .rest(Unmanaged.fromOpaque(rest).takeUnretainedValue())
    } else {
      self = .job(unsafeBitCast(bits & ~Self.mask, to: UnownedJob.self))
    }
  }

  /// The job's address with its kind in the lowest bits. The casts only move bits that no address uses. `Handovers`
  /// retains an interrupted job until the job has ended.
  var word: UnownedJob {
    switch self {
    case .job(let job): unsafeBitCast(unsafeBitCast(job, to: UInt.self) | Self.jobTag, to: UnownedJob.self)
    case .rest(let job):
      unsafeBitCast(UInt(bitPattern: Unmanaged.passUnretained(job).toOpaque()) | Self.restTag, to: UnownedJob.self)
    case .work(let work): unsafeBitCast(UInt(bitPattern: work) | Self.workTag, to: UnownedJob.self)
    }
  }
}
