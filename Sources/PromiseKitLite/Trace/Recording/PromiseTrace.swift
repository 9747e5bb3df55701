extension PromiseTrace {
  /// Begins to record the promises of ``PromiseEnvironment/shared`` that are made from now on. Those that
  /// exist already are told as soon as such a promise has to do with them.
  ///
  /// ```swift
  /// try PromiseTrace.start(to: .file("run-%p.jsonl"), redact: { text in text == token ? "…" : text })
  /// ```
  ///
  /// - Parameters:
  ///   - target: Where the trace goes.
  ///   - values: Whether the texts of values, errors and notes are written; they may be secret.
  ///   - filter: Which events are written; all of them where there is none.
  ///   - redact: Makes of the text of a value, an error or a note what is written in its place. Called by the
  ///     thread that writes.
  ///   - title: What was recorded; the program's name where none is given.
  /// - Throws: A ``Failure`` where the target cannot be opened, or the program is recorded already.
  public static func start(
    to target: Target, values: Bool = true, filter: Filter? = nil,
    redact: (@Sendable (String) -> String)? = nil, title: String? = nil
  ) throws(Failure) {
    TraceVariable.decide()
    var options = TraceSession.Options()
    options.values = values
    options.filter = filter
    options.redact = redact
    options.title = title
    try Recorder.process.start(target, options, named: "Trace")
  }

  /// Ends the recording, if there is one: what has happened until now is written, unless the reader is
  /// waited for longer than a fifth of a second, or the disk longer than two. The promises go on.
  ///
  /// ```swift
  /// defer { PromiseTrace.stop() }
  /// ```
  public static func stop() { Recorder.process.stop() }

  /// The program is recorded.
  public static var isRecording: Bool { Recorder.process.isRecording }

  /// What `PROMISE_TRACE` says is of no interest to this program.
  package static func ignoresEnvironment() { _ = TraceVariable.claim() }

  /// What `PROMISE_TRACE` says, for the first who asks; none for whoever comes later, and where it says
  /// nothing.
  package static func claimEnvironment() -> String? { TraceVariable.claim() }

  /// What `PROMISE_TRACE` says means that nothing is to be recorded; a file of that name is `./off`.
  package static func isOff(_ text: String) -> Bool {
    ["", "off", "0", "no", "false"].contains(text.lowercased())
  }

  /// The texts of values are to be left out, as `PROMISE_TRACE_VALUES` says.
  package static var environmentLeavesOutValues: Bool { !TraceVariable.values }
}
