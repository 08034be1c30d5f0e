import Foundation

/// The user's web browser.
package enum Browser {
  /// Programs that open an address in the browser. The first that exists is used.
  #if os(macOS)
    private static let openers = ["/usr/bin/open"]
  #else
    private static let openers = ["/usr/bin/xdg-open", "/usr/local/bin/xdg-open"]
  #endif

  /// Opens an address in a browser if there is a screen. Otherwise the user can follow the printed address.
  package static func open(_ url: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
    #if !os(macOS)
      guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
    #endif
    guard let opener = openers.first(where: FileManager.default.isExecutableFile) else { return }
    let process = Process()
    process.executableURL = URL(filePath: opener)
    process.arguments = [url]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try? process.run()
  }
}
