import Synchronization
import PromiseSystem

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
