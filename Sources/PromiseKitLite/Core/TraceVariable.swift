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
    PromiseEnvironment.shared.hooks?.beginProcess()
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

  /// Whether the environment says where to record, or that nothing is recorded.
  static var isSet: Bool { value(of: name) != nil }

  /// What to write of values, and how much space the file may take.
  static var options: Recorder.Options {
    var options = Recorder.Options()
    options.values = values
    options.limit = limit
    return options
  }

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

  /// The size in bytes that the file does not exceed; 0 for none.
  private static var limit: Int {
    guard let text = value(of: keepName) else { return 0 }
    if let size = size(text) { return size }
    reportProblem(
      "'\(text)' is not a size from 1M on, so the trace is not limited: "
        + "write a number and K, M or G, such as 500M", of: keepName)
    return 0
  }

  /// Returns the number of bytes that a text such as `500M` means, if that is at least a megabyte.
  static func size(_ text: String) -> Int? {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let unit = text.uppercased().last.flatMap({ units[$0] }),
      text.utf8.dropLast().allSatisfy(digits.contains), let number = Int(text.dropLast())
    else { return nil }
    let (size, isTooLarge) = number.multipliedReportingOverflow(by: unit)
    return isTooLarge || size < 1 << 20 ? nil : size
  }

  /// Reports that a file system cannot take space back.
  static func reportNoLimit(_ path: String, _ problem: Int32) {
    reportProblem(
      "the file system of \(path) cannot take space back (\(systemErrorText(problem))), "
        + "so the trace is not limited: name a file on another disk, or in /dev/shm", of: keepName)
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
  private static var keepName: String { "PROMISE_TRACE_KEEP" }
}

extension PromiseEnvironment {
  /// Starts what the environment variables ask for, before the first promise.
  static func beginProcess() { TraceVariable.decide() }

  /// Reports that promises are created in a process that was forked from a recorded one.
  static func reportFork() { TraceVariable.reportFork() }
}
