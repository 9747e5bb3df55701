import PromiseSystem
import Synchronization

/// The recorder of the shared environment of this process.
final class Recorder: Sendable {
  /// The only instance.
  static let process = Recorder()

  private let state = Mutex(State())
  /// Whether this process was forked from one that was recorded. Nothing that belongs to the
  /// parent's recording may be used.
  private let isForked = Atomic<Bool>(false)

  /// Whether the file of a mapped recording could not grow, so that there is none any longer.
  private let isFull = Atomic<Bool>(false)

  private struct State {
    var session: Session?
    /// Created for the first recording and kept until the process exits, because an event may still
    /// be on its way to it.
    var equipment: Equipment?
  }

  /// A recording: a mapped file that the program's threads write, or a stream that a thread of the
  /// library writes.
  private enum Session {
    case mapped(MappedTrace, GuardedDescriptor)
    case stream(TraceSession)
  }

  private struct Equipment {
    let buffer: Unmanaged<TraceBuffer>
    let bell: Bell
  }

  var isRecording: Bool {
    !isForked.load(ordering: .relaxed) && !isFull.load(ordering: .relaxed)
      && state.withLock { $0.session != nil }
  }

  /// Starts a recording. `source` is the name that error messages give to what requested it.
  func start(
    _ target: PromiseTrace.Target, _ options: TraceSession.Options, named source: String
  ) throws(PromiseTrace.Failure) {
    guard !isForked.load(ordering: .relaxed) else {
      throw PromiseTrace.Failure(
        "a process forked from a recorded one cannot be recorded: record a program that it starts")
    }
    let result = state.withLock { state in
      Result { () throws(PromiseTrace.Failure) in try start(target, options, source, &state) }
    }
    try result.get()
  }

  private func start(
    _ target: PromiseTrace.Target, _ options: TraceSession.Options, _ source: String,
    _ state: inout State
  ) throws(PromiseTrace.Failure) {
    if isFull.exchange(false, ordering: .acquiring),
      case .mapped(let trace, let descriptor) = state.session
    {
      OpenDescriptors.forget(descriptor)
      trace.finish()
      state.session = nil
    }
    guard state.session == nil else {
      throw PromiseTrace.Failure("the program is already being recorded: stop that recording first")
    }
    if case .file(let path) = target.resolved, path.hasSuffix(Self.binarySuffix) {
      return try map(path, options, source, &state)
    }
    let opening = try TraceOpening.open(target)
    if let remark = opening.remark { TraceVariable.reportProblem(remark, of: source) }
    // The program may have closed the descriptors of an earlier recording.
    if state.equipment?.bell.isIntact == false { state.equipment = nil }
    guard let equipment = state.equipment ?? Self.makeEquipment() else {
      opening.descriptor.close()
      throw PromiseTrace.Failure("the process has no file descriptors left: close some files first")
    }
    state.equipment = equipment
    let buffer = equipment.buffer.takeUnretainedValue()
    _ = buffer.take()
    var options = options
    options.title = options.title ?? Self.programName
    options.pid = Int(getpid())
    let shared = PromiseEnvironment.shared
    options.origin = TraceHeader.ClockOrigin { shared.executor.now }
    shared.bus.setRecorded(options.values)
    options.since = shared.bus.record(into: equipment.buffer)
    options.newest = { shared.bus.newestSequence }
    let session = TraceSession(opening, options, buffer: buffer, bell: equipment.bell)
    let hasBegun = session.begin { [self] failure in
      TraceVariable.reportProblem(failure.description, of: source)
      forget(session)
    }
    guard hasBegun else {
      shared.bus.stopRecording()
      throw PromiseTrace.Failure(
        "the thread that writes the trace cannot be started: end other threads first")
    }
    state.session = .stream(session)
    Activity.setRecorded(true)
    shared.declareKnownQueues()
  }

  /// Ends the recording.
  func stop() {
    guard !isForked.load(ordering: .relaxed) else { return }
    switch state.withLock({ $0.session }) {
    case nil: break
    case .mapped(let trace, let descriptor):
      forget { if case .mapped(let own, _) = $0 { own === trace } else { false } }
      trace.finish()
      OpenDescriptors.forget(descriptor)
    case .stream(let session):
      forget(session)
      // A writer that does not respond keeps what it is still using.
      if !session.end() { state.withLock { $0.equipment = nil } }
    }
  }

  /// Forgets the recording, which has ended or is about to end.
  private func forget(_ session: TraceSession) {
    forget { if case .stream(let own) = $0 { own === session } else { false } }
  }

  private func forget(_ isIt: (Session) -> Bool) {
    state.withLock { state in
      guard let session = state.session, isIt(session) else { return }
      state.session = nil
      Activity.setRecorded(false)
      PromiseEnvironment.shared.bus.stopRecording()
    }
  }

  /// Starts to record into a mapped file.
  private func map(
    _ path: String, _ options: TraceSession.Options, _ source: String, _ state: inout State
  ) throws(PromiseTrace.Failure) {
    // The program needs this key, and may have used all others.
    _ = ThreadState.current
    let opening = try TraceOpening.regularFile(at: path)
    if let remark = opening.remark { TraceVariable.reportProblem(remark, of: source) }
    let path = opening.path ?? path
    let shared = PromiseEnvironment.shared
    let file = MappedFile(
      TraceDescriptor(opening.descriptor, path: Self.absolute(path)),
      title: options.title ?? Self.programName,
      includesValues: options.values != .off, clock: { shared.executor.now }
    ) { status in
      Activity.setRecorded(false)
      shared.bus.stopRecording()
      TraceVariable.reportProblem(
        "\(path) cannot grow, so the trace ends here: \(systemErrorText(status))", of: source)
      // Last, because the program can start another recording now. The lock of the state may be held: a
      // recording that begins has its first events.
      self.isFull.store(true, ordering: .releasing)
    }
    guard let file else {
      let problem = errno
      opening.descriptor.close()
      throw PromiseTrace.Failure(
        "\(path) cannot be mapped: \(systemErrorText(problem)); name another file")
    }
    _ = Self.endings
    OpenDescriptors.keep(opening.descriptor)
    let trace = MappedTrace(
      file, includesValues: options.values != .off, selection: options.selection)
    shared.bus.setRecorded(options.values)
    shared.bus.record(into: trace, isAlone: !shared.isModified)
    state.session = .mapped(trace, opening.descriptor)
    Activity.setRecorded(true)
    shared.declareKnownQueues()
  }

  /// Returns the path as it is in any folder.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }

  /// The ending of the names of binary traces.
  private static var binarySuffix: String { ".ptrace" }

  private static func makeEquipment() -> Equipment? {
    guard let bell = Bell() else { return nil }
    _ = endings
    return Equipment(buffer: .passRetained(TraceBuffer(ring: bell.ring)), bell: bell)
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
