import ArgumentParser
import PromiseGraph
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// Shows the runs that `open` and `attach` name: traces, folders with traces, and processes that are running.
struct RunOpening {
  let names: [String]
  /// Whether files are followed that do not say whether their program is running.
  let follows: Bool
  let shown: ShownRunOptions
  var reports: ReportOptions?

  /// - Throws: The exit status, after the reason is reported.
  func show() throws {
    let recording = NodeRecordings()
    defer { recording.end() }
    let sources = try sources(recording)
    defer { for source in sources { source.input?.close() } }
    if let form = shown.form ?? (reports?.isEmpty == false ? shown.text : nil) {
      return try print(form, sources)
    }
    if names.count > ProcessMerger.most { Output.printError(ProcessMerger.tooMany(names.count)) }
    let feed = TraceFeed(
      sources: Array(sources.prefix(ProcessMerger.most)), follows: follows,
      finder: shown.sources.finder)
    try Screens(play: shown.play).show(
      ProgramSource(begin: feed.begin), opening: feed.program.entry.name
    ) {
      // A pipe cannot be opened a second time.
      try print(shown.text, sources)
    }
  }

  /// Opens what the names stand for.
  private func sources(_ recording: NodeRecordings) throws -> [TraceFeed.Source] {
    if follows, names.count == 1, NodeProcess(names[0]) == nil, TraceInput.mayBegin(names[0]) {
      return [TraceFeed.Source(name: names[0], input: nil)]
    }
    let places = try names.flatMap { name -> [(path: String, process: pid_t?)] in
      guard !Folder.exists(name), let process = NodeProcess(name) else {
        return try TracePaths.files(name, isOneOfSeveral: names.count > 1).map { ($0, nil) }
      }
      do throws(CommandError) {
        if process.runsNode { return [(try recording.begin(process), process.id)] }
        return [(try RunningProgram.trace(of: process.id), nil)]
      } catch {
        throw error.report()
      }
    }
    return try places.map {
      let input = try TraceInput.open($0.path)
      return TraceFeed.Source(name: input.name, input: input, process: $0.process)
    }
  }

  private func print(_ form: PrintedForm, _ sources: [TraceFeed.Source]) throws {
    if case .trace = form, follows, reports == nil, sources.count == 1, let input = sources[0].input
    {
      let process = sources[0].process
      return try LineConversion.print(input) { process.map(NodeProcess.isRunning) ?? true }
    }
    // A process that is recorded only now has not done anything yet.
    for case let process? in sources.map(\.process) {
      while NodeProcess.isRunning(process) { _ = waitToRead([], milliseconds: 50) }
    }
    let run =
      try sources.count == 1
      ? Recording.read(sources[0].input ?? TraceInput.open(sources[0].name))
      : Recording.processes(sources.map(\.name))
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

/// Processes of Node.js that are recorded into files of ours until ``end()``.
private final class NodeRecordings {
  private var folder: PrivateFolder?

  /// Returns the path of the file to which a process is recorded from now on.
  func begin(_ process: NodeProcess) throws(CommandError) -> String {
    guard let folder = folder ?? PrivateFolder() else {
      throw CommandError(FileError.temporary(errno))
    }
    self.folder = folder
    let trace = "\(folder.path)/\(process.id)\(TraceName.lines)"
    try process.record(to: trace)
    return trace
  }

  /// Without its file, a recording ends.
  func end() { folder?.remove() }
}
