import PromiseGraph
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
  func make(_ progress: BuildProgress) throws(PackageBuilder.Stop) -> BuildResult {
    guard let printed = PrintedFile() else { return .failed(.noFile(errno)) }
    progress("running", 0, "", [])
    let path = builder.package.path(of: program)
    let (child, end) = try builder.start { writing in
      var program = ChildProcess.Program([path], recordingTo: .descriptor(3))
      program.print(into: printed)
      program.variables["PROMISE_PRINTED"] = "fd:4"
      program.descriptors[3] = writing
      program.descriptors[4] = printed.reading
      return program
    }
    return try record(child, end, printed, progress)
  }

  private func record(
    _ child: ChildProcess, _ end: PipeReader, _ printed: PrintedFile, _ progress: BuildProgress
  ) throws(PackageBuilder.Stop) -> BuildResult {
    var trace = TraceReader()
    var events: [PromiseEvent] = []
    var traceError: TraceError?
    var bytesRead = 0
    let limit = Int(builder.package.limit.components.seconds)
    func recording(_ failure: BuildFailure?) -> BuildResult {
      if let last = try? trace.finish() { events += last }
      let text = CrashSummary(printed.rest()).lines
      guard !events.isEmpty else {
        return .failed(failure ?? .noTrace(program, traceError, printed: text))
      }
      let whole = RecordedEvents(events, printed: text, package: builder.package.folder)
      let entry = RunDescriptor(name: program, teaches: "a program of your own")
      return .ran(
        Recording(
          entry: entry, isVirtual: trace.header?.isVirtual ?? true, events: whole.events),
        failure)
    }
    do throws(PackageBuilder.Stop) {
      let ending = try builder.follow(child, end, asking: SIGKILL) { seconds in
        progress("running", seconds, "", [])
        return seconds >= limit ? .failed(.tooLong(program, limit)) : nil
      } take: { bytes in
        bytesRead += bytes.count
        do throws(TraceError) {
          events += try trace.read(bytes)
        } catch {
          traceError = traceError ?? error
        }
        let isTooMuch = events.count >= Self.mostEvents || bytesRead >= Self.mostBytes
        return isTooMuch ? .failed(.endless(program, events.count)) : nil
      }
      guard ending != .exited(0) else { return recording(nil) }
      return recording(.ended(program, ending, CrashSummary(printed.peek())))
    } catch {
      guard case .failed(let failure) = error.result else { throw error }
      return recording(failure)
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
