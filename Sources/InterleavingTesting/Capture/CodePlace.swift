import CInterpose
import Foundation

/// A place in the code under test, for reports.
struct CodePlace: Hashable, Sendable, Codable {
  /// The function, as in `HomeViewModel.load()`.
  var function: String
  /// File and line, as in `HomeViewModel.swift:31`; nil if the executable has no debugging information about the place.
  var line: String?

  /// The place as text: the function, and the line if known.
  var text: String { line.map { "\(function) at \($0)" } ?? function }

  /// Reads the tables of the executable, so that copies of the process need not.
  static func prepare() {
    var line = 0
    let address = capture_code_address()
    _ = resumed(at: address)
    free(capture_line(address, &line))
  }

  private static let safe = Guarded<[UInt: Bool]>([:])

  /// Whether a function may be interrupted at an address. Functions that the compiler generated may not, since the
  /// runtime may call them while it holds a lock.
  static func isInterruptible(_ address: UnsafeRawPointer) -> Bool {
    if let isSafe = safe.withLock({ $0[UInt(bitPattern: address)] }) { return isSafe }
    let isSafe = SymbolNames.plain(address).map { !SymbolNames.isOfCompiler($0) } ?? false
    safe.withLock { $0[UInt(bitPattern: address)] = isSafe }
    return isSafe
  }

  /// The kind of function that a branch is in.
  static func branch(at place: UnsafeRawPointer) -> capture_branch {
    guard isInterruptible(place), let name = SymbolNames.plain(place) else { return capture_generated }
    return SymbolNames.short(name) == nil ? capture_of_library : capture_of_code
  }

  private static let known = Guarded<[UInt: CodePlace?]>([:])

  /// The place at which code is resumed; nil if it is not in the code under test, or has no name.
  static func resumed(at address: UnsafeRawPointer) -> CodePlace? { place(of: UInt(bitPattern: address)) }

  /// The address in the innermost function of the code under test that calls the running one.
  static func addressOfCaller() -> UnsafeRawPointer? {
    let points = UnsafeMutableBufferPointer<UnsafeRawPointer?>.allocate(capacity: 48)
    defer { points.deallocate() }
    let count = capture_callers(points.baseAddress!, points.count)
    // A call may be the last instruction of its function, so the return address may belong to the next function.
    return points[..<count].lazy.compactMap { $0.map { $0 - 1 } }.first { resumed(at: $0) != nil }
  }

  /// The innermost function of the code under test that calls the running one.
  static func ofCaller() -> CodePlace? { addressOfCaller().flatMap { resumed(at: $0) } }

  private static func place(of address: UInt) -> CodePlace? {
    if let known = known.withLock({ $0[address] }) { return known }
    let place = UnsafeRawPointer(bitPattern: address).flatMap { address in
      SymbolNames.function(address).map { CodePlace(function: $0, line: line(of: address)) }
    }
    known.withLock { $0[address] = place }
    return place
  }

  private static func line(of address: UnsafeRawPointer) -> String? {
    var line = 0
    guard let file = capture_line(address, &line) else { return nil }
    defer { free(file) }
    return "\(String(cString: file)):\(line)"
  }
}

/// The origin of a task, for reports.
struct TaskOrigin: Sendable, Codable {
  /// The name that the code gave the task; nil if there is none.
  var name: String?
  /// The task that the runtime resumes by this job, if the job looks like a task of its own, as for `Task.yield`.
  var owner: UInt32?
  /// The place at which the task was made.
  var place: CodePlace?
  /// Whether this is work on a queue of Dispatch instead of a Swift task.
  var isWork = false

  /// A description of the task; nil if nothing is known about it.
  var text: String? {
    if let name { return "task \"\(name)\"" }
    return place.map { "the \(isWork ? "work" : "task") made in \($0.text)" }
  }

  /// The short form for a column: the name, otherwise the line.
  var short: String? { name.map { "\"\($0)\"" } ?? place.map { $0.line ?? $0.function } }

  /// The place at which the task was made, as the text of a table cell.
  var maker: String { place.map { "made in \($0.text)" } ?? "" }
}
