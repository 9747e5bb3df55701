import ArgumentParser
import Foundation
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens

@testable import promise_tui

/// What every command that reads a trace prints or writes of it, in this process.
struct EveryForm {
  /// An output, with the name of the form.
  struct Output {
    var form: String
    var bytes: [UInt8]
    /// Whether a terminal never shows it.
    var isBinary = false
  }

  private(set) var outputs: [Output] = []
  /// Whether the trace was read at all.
  private(set) var isTrace = false
  private let form = ScreenForm(size: Size(width: 100, height: 30))
  /// Whether playback is drawn, and the screen after every key, which takes most of the time.
  private let isThorough: Bool

  /// Reads `trace` from a file called `name`, and compares it with `other`.
  init(
    of trace: [UInt8], named name: String, besides other: Recording? = nil,
    thoroughly isThorough: Bool = false
  ) throws {
    self.isThorough = isThorough
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: name).path
    try Data(trace).write(to: URL(fileURLWithPath: path))
    let input = try TraceInput.open(path)
    defer { input.close() }
    var errors: [String] = []
    let recorded: Recording
    do throws(CommandError) {
      recorded = try Recording.read(input) { errors.append($0) }
    } catch {
      add("errors", error.sentence)
      return
    }
    isTrace = true
    // The name of the file is sanitized where a message is printed.
    for error in errors { add("errors", error.replacing(path, with: "run.jsonl")) }
    try printed(recorded)
    exported(recorded)
    checked(recorded, path)
    compared(recorded, other ?? recorded)
    pressed(recorded)
  }

  private mutating func add(_ form: String, _ text: String) {
    outputs.append(Output(form: form, bytes: Array(text.utf8)))
  }

  // MARK: - open

  private mutating func printed(_ recorded: Recording) throws {
    let run = PrintedRun(recorded)
    add("--plain", run.report)
    add("--json", run.jsonLines)
    for language in Language.all {
      add("--narrate \(language)", run.narration(in: language))
      add("--as beats \(language)", run.beats(in: language))
    }
    let (first, last) = (run.history.base, run.history.last)
    var places: [Effect.Place] = [
      .event(first), .event(first + (last - first) / 3), .event(first + (last - first) / 3 * 2),
      .event(last),
    ]
    if run.history.endTime >= 0 { places.append(.time(run.history.endTime / 2)) }
    add("--screen", try run.screens(form, at: places))
    add("--as svg", try run.picture(form, at: places, theme: nil))
    if isThorough {
      add("--as animation", try run.animation(form, theme: nil))
      add("--as cast", try run.cast(form, theme: Theme(.color), speed: 4))
    }
    let promises = run.history.graph(at: last).promises.prefix(40).map(\.id)
    for (promise, next) in zip(promises, promises.dropFirst()) {
      add("--why", try run.reasons(for: ["\(promise)"], at: nil))
      add("--why --at", try run.reasons(for: ["\(next)"], at: places[1]))
      add("--why two", try run.reasons(for: ["\(promise)", "\(next)"], at: nil))
    }
  }

  // MARK: - export

  private mutating func exported(_ recorded: Recording) {
    let middle = recorded.events.isEmpty ? 0 : recorded.events[recorded.events.count / 2].sequence
    for range in [ExportRange(), ExportRange(from: .event(middle))] {
      for format in ExportFormat.allCases {
        guard
          let export = try? Exporter(run: recorded, range: range, size: form.size).export(format)
        else { continue }
        outputs.append(
          Output(
            form: "export --as \(format)", bytes: export.bytes, isBinary: format.isBinary))
        if let shortfall = export.shortfall { add("shortfall", shortfall) }
      }
    }
  }

  // MARK: - check

  private mutating func checked(_ recorded: Recording, _ path: String) {
    var run = CheckedRun(path, recorded, isDemo: false)
    let golden = GoldenOrder(HandlerOrder(recorded.events), times: true)
    run.compare(golden, path, times: true)
    if let other = try? GoldenOrders("fetch on net\nsubmit on main\n")[nil] {
      run.compare(other, path, times: false)
    }
    let labels = recorded.events.compactMap { event -> String? in
      if case .created(let creation) = event.kind { creation.label } else { nil }
    }
    var sentences = [
      "fecth before submit", "never unhandled", "never warns slow-handler", "never end",
    ]
    for label in labels.prefix(12) {
      sentences += ["\(label) is fulfilled with 3", "\(label) on net", "\(label) at 80 ms"]
      sentences += [
        "\(label) queued for 2 ms", "never \(label) settled", "\(label) starts 9 times",
      ]
    }
    for sentence in sentences {
      guard let expectation = try? RunExpectation(reading: sentence, for: .run) else { continue }
      run.check(expectation)
    }
    let report = CheckReport(runs: [run], update: "promise-tui check \(path) --update")
    add("check", report.text)
    var places = ProgramPlaces(SourceFinder(below: "/nowhere"), root: "/nowhere")
    let findings = FindingReport(
      command: "promise-tui check",
      runs: [
        run.reported(golden: path, LintSettings(), &places),
        ReportedRun(unread: path, "it is not a trace"),
      ], root: "/nowhere")
    add("check --report junit", JUnitReport(report: findings).text)
    add("check --report sarif", SarifReport(report: findings).text)
    add("check --report lines", CompilerLines(report: findings).text)
    add("check --report github", GitHubReport(report: findings).annotations)
    add("the summary of a step", GitHubReport(report: findings).summary)
    add("check --update", golden.text)
  }

  // MARK: - diff

  private mutating func compared(_ recorded: Recording, _ other: Recording) {
    for (a, b) in [(recorded, other), (other, recorded)] {
      let diff = RunComparison(a, b, named: (a.entry.name, b.entry.name))
      add("diff --all", DiffReport(diff: diff, isWhole: true).text)
      add("diff --json", DiffDocument(diff: diff).text)
    }
  }

  // MARK: - open on a terminal

  private mutating func pressed(_ recorded: Recording) {
    var state = State(
      size: form.size, glyphs: form.glyphs, theme: .monochrome, keys: .standard, demos: [])
    _ = update(&state, .recorded(recorded))
    var narrator = ScreenNarrator(opensDemo: true)
    let keys: [Key] =
      "gjjwEl.,jW{}[]n?/:01234 vbcixoqstmGfFdLpPaAeE".map { .character($0) }
      + [.escape, .end, .up, .down, .left, .right, .tab, .pageDown, .enter, .home]
    for (place, key) in keys.enumerated() {
      _ = update(&state, .key(key))
      if isThorough || place % 8 == 0 { add("screen after \(key)", view(state).text) }
      add("narration after \(key)", narrator.sentences(for: state).joined(separator: "\n"))
    }
  }
}
