import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// One run of a program that writes a trace: what it did, what it printed, and how it ended.
struct ProgramRun {
  let builder: PackageBuilder
  /// The program's name.
  let program: String

  /// The limit of events.
  static let mostEvents = 200_000
  private static let mostBytes = 64 << 20

  /// Runs the program to its end, within its limits.
  func make(_ progress: BuildProgress) throws(BuildResult) -> BuildResult {
    guard let printed = PrintedFile(), let folder = PrivateFolder() else {
      return .failed(.noFile(errno))
    }
    defer { folder.remove() }
    progress("running", 0, "", [])
    let trace = "\(folder.path)/run\(TraceName.binary)"
    // What it prints goes to a file, so nothing arrives through the pipe.
    let (child, end) = try builder.start { _ in
      var program = ChildProcess.Program(
        [builder.package.path(of: self.program)], recordingTo: trace)
      program.print(into: printed)
      program.variables["PROMISE_PRINTED"] = "fd:4"
      program.descriptors[4] = printed.reading
      return program
    }
    return try record(child, end, RecordedRunFile(path: trace), printed, progress)
  }

  private func record(
    _ child: ChildProcess, _ end: PipeReader, _ file: RecordedRunFile, _ printed: PrintedFile,
    _ progress: BuildProgress
  ) throws(BuildResult) -> BuildResult {
    var file = file
    let limit = Int(builder.package.limit.components.seconds)
    func recording(_ failure: BuildFailure?) -> BuildResult {
      file.read(hasEnded: true)
      let text = CrashSummary(printed.rest()).lines
      guard !file.events.isEmpty else {
        return .failed(failure ?? .noTrace(program, file.problem, printed: text))
      }
      let whole = RecordedEvents(file.events, printed: text, package: builder.package.folder)
      let entry = RunDescriptor(name: program, teaches: "a program of your own")
      return .ran(
        Recording(entry: entry, isVirtual: file.isVirtual, events: whole.events), failure)
    }
    do {
      let ending = try builder.follow(child, end, asking: SIGKILL) { seconds in
        progress("running", seconds, "", [])
        if seconds >= limit { return .failed(.tooLong(program, limit)) }
        file.read(hasEnded: false)
        return file.isTooLong ? .failed(.endless(program, file.events.count)) : nil
      } take: { _ in
        nil
      }
      guard ending != .exited(0) else { return recording(nil) }
      return recording(.ended(program, ending, CrashSummary(printed.peek())))
    } catch {
      guard case .failed(let failure) = error else { throw error }
      return recording(failure)
    }
  }

  /// What the program has recorded so far.
  private struct RecordedRunFile {
    let path: String
    private var trace: GrowingTrace?
    private(set) var events: [PromiseEvent] = []
    /// Why it cannot be read.
    private(set) var problem: CommandError?

    init(path: String) { self.path = path }

    var isVirtual: Bool { trace?.decoder.header?.isVirtual ?? true }
    var isTooLong: Bool {
      events.count >= ProgramRun.mostEvents || trace?.decoder.position ?? 0 >= ProgramRun.mostBytes
    }

    mutating func read(hasEnded: Bool) {
      trace = trace ?? GrowingTrace(path)
      trace?.decoder.follows = !hasEnded
      do {
        while problem == nil, !isTooLong,
          case .events(let more)? = try trace?.read(hasEnded: hasEnded)
        {
          events += more
        }
      } catch {
        problem = error
      }
    }
  }
}

/// The events of a finished run, completed with the text of the source files that they name, and
/// with what was printed after the last event.
struct RecordedEvents {
  let events: [PromiseEvent]

  /// - Parameters:
  ///   - recorded: The events in order of arrival.
  ///   - printed: The output that no event contains.
  ///   - package: The folder of its sources.
  init(_ recorded: [PromiseEvent], printed: [String], package: String) {
    var events = recorded.sorted { $0.sequence < $1.sequence }
    if let last = events.last {
      events += printed.enumerated().map { place, line in
        var note = last
        note.sequence += place + 1
        note.kind = .note(line)
        return note
      }
    }
    var finder = SourceFinder(below: package)
    // They come first, as when the program records them itself.
    let sources = finder.texts(for: events).sorted { $0.file < $1.file }.enumerated().map {
      place, source in
      PromiseEvent(
        sequence: place + 1, time: 0, thread: nil, queue: nil,
        kind: .sourceText(
          file: source.file, firstLine: source.firstLine,
          text: source.lines.joined(separator: "\n")))
    }
    for index in events.indices { events[index].sequence += sources.count }
    self.events = sources + events
  }
}
