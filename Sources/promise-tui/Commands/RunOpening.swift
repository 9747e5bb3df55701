import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// Shows the runs that `open` and `attach` name: traces, folders with traces, and processes that are running.
struct RunOpening {
  let names: [String]
  /// Whether the screen follows files that do not say whether their program is running, and waits for one that is missing.
  let follows: Bool
  let shown: ShownRunOptions
  var reports: ReportOptions?

  /// - Throws: The exit status, after the reason is reported.
  func show() throws {
    let processes = ProcessTraces()
    defer { processes.end() }
    let sources = try sources(processes)
    defer { for source in sources { source.input?.close() } }
    if let form = shown.form ?? (reports?.isEmpty == false ? shown.text : nil) {
      return try print(form, sources)
    }
    let feed = TraceFeed(sources: sources, follows: follows, finder: shown.sources.finder)
    try Screens(play: shown.play).show(
      ProgramSource(begin: feed.begin), opening: feed.program.entry.name
    ) {
      // A pipe cannot be opened a second time.
      try print(shown.text, sources)
    }
  }

  /// Opens what the names stand for.
  private func sources(_ processes: ProcessTraces) throws -> [TraceFeed.Source] {
    if follows, names.count == 1, NodeProcess(names[0]) == nil, TraceInput.mayBegin(names[0]) {
      return [TraceFeed.Source(name: names[0], input: nil)]
    }
    let traces = try names.flatMap { name -> [ProcessTraces.Trace] in
      do throws(CommandError) {
        if let trace = try processes.trace(named: name) { return [trace] }
      } catch {
        throw error.report()
      }
      return try TracePaths.files(name, isOneOfSeveral: names.count > 1).map {
        ProcessTraces.Trace(path: $0)
      }
    }
    return try ProcessMerger.shown(traces).map {
      let input = try TraceInput.open($0.path)
      return TraceFeed.Source(name: input.name, input: input, process: $0.process)
    }
  }

  /// Prints what has happened. Only the screen follows a program.
  private func print(_ form: PrintedForm, _ sources: [TraceFeed.Source]) throws {
    if case .trace = form, reports?.isEmpty != false, sources.count == 1,
      let input = sources[0].input,
      let process = sources[0].process
    {
      return try LineConversion.print(input) { NodeProcess.isRunning(process) }
    }
    for case let process? in sources.map(\.process) { ProcessTraces.waitForEnd(of: process) }
    if let source = sources.first, source.input == nil, TraceInput.mayBegin(source.name) {
      throw CommandError(
        "\(source.name): no such file, and only a screen waits for one: 'promise-tui export \(shellQuoted(source.name)) --follow' waits for it, and prints each event as it happens",
        status: 66
      ).report()
    }
    let run = try Recording.read(sources.map { try $0.input ?? TraceInput.open($0.name) })
    guard let reports else {
      try shown.print(run, as: form)
      if run.isDamaged { throw ExitCode(65) }
      return
    }
    let status: Int32 = run.isDamaged ? 65 : 0
    var reporter = reports.reporter("open", shown.sources.finder, shown.play.lints.settings)
    try shown.print(
      run, as: form, named: names.joined(separator: " "), status: status, &reporter)
    if run.isDamaged { throw ExitCode(status) }
  }
}
