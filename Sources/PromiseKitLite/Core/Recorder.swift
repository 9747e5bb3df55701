import PromiseSystem
import Synchronization

/// The recorder of the shared environment of this process.
final class Recorder: Sendable {
  /// The only instance.
  static let process = Recorder()

  private let state = Mutex<Session?>(nil)
  /// Whether this process was forked from one that was recorded. Nothing that belongs to the
  /// parent's recording may be used.
  private let isForked = Atomic<Bool>(false)
  /// Whether the file could not grow, so that nothing is recorded any longer.
  private let isFull = Atomic<Bool>(false)

  /// A recording.
  private struct Session {
    let trace: MappedTrace
    let descriptor: GuardedDescriptor
    let path: String
  }

  /// What to record.
  struct Options: Sendable {
    var values = PromiseTrace.Values.on
    var filter: PromiseTrace.Filter?
    var redact: (@Sendable (String) -> String)?
    var title: String?
    /// The size in bytes that the file does not exceed; 0 for none.
    var limit = 0

    /// Returns what to write of an event, or `nil`; not set if every event is written as it is.
    var selection: (@Sendable (PromiseEvent) -> PromiseEvent?)? {
      guard filter != nil || redact != nil else { return nil }
      return { [filter, redact] event in
        if let filter, !filter.isWanted(event) { return nil }
        guard let redact else { return event }
        var event = event
        event.kind = event.kind.redacted(redact)
        return event
      }
    }
  }

  var isRecording: Bool { path != nil }

  /// The path of the file; `nil` if there is no recording.
  var path: String? {
    guard !isForked.load(ordering: .relaxed), !isFull.load(ordering: .relaxed) else { return nil }
    return state.withLock { $0?.path }
  }

  /// Starts a recording. `source` is the name that error messages give to what requested it.
  func start(
    _ target: PromiseTrace.Target, _ options: Options, named source: String
  ) throws(PromiseTrace.Failure) {
    guard !isForked.load(ordering: .relaxed) else {
      throw PromiseTrace.Failure(
        "a process forked from a recorded one cannot be recorded: record a program that it starts")
    }
    let result = state.withLock { session in
      Result { () throws(PromiseTrace.Failure) in try start(target, options, source, &session) }
    }
    try result.get()
  }

  private func start(
    _ target: PromiseTrace.Target, _ options: Options, _ source: String, _ session: inout Session?
  ) throws(PromiseTrace.Failure) {
    if isFull.exchange(false, ordering: .acquiring), let full = session {
      OpenDescriptors.forget(full.descriptor)
      full.trace.finish()
      session = nil
    }
    guard session == nil else {
      throw PromiseTrace.Failure("the program is already being recorded: stop that recording first")
    }
    // The program needs this key, and may have used all others.
    _ = ThreadState.current
    let asked = try target.path()
    let name = Self.binaryName(asked)
    let opening = try TraceOpening.regularFile(at: name)
    if name != asked {
      TraceVariable.reportProblem(
        "a program is recorded in the binary format, to \(opening.path): "
          + "'promise-tui export' writes JSON Lines", of: source)
    }
    if let remark = opening.remark { TraceVariable.reportProblem(remark, of: source) }
    let path = Self.absolute(opening.path)
    let shared = PromiseEnvironment.shared
    let trace = MappedTrace(
      opening.descriptor, path: path, title: options.title ?? Self.programName,
      includesValues: options.values != .off, selection: options.selection, limit: options.limit,
      clock: { shared.executor.now }
    ) { status in
      Activity.setRecorded(false)
      shared.bus.stopRecording()
      TraceVariable.reportProblem(
        "\(opening.path) cannot grow, so the trace ends here: \(systemErrorText(status)); "
          + Self.cure(of: status), of: source)
      // Last, because the program can start another recording now. The lock of the state may be held: a
      // recording that begins has its first events.
      self.isFull.store(true, ordering: .releasing)
    }
    guard let trace else {
      let problem = errno
      opening.descriptor.close()
      throw PromiseTrace.Failure(
        "\(opening.path) cannot be mapped into memory: \(systemErrorText(problem)); "
          + "name a file on a local disk, or in /dev/shm")
    }
    if trace.limitProblem != 0 { TraceVariable.reportNoLimit(opening.path, trace.limitProblem) }
    _ = Self.endings
    OpenDescriptors.keep(opening.descriptor)
    shared.bus.setRecorded(options.values)
    shared.bus.record(into: trace, isAlone: shared.hooks == nil)
    session = Session(trace: trace, descriptor: opening.descriptor, path: path)
    Activity.setRecorded(true)
    shared.declareKnownQueues()
  }

  /// Returns what helps if a file cannot grow.
  private static func cure(of problem: Int32) -> String {
    switch problem {
    case ENOSPC, EDQUOT: "free some space, or name a file on another disk"
    case EFBIG: "raise the limit of 'ulimit -f'"
    default: "name another file"
    }
  }

  /// Returns the name of the binary trace for a name that ends like JSON Lines.
  private static func binaryName(_ path: String) -> String {
    path.hasSuffix(".jsonl") ? String(path.dropLast(".jsonl".count)) + ".ptrace" : path
  }

  /// Ends the recording.
  func stop() {
    guard !isForked.load(ordering: .relaxed) else { return }
    let ended = state.withLock { session in
      defer { session = nil }
      guard session != nil else { return session }
      Activity.setRecorded(false)
      PromiseEnvironment.shared.bus.stopRecording()
      return session
    }
    ended?.trace.finish()
    if let ended { OpenDescriptors.forget(ended.descriptor) }
  }

  /// Returns the path as it is in any folder.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }

  /// Registers handlers for the end of the process and for a fork.
  private static let endings: Void = {
    atexit { Recorder.process.stop() }
    pthread_atfork(nil, nil) { Recorder.process.leaveToParent() }
  }()

  /// Makes sure that a process that is forked from this one knows that it is not recorded.
  static func prepareForFork() { _ = endings }

  /// Leaves the recording to the parent. This process was just forked: it has one thread, and locks
  /// that other threads held.
  private func leaveToParent() {
    guard TraceVariable.isForkedWhileDeciding() || Activity.isRecorded else { return }
    isForked.store(true, ordering: .relaxed)
    Activity.markForked()
    PromiseEnvironment.shared.bus.stopRecording()
    OpenDescriptors.closeAll()
  }

  private static var programName: String? {
    CommandLine.arguments.first.map { String($0.split(separator: "/").last ?? "") }
  }
}
