import PromiseSystem
import Synchronization

/// What records the shared environment of this process.
final class Recorder: Sendable {
  /// The one that there is.
  static let process = Recorder()

  private let state = Mutex(State())
  /// This process was forked from one that was recorded: nothing of what that one has may be touched.
  private let isForked = Atomic<Bool>(false)

  private struct State {
    var session: TraceSession?
    /// Made for the first recording, and kept for the process's life: an event may be on its way to it.
    var equipment: Equipment?
  }

  private struct Equipment {
    let buffer: Unmanaged<TraceBuffer>
    let bell: Bell
  }

  var isRecording: Bool {
    !isForked.load(ordering: .relaxed) && state.withLock { $0.session != nil }
  }

  /// Begins a recording; `source` is who wants it, as complaints name it.
  func start(
    _ target: PromiseTrace.Target, _ options: TraceSession.Options, named source: String
  ) throws(PromiseTrace.Failure) {
    guard !isForked.load(ordering: .relaxed) else {
      throw PromiseTrace.Failure("a process that was forked from a recorded one cannot be recorded")
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
    guard state.session == nil else {
      throw PromiseTrace.Failure("the program is recorded already: stop that recording first")
    }
    let opening = try TraceOpening.open(target)
    if let remark = opening.remark { TraceVariable.complain(remark, of: source) }
    guard let equipment = state.equipment ?? Self.makeEquipment() else {
      systemClose(opening.descriptor)
      throw PromiseTrace.Failure("the process has no descriptors left")
    }
    state.equipment = equipment
    let buffer = equipment.buffer.takeUnretainedValue()
    _ = buffer.take()
    var options = options
    options.title = options.title ?? Self.programName
    options.pid = Int(getpid())
    let shared = PromiseEnvironment.shared
    options.since = shared.bus.record(into: equipment.buffer)
    options.newest = { shared.bus.newestSequence }
    let session = TraceSession(opening, options, buffer: buffer, bell: equipment.bell)
    let hasBegun = session.begin { [self] failure in
      TraceVariable.complain(failure.description, of: source)
      forget(session)
    }
    guard hasBegun else {
      shared.bus.record(into: nil)
      throw PromiseTrace.Failure("the system has no thread left for the writer")
    }
    state.session = session
    Activity.setRecorded(true)
    shared.declareKnownQueues()
  }

  /// Ends the recording.
  func stop() {
    guard !isForked.load(ordering: .relaxed) else { return }
    let session = state.withLock { $0.session }
    guard let session else { return }
    forget(session)
    // What a writer still uses that hangs is left to it.
    if !session.end() { state.withLock { $0.equipment = nil } }
  }

  /// The recording is over, or about to be.
  private func forget(_ session: TraceSession) {
    state.withLock { state in
      guard state.session === session else { return }
      state.session = nil
      Activity.setRecorded(false)
      PromiseEnvironment.shared.bus.record(into: nil)
    }
  }

  private static func makeEquipment() -> Equipment? {
    guard let bell = Bell() else { return nil }
    _ = endings
    return Equipment(buffer: .passRetained(TraceBuffer(ring: bell.ring)), bell: bell)
  }

  /// What happens at the end of the process, and when it is forked.
  private static let endings: Void = {
    atexit { Recorder.process.stop() }
    pthread_atfork(nil, nil) { Recorder.process.leaveToParent() }
  }()

  /// This is a process that was just forked, with one thread and everybody else's locks.
  private func leaveToParent() {
    guard Activity.isRecorded else { return }
    isForked.store(true, ordering: .relaxed)
    Activity.markForked()
    PromiseEnvironment.shared.bus.record(into: nil)
    OpenDescriptors.closeAll()
  }

  private static var programName: String? {
    CommandLine.arguments.first.map { String($0.split(separator: "/").last ?? "") }
  }
}

/// What the environment of the process says about recording. It is read once.
enum TraceVariable {
  private static let isClaimed = Atomic<Bool>(false)

  /// Begins to record if the environment says so and nobody has asked before. Whoever comes meanwhile waits,
  /// so that no promise is missed.
  static func decide() { _ = decision }

  private static let decision: Void = {
    defer { Activity.decide() }
    guard let text = claim() else { return }
    var options = TraceSession.Options()
    options.values = values
    do throws(PromiseTrace.Failure) {
      try Recorder.process.start(PromiseTrace.Target(text), options, named: name)
    } catch {
      complain(error.description, of: name)
    }
  }()

  /// What the variable says, for the first who asks.
  static func claim() -> String? {
    defer { Activity.decide() }
    guard !isClaimed.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    return value(of: name).flatMap { PromiseTrace.isOff($0) ? nil : $0 }
  }

  /// Values are to be written.
  static var values: Bool {
    guard let text = value(of: valuesName), text != "on" else { return true }
    if text != "off" {
      complain("\(text) is neither on nor off, so that values are left out", of: valuesName)
    }
    return false
  }

  /// Says on the error stream what is wrong with what `source` asks for.
  static func complain(_ sentence: String, of source: String) {
    ErrorStream.write("PromiseKitLite: \(source): \(sentence)\n")
  }

  /// Promises are made in a process that was forked from one that is recorded.
  static func complainOfFork() {
    complain(
      "process \(getpid()) was forked, and is not recorded; a program that it runs is", of: name)
  }

  /// A variable, unless it is empty or the process has more rights than whoever set it.
  private static func value(of name: String) -> String? {
    let value = getuid() == geteuid() && getgid() == getegid() ? getenv(name) : nil
    return value.map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static var name: String { "PROMISE_TRACE" }
  private static var valuesName: String { "PROMISE_TRACE_VALUES" }
}
