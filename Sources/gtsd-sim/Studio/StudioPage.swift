import GTSDSim

/// The page's files. They stand in the binary as texts, so that it works wherever it is moved to.
enum StudioPage {
  /// The style sheet of reports, then the studio's additions.
  static let css = [ReportLook.css, style, styleWatch].joined(separator: "\n")

  /// The script of reports, then the studio's additions.
  static let script =
    [
      ReportLook.script, scriptCore, scriptAsk, scriptAssume, scriptWatch, scriptDay, scriptRace, scriptLoad,
      scriptRest,
    ]
    .joined(separator: "\n")

  static let icon = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f766e"/>
    <path d="M6 23C12 23 13 10 26 9" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round"/>
    <circle cx="17" cy="15.6" r="3.4" fill="#fff"/></svg>
    """
}
