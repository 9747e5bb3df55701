import PromiseSystem
import Synchronization

/// The environment variables for recording. Each is read once.
enum TraceVariable {
  private static let isClaimed = Atomic<Bool>(false)
  private static let progress = Atomic<Progress>(.undecided)

  /// How far it is decided whether the environment asks for a recording. It is not a `static let`,
  /// because a process that is forked in the meantime would wait forever.
  private enum Progress: UInt8, AtomicRepresentable {
    case undecided, deciding, decided
  }

  /// Starts recording if the environment asks for it and no other code has claimed the variable. A
  /// thread that calls this in the meantime waits, so that no promise is missed.
  static func decide() {
    guard progress.load(ordering: .acquiring) != .decided else { return }
    if value(of: name) != nil { Recorder.prepareForFork() }
    let (isFirst, _) = progress.compareExchange(
      expected: .undecided, desired: .deciding, ordering: .acquiringAndReleasing)
    guard isFirst else {
      while progress.load(ordering: .acquiring) == .deciding { usleep(50) }
      return
    }
    startIfAsked()
    #if !PROMISE_NO_GATE
      GateVariable.begin()
    #endif
    Activity.decide()
    progress.store(.decided, ordering: .releasing)
  }

  /// Decides in a process that was forked while another thread of its parent was deciding. Returns
  /// whether that is the case.
  static func isForkedWhileDeciding() -> Bool {
    let (isSo, _) = progress.compareExchange(
      expected: .deciding, desired: .decided, ordering: .relaxed)
    if isSo { Activity.decide() }
    return isSo
  }

  private static func startIfAsked() {
    guard let text = claimed() else { return }
    var options = Recorder.Options()
    options.values = values
    do throws(PromiseTrace.Failure) {
      try Recorder.process.start(PromiseTrace.Target(text), options, named: name)
    } catch {
      reportProblem(error.description, of: name)
    }
  }

  /// Returns the value of the variable to the first caller.
  static func claim() -> String? {
    defer { Activity.decide() }
    return claimed()
  }

  /// Other threads continue only when the recording has begun, so it is not decided here.
  private static func claimed() -> String? {
    guard !isClaimed.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    return value(of: name).flatMap { PromiseTrace.isOff($0) ? nil : $0 }
  }

  /// What to write of values.
  static var values: PromiseTrace.Values {
    switch value(of: valuesName) {
    case nil, "on": return .on
    case "off": return .off
    case "full": return .full
    case let text?:
      reportProblem(
        "'\(text)' is neither on, off, nor full, so values are left out", of: valuesName)
      return .off
    }
  }

  /// Writes a problem with the setting named `source` to the error stream.
  static func reportProblem(_ sentence: String, of source: String) {
    ErrorStream.write("PromiseKitLite: \(source): \(sentence)\n")
  }

  /// Reports that promises are created in a process that was forked from a recorded one.
  static func reportFork() {
    reportProblem(
      "process \(getpid()) was forked and is not recorded; a program that it starts is recorded",
      of: name)
  }

  private static func value(of name: String) -> String? { EnvironmentVariable.value(of: name) }

  private static var name: String { "PROMISE_TRACE" }
  private static var valuesName: String { "PROMISE_TRACE_VALUES" }
}
