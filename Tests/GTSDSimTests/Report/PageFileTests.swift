import Foundation
import TestSupport
import Testing

@testable import Documents

/// The files of web pages that are embedded in the program.
struct PageFileTests {
  @Test("The files of the folder `pages` are embedded in the program unchanged")
  func filesAreThoseOfTheFolder() throws {
    let folder = Checkout.root.appending(path: "pages")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.contains(".") }
    #expect(files.sorted() == PageFile.allCases.map(\.rawValue).sorted())
    for page in PageFile.allCases {
      #expect(try page.text + "\n" == String(contentsOf: folder.appending(path: page.rawValue), encoding: .utf8))
    }
  }
}
