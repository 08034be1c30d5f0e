#if canImport(XCTest) && os(Linux)
  import Foundation
  import XCTest

  /// A test case that records XCTest assertions made in a world as failures of its schedule.
  ///
  /// XCTest asks its running test case to record a failure. The only safe change to somebody else's class is to its
  /// pointer in memory: the object's class is replaced by a subclass made here. A class that overrides the method
  /// itself keeps its own.
  final class XCTestFailures: XCTestCase {
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      guard let world = CapturedWorld.current else {
        return super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
      CapturedWorld.outside {
        let place = Failure.Place(fileID: filePath, filePath: filePath, line: lineNumber, column: 1)
        world.failed(Failure(key: "\(filePath):\(lineNumber) assertion", message: description, place: place))
      }
    }

    /// The index of the method in the method table of its class, as a number of machine words.
    private static let place: Int? = {
      let name = "$s6XCTest0A4CaseC13recordFailure15withDescription6inFile6atLine8expectedySS_SSSiSbtF"
      guard let method = dlsym(nil, name) else { return nil }
      // No method table of that class is longer than this.
      return (0..<200).first { table(of: XCTestCase.self)[$0] == method }
    }()

    // The words of a class object are read as pointers. `place` ensures that only the entry of the method itself is
    // used.
    private static func table(of type: XCTestCase.Type) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
      unsafeBitCast(type as AnyClass, to: UnsafeMutablePointer<UnsafeMutableRawPointer?>.self)
    }

    /// Takes the assertions of a test case, from now on.
    static func take(of test: XCTestCase) {
      guard let place else { return }
      let own = table(of: type(of: test))
      if own[place] == table(of: XCTestCase.self)[place] { own[place] = table(of: XCTestFailures.self)[place] }
    }
  }
#endif
