internal import CRecording
import Synchronization

extension PromiseTrace {
  /// Starts to record the promises of ``PromiseEnvironment/shared`` that are created from now on.
  /// Existing promises are recorded when a new promise first involves them.
  ///
  /// ```swift
  /// try PromiseTrace.start(to: .file("run-%p.ptrace"), redact: { text in text == token ? "…" : text })
  /// ```
  ///
  /// - Parameters:
  ///   - target: The destination of the trace.
  ///   - values: What to write of values, errors, and notes, which may be secret.
  ///   - filter: Which events to write; all events by default.
  ///   - redact: Returns the text to write in place of the text of a value, an error, or a note. It
  ///     is called on the thread on which the event happens.
  ///   - title: The title of the recording; the name of the program by default.
  /// - Throws: A ``Failure`` if the target cannot be opened, or the program is already being
  ///   recorded.
  public static func start(
    to target: Target, values: Values = .on, filter: Filter? = nil,
    redact: (@Sendable (String) -> String)? = nil, title: String? = nil
  ) throws(Failure) {
    TraceVariable.decide()
    var options = Recorder.Options()
    options.values = values
    options.filter = filter
    options.redact = redact
    options.title = title
    try Recorder.process.start(target, options, named: "Trace")
  }

  /// Starts to record with the text of values, errors, and notes, or without it.
  ///
  /// ```swift
  /// let isDebugging = false
  /// try PromiseTrace.start(to: .file("run.ptrace"), values: isDebugging)
  /// ```
  ///
  /// - Parameters:
  ///   - target: The destination of the trace.
  ///   - values: Whether to write them: `true` means ``Values/on``, `false` ``Values/off``.
  ///   - filter: Which events to write; all events by default.
  ///   - redact: Returns the text to write in place of the text of a value, an error, or a note.
  ///   - title: The title of the recording; the name of the program by default.
  /// - Throws: A ``Failure`` if the target cannot be opened, or the program is already being
  ///   recorded.
  public static func start(
    to target: Target, values: Bool, filter: Filter? = nil,
    redact: (@Sendable (String) -> String)? = nil, title: String? = nil
  ) throws(Failure) {
    try start(
      to: target, values: values ? .on : .off, filter: filter, redact: redact, title: title)
  }

  /// Ends the recording, if there is one. The promises continue.
  ///
  /// ```swift
  /// defer { PromiseTrace.stop() }
  /// ```
  public static func stop() { Recorder.process.stop() }

  /// Whether the program is being recorded.
  public static var isRecording: Bool { Recorder.process.isRecording }

  /// Ignores `PROMISE_TRACE` in this program.
  package static func ignoresEnvironment() { _ = TraceVariable.claim() }

  /// Returns the value of `PROMISE_TRACE` to the first caller; `nil` to later callers, or if it is
  /// not set.
  package static func claimEnvironment() -> String? { TraceVariable.claim() }

  /// Returns whether this value of `PROMISE_TRACE` means that nothing is recorded. For a file of
  /// that name, use a path such as `./off`.
  package static func isOff(_ text: String) -> Bool {
    ["", "off", "0", "no", "false"].contains(text.lowercased())
  }

  /// Whether `PROMISE_TRACE_VALUES` asks to leave out the text of values.
  package static var environmentLeavesOutValues: Bool { TraceVariable.values == .off }
}

extension PromiseTrace {
  /// Posts a text as an event of the running chain.
  ///
  /// ```swift
  /// fetch(token).done { items in PromiseTrace.note("\(items.count) items") }
  /// ```
  ///
  /// - Parameter text: The text. It is evaluated only if an observer is installed or a recording
  ///   includes values.
  public static func note(_ text: @autoclosure () -> String) {
    if Activity.isOnlyRecorded, let pen = cr_whole_pen(.max) {
      let trace = pen.pointee.trace
      let text = cr_has_values(pen) != 0 ? text() : ""
      // Code of the program can begin another recording.
      return MappedTrace.note(pen, cr_stamp(pen, 0), pen.pointee.trace == trace ? text : "")
    }
    guard let environment = Activity.environment,
      environment.bus.isObserved || environment.hooks?.isTracking == true
    else { return }
    // With values off, the text is not even made.
    let isWanted = environment.hooks?.isTracking == true || environment.bus.values != .off
    let text = isWanted ? text() : ""
    environment.hooks?.note(text)
    environment.post(.note(text))
  }
}

extension PromiseTrace {
  /// Runs `body`, and tags every chain that begins in it, so that the promises of one request can
  /// be distinguished from another's. Promises that follow from a tagged promise have the same tag.
  ///
  /// ```swift
  /// PromiseTrace.tag("request 7f3") {
  ///   login().then { token in fetch(token) }.done { items in show(items) }.catch { error in alert(error) }
  /// }
  /// ```
  ///
  /// With nested calls, the innermost tag applies. Without an observer, tags have no effect.
  ///
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws.
  @discardableResult
  public static func tag<R>(_ tag: String, _ body: () throws -> R) rethrows -> R {
    Tag.begin()
    return try Tag.$running.withValue(Label(tag)) {
      guard let carrier = traceCarrier else { return try body() }
      return try carrier.tagged(tag, body)
    }
  }

  /// Runs `body`, and tags every chain that begins in it, or in a task that it creates.
  ///
  /// ```swift
  /// let items = try await PromiseTrace.tag("request 7f3") {
  ///   try await login().then { token in fetch(token) }.async()
  /// }
  /// print(items.count)
  /// ```
  ///
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws.
  @discardableResult
  public static func tag<R>(
    _ tag: String, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> R
  ) async rethrows -> R {
    Tag.begin()
    return try await Tag.$running.withValue(
      Label(tag),
      operation: {
        guard let carrier = traceCarrier else { return try await body() }
        return try await carrier.tagged(tag, isolation: isolation, body)
      }, isolation: isolation)
  }

  /// What connects the tracing library of the environment, if there is one.
  private static var traceCarrier: (any TraceCarrier)? {
    CarriedContext.isAny ? PromiseEnvironment.current.carrierList?.tracing : nil
  }
}
