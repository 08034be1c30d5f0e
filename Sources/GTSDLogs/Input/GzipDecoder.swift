import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Decompresses gzip (RFC 1952) piece by piece with the system's zlib, including several consecutive members.
///
/// zlib is found at run time, not linked. If it is missing, only gzip cannot be read. The variant for Darwin has not
/// been run.
final class GzipDecoder {
  /// A reason why bytes are not unpacked.
  enum Failure: Error, Equatable {
    /// No zlib can be loaded.
    case noLibrary
    /// The bytes break the format.
    case damaged(String)
    /// The file ends before its last member does.
    case cutOff
  }

  private typealias Stream = UnsafeMutablePointer<zlib_stream>
  private typealias Begin = @convention(c) (Stream, Int32, UnsafePointer<CChar>, Int32) -> Int32
  private typealias Inflate = @convention(c) (Stream, Int32) -> Int32
  private typealias Call = @convention(c) (Stream) -> Int32

  /// The functions of zlib; nil if no library provides them.
  private struct Library {
    let begin: Begin
    let inflate: Inflate
    let reset: Call
    let end: Call

    /// The functions of zlib. The casts are valid as long as zlib keeps the signatures of its version 1, which
    /// `inflateInit2_` requests.
    static let shared: Library? = {
      for name in ["libz.so.1", "libz.1.dylib"] {
        guard let library = dlopen(name, RTLD_NOW), let begin = dlsym(library, "inflateInit2_"),
          let inflate = dlsym(library, "inflate"), let reset = dlsym(library, "inflateReset"),
          let end = dlsym(library, "inflateEnd")
        else { continue }
        return Library(
          begin: unsafeBitCast(begin, to: Begin.self), inflate: unsafeBitCast(inflate, to: Inflate.self),
          reset: unsafeBitCast(reset, to: Call.self), end: unsafeBitCast(end, to: Call.self))
      }
      return nil
    }()
  }

  /// Codes that zlib returns.
  private static let (ok, streamEnd, noProgress) = (0 as Int32, 1 as Int32, -5 as Int32)
  /// The argument `windowBits` for the largest window, with gzip's header and trailer.
  private static let windowBits: Int32 = 15 + 16
  private static let chunk = 1 << 16

  private let zlib: Library
  /// The state of zlib, which keeps its address, so that it must never move.
  private let stream: Stream
  private var output = [UInt8](repeating: 0, count: chunk)
  /// Whether the file may end here, since a member has ended and no other has begun.
  private var isBetweenMembers = false

  init() throws(Failure) {
    guard let zlib = Library.shared else { throw .noLibrary }
    stream = .allocate(capacity: 1)
    stream.initialize(to: zlib_stream())
    self.zlib = zlib
    guard zlib.begin(stream, Self.windowBits, "1", Int32(MemoryLayout<zlib_stream>.size)) == Self.ok else {
      stream.deallocate()
      throw .noLibrary
    }
  }

  deinit {
    _ = zlib.end(stream)
    stream.deallocate()
  }

  /// Unpacks the next bytes of the file.
  func take(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if isBetweenMembers {
        // Some archives fill the last block with zeros.
        guard let next = bytes[place...].firstIndex(where: { $0 != 0 }) else { break }
        place = next
        isBetweenMembers = false
        _ = zlib.reset(stream)
      }
      place += try unpack(bytes[place...], into: &result)
    }
    return result
  }

  /// Checks that the last member of the file is complete.
  func finish() throws(Failure) {
    guard isBetweenMembers else { throw .cutOff }
  }

  /// Decompresses bytes up to the end of a member.
  ///
  /// - Returns: the number of bytes consumed.
  private func unpack(_ bytes: ArraySlice<UInt8>, into result: inout [UInt8]) throws(Failure) -> Int {
    var code = Self.ok
    let left = bytes.withUnsafeBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.available_in = UInt32(input.count)
      repeat {
        code = output.withUnsafeMutableBufferPointer { room in
          stream.pointee.next_out = room.baseAddress
          stream.pointee.available_out = UInt32(room.count)
          return zlib.inflate(stream, 0)
        }
        result += output[..<(Self.chunk - Int(stream.pointee.available_out))]
      } while code == Self.ok
      return Int(stream.pointee.available_in)
    }
    switch code {
    case Self.streamEnd: isBetweenMembers = true
    case Self.noProgress: break
    default: throw .damaged(stream.pointee.message.map { String(cString: $0) } ?? "no reason given")
    }
    return bytes.count - left
  }
}
