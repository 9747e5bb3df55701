import PromiseCourse
import PromiseGraph
import PromiseKitLite
import PromiseSystem

/// One of the runs of a program: it is started, ends, and is read.
struct RepeatedProgram {
  let plan: RepeatPlan
  let kept: KeptRuns
  let number: Int

  /// A run that is over.
  struct Result {
    var run: RepeatedRun
    /// Its trace; none where it wrote none.
    var trace: String?
    /// What it printed.
    var printed: PrintedFile
  }

  /// Why there is no run.
  enum Failure: Error {
    /// The program cannot be started.
    case start(ChildProcess.StartError)
    /// It was given up.
    case stopped
  }

  /// Runs it.
  ///
  /// - Parameter stop: Becomes readable when the run is to be given up.
  func make(stop: Int32) throws(Failure) -> Result {
    guard let printed = PrintedFile() else { throw .start(.init(number: errno)) }
    let seed = plan.seed(of: number)
    var variables: [String: String?] = [
      "PROMISE_TRACE": kept.pattern(ofRun: number),
      "PROMISE_SHUFFLE": seed.map(plan.shuffle),
      // What it would say takes seconds, and says nothing of promises.
      "SWIFT_BACKTRACE": getenv("SWIFT_BACKTRACE").map { String(cString: $0) } ?? "enable=no",
    ]
    // Without a seed of ours the user's own holds.
    if seed == nil { variables["PROMISE_SHUFFLE"] = nil }
    let child: ChildProcess
    do throws(ChildProcess.StartError) {
      child = try ChildProcess.start(
        ChildProcess.Program(
          words: plan.words, variables: variables,
          descriptors: [STDOUT_FILENO: printed.writing, STDERR_FILENO: printed.writing]))
    } catch {
      throw .start(error)
    }
    guard let ending = wait(for: child, stop: stop) else { throw .stopped }
    return read(ending, printed, seed)
  }

  /// Waits for the end; none where the run is given up.
  private func wait(for child: ChildProcess, stop: Int32) -> RunEnding? {
    let deadline = Attention.now + plan.limit.nanoseconds
    while true {
      switch child.ending {
      case .exited(let status)?: return .exited(status)
      case .signalled(let number)?: return .signalled(number)
      case nil: break
      }
      let left = max(0, deadline - Attention.now)
      var sources = [
        pollfd(fd: child.ended, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      let milliseconds = Int32(clamping: (left + 999_999) / 1_000_000)
      let count = poll(&sources, 2, milliseconds)
      if count > 0, sources[1].revents != 0 {
        child.end(asking: SIGTERM, patience: 500)
        return nil
      }
      if count == 0, left == 0 {
        // It has time to write its last lines.
        child.end(asking: SIGTERM, patience: 500)
        return .timedOut
      }
    }
  }

  /// Reads what it recorded.
  private func read(_ ending: RunEnding, _ printed: PrintedFile, _ seed: UInt64?) -> Result {
    var best: (trace: String, events: [PromiseEvent])?
    for trace in kept.traces(ofRun: number) {
      let events = RunTrace.events(of: trace)
      if !events.isEmpty, events.count > best?.events.count ?? 0 { best = (trace, events) }
    }
    var run = RepeatedRun(
      number: number, seed: seed, ending: ending,
      digest: best.map { RunDigest($0.events, by: plan.grouping) },
      lastWords: LastWords(printed.end).reason)
    run.replay = plan.replay(run)
    (run.broken, run.reasons) = broken(in: best?.events)
    return Result(run: run, trace: best?.trace, printed: printed)
  }

  /// The expectations that do not hold in those events, and why. In a run that recorded nothing none holds:
  /// nobody has looked.
  private func broken(in events: [PromiseEvent]?) -> (texts: [String], reasons: [String]) {
    let texts = plan.expectations.map(\.text)
    guard !texts.isEmpty else { return ([], []) }
    guard let events else { return (texts, texts.map { _ in "nothing was recorded" }) }
    let run = CourseRun(events)
    let failures = plan.expectations.compactMap { expectation in
      expectation.failure(in: run).map { (expectation.text, $0.sentence(in: run)) }
    }
    return (failures.map(\.0), failures.map(\.1))
  }
}

/// The events of a trace in a file, without a word about what cannot be read of it.
enum RunTrace {
  /// More than these nobody compares.
  private static let mostEvents = 2_000_000

  /// The events in order, with a gap where some are missing; nothing where it is no trace.
  static func events(of path: String) -> [PromiseEvent] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var reader = TraceReader()
    var events: [PromiseEvent] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while events.count < mostEvents {
      let count = systemRead(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0, let more = try? reader.read(Array(buffer[..<count])) else { break }
      events += more
    }
    if let last = try? reader.finish() { events += last }
    if !zip(events, events.dropFirst()).allSatisfy({ $0.sequence < $1.sequence }) {
      events.sort { $0.sequence < $1.sequence }
    }
    return events.tellingWhatIsMissing(since: reader.header?.since ?? 0)
  }
}

extension Duration {
  /// In whole nanoseconds.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max / 2 : product + attoseconds / 1_000_000_000
  }
}

// What a method of that name hides.
private func systemRead(
  _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int
) -> Int { read(descriptor, bytes, count) }
