import Documents
import GTSDSim

/// The files that the studio serves: those of reports, then its own.
enum StudioPage {
  static let html = PageFile.studio.text
  static let icon = PageFile.studioIcon.text
  static let css = ([ReportLook.css] + [PageFile.studioStyle, .watchStyle].map(\.text)).joined(separator: "\n")
  static let script =
    ([ReportLook.script]
    + [PageFile.coreScript, .askScript, .assumeScript, .watchScript, .dayScript, .raceScript, .loadScript, .restScript]
    .map(\.text)).joined(separator: "\n")
}
