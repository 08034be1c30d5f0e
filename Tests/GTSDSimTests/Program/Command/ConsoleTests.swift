import Foundation
import GTSDSim
import Testing

@testable import Documents
@testable import GTSDCommandLine
@testable import gtsd_sim

struct ConsoleTests {
  @Test(
    arguments: [
      ([:], true), (["LANG": "en_US.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false),
      (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false), (["LC_CTYPE": "de_DE.UTF-8", "LANG": "C"], true),
      (["LC_ALL": "", "LC_CTYPE": "POSIX"], false), (["LANG": ""], true), (["LANG": "de_DE.ISO-8859-1"], false),
    ] as [([String: String], Bool)])
  func theFirstLocaleThatIsSetDecides(environment: [String: String], isUTF8: Bool) {
    #expect(TerminalInfo.isUTF8(environment) == isUTF8)
  }

  @Test func noColorAndDumbTerminalsDisableColour() {
    #expect(!Console.standard(environment: ["NO_COLOR": "1"]).colorsOut)
    #expect(!Console.standard(environment: ["TERM": "dumb"]).animatesError)
  }

  @Test func aPlainConsoleGetsASCIIFromPeoplesTextAlone() throws {
    let scratch = try Scratch()
    let report = try scratch.write(SampleReport.full.json, "report.json")
    func output(_ arguments: [String], isPlain: Bool) -> String {
      let collector = Collector()
      var console = collector.console()
      console.isPlain = isPlain
      _ = GTSDSimCommand.run(arguments, console: console)
      return collector.output
    }
    for arguments in [["report", report], ["--help"], ["run", "--help"], ["list", "kpis"]] {
      let text = output(arguments, isPlain: true)
      #expect(!text.isEmpty && text.allSatisfy { $0.isASCII }, "\(arguments)")
    }
    #expect(output(["report", report], isPlain: true).contains("####"))
    #expect(output(["report", report], isPlain: false).contains("████"))
    // Output for programs is the same everywhere.
    for arguments in [["report", report, "--json"], ["report", report, "--format", "html"]] {
      #expect(output(arguments, isPlain: true) == output(arguments, isPlain: false))
    }
  }

  /// No line of help or of a list is wider than the terminal, and no word is lost.
  @Test(arguments: [40, 60, 80, 99])
  func helpAndListsFitATerminal(width: Int) throws {
    for arguments in [
      ["--help"], ["run", "--help"], ["calibrate", "--help"], ["list", "kpis"], ["list", "hazards"],
    ] {
      let narrow = CommandResult(arguments) { ($0.fitsText, $0.width) = (true, width) }
      let wide = CommandResult(arguments)
      let lines = narrow.out.split(separator: "\n")
      // A word that is longer than a line, such as a path in an example, may be cut.
      #expect(lines.allSatisfy { $0.count < width }, "\(lines.filter { $0.count >= width })")
      func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }
      #expect(letters(narrow.out) == letters(wide.out), "\(arguments)")
    }
  }

  @Test func nonASCIILettersStayInRemarks() {
    #expect(PlainText.ascii("füße → ✓", keepsOthers: true) == "füße -> +")
    #expect(PlainText.ascii("füße → ✓") == "f??e -> +")
  }

  /// The state that a shell leaves for a background command: SIGINT ignored. `nohup` ignores SIGHUP.
  @Test func signalsIgnoredBeforehandAreListenedToButForHangUp() {
    #expect(Interrupts.watched { _ in SIG_DFL } == [SIGINT, SIGTERM, SIGHUP])
    #expect(Interrupts.watched { $0 == SIGINT ? SIG_IGN : SIG_DFL } == [SIGINT, SIGTERM, SIGHUP])
    #expect(Interrupts.watched { $0 == SIGHUP ? SIG_IGN : SIG_DFL } == [SIGINT, SIGTERM])
    #expect(Interrupts.watched { _ in nil } == [SIGINT, SIGTERM, SIGHUP])
  }
}
