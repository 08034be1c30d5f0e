import Foundation
import TestSupport

@testable import Documents
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The examples under `reports/`: the question that each answers, and the exact commands that make it.
enum Gallery {
  /// The degree to which the commands of an example reproduce the same bytes.
  enum Making {
    /// A test makes the example again.
    case repeatable
    /// A study makes it again, in release. A test renders again what its `report.json` contains.
    case long
    /// A study makes all of it again, except sensitivity and goal, which take minutes and are read from its
    /// `report.json`. A test renders that again.
    case studied
    /// Measured by a clock: `report.json` is a recording, and the rest is rendered from it.
    case recorded
  }

  struct Example {
    var folder: String
    var kind: String
    var question: String
    /// The commands; the last one writes the folder.
    var commands: [String]
    var making = Making.repeatable
    var note = ""
  }

  static let folder = Checkout.root.appending(path: "reports")

  /// A thousand people or more in each, since fewer say little.
  static let examples = [
    Example(
      folder: "first-day", kind: "Run",
      question: "Will 80% acknowledge their metrics within 24 hours, and what goes wrong on the way?",
      commands: ["gtsd-sim run scenarios/first-day.json --users 1000 --no-fail --output reports/first-day"],
      making: .long),
    Example(
      folder: "first-day-fixed", kind: "Run",
      question: "The same day with every state race fixed: which targets are still missed?",
      commands: ["gtsd-sim run scenarios/first-day-fixed.json --users 1000 --no-fail --output reports/first-day-fixed"],
      making: .long),
    Example(
      folder: "card-copy", kind: "Run of an experiment",
      question: "Which wording of the card gets more people to acknowledge?",
      commands: ["gtsd-sim run scenarios/card-copy.json --users 1000 --no-fail --output reports/card-copy"],
      making: .long),
    Example(
      folder: "stale-get", kind: "Exploration",
      question: "In which order must replies arrive for an acknowledged card to come back, and why?",
      commands: [
        "gtsd-sim explore scenarios/races/stale-get-overwrites-ack.json --schedules 100 --no-fail --format json,html "
          + "--output reports/stale-get"
      ],
      note: "`gtsd-sim replay reports/stale-get/report.json` replays what was found."),
    Example(
      folder: "forecast", kind: "Forecast",
      question: "How likely is the target, what moves it most, and what would reach 85%?",
      commands: [
        "gtsd-sim forecast scenarios/first-day.json --users 100 --replications 10 --sensitivity "
          + "--solve 'population.personas.*.decisions.followCard' --target 85% --no-fail --format json,html "
          + "--output reports/forecast"
      ], making: .studied),
    Example(
      folder: "roll-out", kind: "Forecast of a roll-out",
      question: "Would the triggers stop a faulty client before half of the people have it?",
      commands: [
        "gtsd-sim forecast scenarios/rollout-bad.json --users 125 --replications 8 --no-fail --format html "
          + "--output reports/roll-out"
      ], making: .long),
    Example(
      folder: "comparison", kind: "Comparison",
      question: "What changes if the races are fixed, with the same people on both sides?",
      commands: [
        "gtsd-sim compare scenarios/first-day.json scenarios/first-day-fixed.json --users 200 --replications 5 --no-fail "
          + "--format json,html --output reports/comparison"
      ], making: .long),
    Example(
      folder: "calibration", kind: "Calibration",
      question: "Which values of a scenario do these events show, and does the fit predict the later days?",
      commands: [
        "gtsd-sim run scenarios/first-day.json --users 1000 --no-fail --events events.jsonl",
        "gtsd-sim calibrate events.jsonl --scenario scenarios/first-day.json --replications 4 --format json,html "
          + "--output reports/calibration",
      ], making: .long),
    Example(
      folder: "load", kind: "Load",
      question: "How many requests per second does a server with six workers handle before it becomes slow?",
      commands: [
        "gtsd-sim serve scenarios/first-day.json --set backend.servers=6 &",
        "gtsd-sim load scenarios/load/breakpoint.json --stages 300:45s --target http://127.0.0.1:8080 --no-fail "
          + "--format json,html --output reports/load",
      ], making: .recorded),
  ]
}

/// The index page of all examples.
enum GalleryPage {
  static var text: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Example reports · gtsd-sim</title>
    <style>
    \(PageFile.report.text)
    .gallery { list-style: none; margin: 2.6rem 0 0; padding: 0; display: grid; gap: 1.2rem;
      grid-template-columns: repeat(auto-fill, minmax(min(100%, 30rem), 1fr)); }
    .gallery h2 { line-height: 1.35; margin: 0 0 .9rem; }
    .gallery h2 a { text-decoration-color: var(--line); text-decoration-thickness: 2px; }
    .gallery h2 a:hover, .gallery h2 a:focus { text-decoration-color: var(--accent); }
    .gallery .copy { margin-bottom: .5rem; }
    .gallery .meta { margin: .9rem 0 0; }
    </style>
    </head>
    <body>
    <a class="skip" href="#main">Skip to the examples</a>
    <header>
    <p class="eyebrow">gtsd-sim</p>
    <h1>Example reports</h1>
    <p class="lede">One report of every kind, from scenarios of this repository with few people and fixed seeds.</p>
    <p class="meta">Each page stands alone: it needs no network, and can be mailed. Commands run at the top of the
    repository and give the same bytes on every machine, but where it says otherwise.</p>
    </header>
    <main id="main">
    <ul class="gallery">
    \(Gallery.examples.map(card).joined(separator: "\n"))
    </ul>
    </main>
    <footer><p><code>RECORD_SNAPSHOTS=1 swift test --filter ExampleReportTests</code> writes the pages anew.</p></footer>
    <script>
    \(PageFile.reportScript.text)
    </script>
    </body>
    </html>

    """
  }

  private static func card(_ example: Gallery.Example) -> String {
    let commands = example.commands.map(PageRenderer.copyable)
    let making =
      switch example.making {
      case .repeatable, .long: ""
      case .studied: "Takes a minute or two. "
      case .recorded: "Measured by the clock and recorded: another run gives other numbers. "
      }
    return """
      <li class="card">
      <p class="eyebrow">\(escaped(example.kind))</p>
      <h2><a href="\(example.folder)/report.html">\(escaped(example.question))</a></h2>
      \(commands.joined(separator: "\n"))
      <p class="meta">\(PageRenderer.prose(making + example.note))\(making.isEmpty && example.note.isEmpty ? "" : " ")Opens
      <code>\(example.folder)/report.html</code>.</p>
      </li>
      """
  }
}
