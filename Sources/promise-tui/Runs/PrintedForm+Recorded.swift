import PromiseGraph
import PromiseKitLite
import PromiseScreens

extension PrintedForm {
  /// Prints what this form makes of a run that was recorded, with the texts of the files that `finder`
  /// finds.
  func print(_ recorded: RecordedRun, lints: LintSettings, finder: SourceFinder) throws {
    if case .trace = self { return Self.printLines(of: recorded) }
    var run = CompleteRun(recorded, lints: lints)
    if showsSource {
      var finder = finder
      run.sources = finder.texts(for: recorded.events)
    }
    if run.history.evicted > 0 {
      Output.complain(
        "\(recorded.entry.name): the first \(run.history.evicted) events are left out: "
          + "the newest \(run.history.count) are kept")
    }
    Output.emit(try text(of: run))
  }

  /// The whole trace, however long it is, in the order of its events.
  private static func printLines(of recorded: RecordedRun) {
    let writer = TraceWriter()
    var bytes = writer.line(recorded.header)
    for event in recorded.events {
      writer.append(event, to: &bytes)
      guard bytes.count > 1 << 18 else { continue }
      Output.emit(String(decoding: bytes, as: UTF8.self))
      bytes.removeAll(keepingCapacity: true)
    }
    Output.emit(String(decoding: bytes, as: UTF8.self))
  }

  /// The texts of files are seen in it.
  private var showsSource: Bool {
    switch self {
    case .screen, .picture: true
    case .report, .trace, .narration, .reasons: false
    }
  }
}
