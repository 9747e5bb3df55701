import PromiseEvents
import PromiseSystem

/// The environment variables of the gate. Each is read once.
enum GateVariable {
  /// The gate of this process, if `PROMISE_GATE` or `PROMISE_SCHEDULE` is set.
  static let gate: JobGate? =
    EnvironmentVariable.value(of: name) == nil
      && EnvironmentVariable.value(of: scheduleName) == nil ? nil : JobGate(ofProcess: true)

  static var name: String { "PROMISE_GATE" }
  static var scheduleName: String { "PROMISE_SCHEDULE" }

  /// Prepares the gate before the first promise: reads the schedule, and finds promise-tui.
  static func begin() {
    guard let gate else { return }
    _ = fork
    if let path = EnvironmentVariable.value(of: scheduleName) { follow(path, gate) }
    guard let text = EnvironmentVariable.value(of: name) else {
      GateThread.begin(gate, nil)
      return
    }
    do throws(PromiseTrace.Failure) {
      guard text.hasPrefix("unix:") else {
        throw PromiseTrace.Failure("'\(text)' is not a socket: use unix: and a path")
      }
      let path = PromiseTrace.Target.numbered(String(text.dropFirst(5)))
      let opening = try GateOpening.open(path)
      let trace: String
      do throws(PromiseTrace.Failure) {
        trace = try recording(beside: path)
      } catch {
        // Otherwise, a socket stays behind at which no one answers.
        if opening.isListener { unlink(path) }
        opening.descriptor.close()
        throw error
      }
      GateThread.begin(gate, GateSocket(opening, trace: trace))
    } catch {
      TraceVariable.reportProblem("\(error.description); the gate stays open", of: name)
      GateThread.begin(gate, nil)
    }
  }

  /// Returns the path of the file to which the process is recorded. Without `PROMISE_TRACE`, it is beside the
  /// socket of the gate.
  private static func recording(beside path: String) throws(PromiseTrace.Failure) -> String {
    if let path = Recorder.process.path { return path }
    guard !TraceVariable.isSet else {
      throw PromiseTrace.Failure("PROMISE_TRACE says that nothing is recorded, or names no file")
    }
    let file = PromiseTrace.Target.file(path + ".ptrace")
    try Recorder.process.start(file, TraceVariable.options, named: name)
    return Recorder.process.path ?? ""
  }

  private static func follow(_ path: String, _ gate: JobGate) {
    func report(_ problem: String) {
      TraceVariable.reportProblem("\(path): \(problem); no order is kept", of: scheduleName)
    }
    var status = stat()
    // To open a pipe could take forever.
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      return report("is not a file")
    }
    guard let text = SmallText.read(path, limit: 64 << 20) else {
      return report("cannot be read: \(systemErrorText(errno))")
    }
    do {
      gate.follow(try JobSchedule(text))
    } catch {
      report(error.description)
    }
  }

  /// Makes sure that a process that is forked from this one is not held.
  private static let fork: Void = {
    pthread_atfork(nil, nil) {
      GateVariable.gate?.leaveToParent()
      OpenDescriptors.closeAll()
    }
  }()
}

/// Reads a file without Foundation.
enum SmallText {
  /// Returns the text of a file of at most `limit` bytes; `nil` if it cannot be read, with the reason in
  /// `errno`.
  static func read(_ path: String, limit: Int) -> String? {
    let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return nil }
    defer { systemClose(descriptor) }
    var bytes: [UInt8] = []
    var portion = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = systemRead(descriptor, &portion, portion.count)
      guard count >= 0 else { return nil }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += portion[..<count]
    }
    errno = EFBIG
    return nil
  }
}
