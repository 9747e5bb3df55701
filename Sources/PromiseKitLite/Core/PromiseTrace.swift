import Synchronization

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

extension PromiseTrace {
  /// Posts a text as an event, in its place among the events of the running chain.
  ///
  /// ```swift
  /// fetch(token).done { items in PromiseTrace.note("\(items.count) items") }
  /// ```
  ///
  /// - Parameter text: The text. It is evaluated only if an observer is installed.
  public static func note(_ text: @autoclosure () -> String) {
    guard let environment = Activity.environment,
      environment.bus.isObserved || environment.accessTracker != nil
    else { return }
    let text = text()
    environment.accessTracker?.say(text)
    environment.post(.note(text))
  }
}

extension PromiseTrace {
  /// Runs `body`, and gives every chain that begins in it a tag, by which one request's promises can be told
  /// from another's. What follows from a tagged promise has the same tag.
  ///
  /// ```swift
  /// PromiseTrace.tag("request 7f3") {
  ///   login().then { token in fetch(token) }.done { items in show(items) }.catch { error in alert(error) }
  /// }
  /// ```
  ///
  /// Of tags that lie in each other the innermost counts. Nothing happens where nobody observes.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public static func tag<R>(_ tag: String, _ body: () throws -> R) rethrows -> R {
    Tag.begin()
    return try Tag.$running.withValue(Label(tag), operation: body)
  }

  /// Runs `body`, and gives every chain that begins in it, or in a task that it makes, a tag.
  ///
  /// ```swift
  /// let items = try await PromiseTrace.tag("request 7f3") {
  ///   try await login().then { token in fetch(token) }.async()
  /// }
  /// print(items.count)
  /// ```
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public static func tag<R>(
    _ tag: String, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> R
  ) async rethrows -> R {
    Tag.begin()
    return try await Tag.$running.withValue(Label(tag), operation: body, isolation: isolation)
  }
}

/// The tag of the task or job that is running.
enum Tag {
  @TaskLocal static var running: Label?

  private static let wasUsed = Atomic<Bool>(false)

  /// Some promise of this process may have a tag.
  static var isAny: Bool { wasUsed.load(ordering: .relaxed) && Activity.isAny }
  static func begin() { wasUsed.store(true, ordering: .relaxed) }

  /// The tag of a promise that begins here; none where nobody observes.
  static var current: Label? { isAny ? running : nil }

  /// The tag of a promise that follows from several: that of the first which has one.
  static func of(_ parents: [PromiseCore]) -> Label? {
    guard isAny else { return nil }
    for case let tag? in parents.lazy.map({ $0.metadata?.tag }) { return tag }
    return running
  }
}

extension Label {
  /// Runs `body` as a part of what has this tag.
  func bind<R>(_ body: () throws -> R) rethrows -> R {
    try Tag.$running.withValue(self, operation: body)
  }
}
