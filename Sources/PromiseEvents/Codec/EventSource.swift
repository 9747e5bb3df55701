/// Returns the fields of an event, one after the other, in the order in which an ``EventSink``
/// received them; ``PromiseEvent/Kind/decode(_:from:)`` reads them.
protocol EventSource {
  associatedtype Failure: Error

  /// Returns a number that names something. A source from outside the process fails if the number is
  /// not in `range`.
  mutating func integer(_ key: EventKey, in range: ClosedRange<Int>) throws(Failure) -> Int
  mutating func maybeInteger(_ key: EventKey, in range: ClosedRange<Int>) throws(Failure) -> Int?
  /// Returns an amount. A source from outside the process returns the nearest number in `range`.
  mutating func amount(_ key: EventKey, in range: ClosedRange<Int>) throws(Failure) -> Int
  mutating func maybeAmount(_ key: EventKey, in range: ClosedRange<Int>) throws(Failure) -> Int?
  mutating func flag(_ key: EventKey) throws(Failure) -> Bool
  mutating func word<Word: EventWord>(_ key: EventKey) throws(Failure) -> Word
  mutating func maybeWord<Word: EventWord>(_ key: EventKey) throws(Failure) -> Word?
  mutating func text(_ key: EventKey) throws(Failure) -> String
  /// Returns a text that is likely to repeat: a label, a tag.
  mutating func maybeName(_ key: EventKey) throws(Failure) -> String?
  /// Returns the text of a value or an error; empty if it was left out.
  mutating func value(_ key: EventKey) throws(Failure) -> String
  mutating func promises(_ key: EventKey) throws(Failure) -> [PromiseID]
  mutating func texts(_ key: EventKey) throws(Failure) -> [String]
  mutating func choices(_ key: EventKey) throws(Failure) -> [PromiseEvent.Choice]
  mutating func site() throws(Failure) -> SourceSite?
  /// Returns a place that binary traces contain since a minor version.
  mutating func site(since minor: Int) throws(Failure) -> SourceSite?
  /// Whether an await has its function and its place, and a creation its language, which older
  /// traces do not contain.
  var hasFunctionsOfAwaits: Bool { get }
  /// Returns the language of the program.
  mutating func language() throws(Failure) -> PromiseEvent.ProgramLanguage
}

extension EventSource {
  @inline(__always)
  mutating func site(since minor: Int) throws(Failure) -> SourceSite? { try site() }

  @inline(__always)
  var hasFunctionsOfAwaits: Bool { true }

  @inline(__always)
  mutating func id<ID: EventIdentity>(_ key: EventKey) throws(Failure) -> ID {
    ID(try integer(key, in: EventNumbers.identities))
  }

  @inline(__always)
  mutating func maybeID<ID: EventIdentity>(_ key: EventKey) throws(Failure) -> ID? {
    try maybeInteger(key, in: EventNumbers.identities).map { ID($0) }
  }
}

extension PromiseEvent.Kind {
  /// Creates an event of the given kind from the fields that `source` returns.
  @inline(__always)
  static func decode<Source: EventSource>(
    _ name: Name, from source: inout Source
  ) throws(Source.Failure) -> Self {
    switch name {
    case .created: return .created(try source.creation())
    case .bodyStarted: return .bodyStarted(promise: try source.id("p"))
    case .bodyEnded:
      return .bodyEnded(promise: try source.id("p"), threw: try source.flag("threw"))
    case .handlerAttached:
      let child: PromiseID = try source.id("p")
      return .handlerAttached(
        parent: try source.id("parent"), child: child,
        ordinal: try source.integer("ordinal", in: EventNumbers.places), queue: try source.id("on"))
    case .jobEnqueued:
      return .jobEnqueued(
        job: try source.id("j"), child: try source.maybeID("p"), queue: try source.id("on"),
        label: try source.maybeName("label"))
    case .jobStarted:
      return .jobStarted(
        job: try source.id("j"), child: try source.maybeID("p"), queue: try source.id("on"))
    case .jobEnded:
      return .jobEnded(
        job: try source.id("j"), child: try source.maybeID("p"), queue: try source.id("on"),
        ending: try source.word("end"))
    case .touched: return .touched(job: try source.id("j"), names: try source.texts("names"))
    case .handlerSkipped:
      let child: PromiseID = try source.id("p")
      return .handlerSkipped(
        parent: try source.id("parent"), child: child, reason: try source.word("why"))
    case .adopted: return .adopted(outer: try source.id("p"), inner: try source.id("inner"))
    case .settled: return .settled(try source.settlement())
    case .resolutionIgnored:
      let promise: PromiseID = try source.id("p")
      let attempt: PromiseEvent.Outcome? = try source.maybeWord("out")
      return .resolutionIgnored(promise: promise, site: try source.site(), attempt: attempt)
    case .inputAdded:
      return .inputAdded(
        fanIn: try source.id("p"), index: try source.integer("i", in: EventNumbers.places),
        input: try source.id("input"))
    case .inputSettled:
      return .inputSettled(
        fanIn: try source.id("p"), index: try source.integer("i", in: EventNumbers.places),
        input: try source.id("input"), outcome: try source.word("out"))
    case .inputIgnored:
      return .inputIgnored(
        fanIn: try source.id("p"), index: try source.integer("i", in: EventNumbers.places),
        input: try source.id("input"), outcome: try source.word("out"))
    case .errorHandled: return .errorHandled(promise: try source.id("p"), by: try source.id("by"))
    case .errorUnhandled:
      return .errorUnhandled(
        promise: try source.id("p"), origin: try source.id("origin"),
        error: try source.value("text"))
    case .deallocated:
      return .deallocated(
        promise: try source.id("p"), state: try source.finalState(),
        waiting: try source.promises("waiting"))
    case .waitBegan:
      return .waitBegan(
        promise: try source.id("p"), queue: try source.maybeID("on"), job: try source.maybeID("j"),
        site: try source.site(since: 1))
    case .waitEnded:
      return .waitEnded(
        promise: try source.id("p"), queue: try source.maybeID("on"), job: try source.maybeID("j"),
        ending: try source.waitEnding())
    case .awaitBegan:
      let promise: PromiseID = try source.id("p")
      guard source.hasFunctionsOfAwaits else { return .awaitBegan(promise: promise) }
      return .awaitBegan(
        promise: promise, by: try source.maybeID("by"), site: try source.site())
    case .awaitEnded:
      return .awaitEnded(
        promise: try source.id("p"), ending: try source.word("end"),
        by: source.hasFunctionsOfAwaits ? try source.maybeID("by") : nil)
    case .cancelRequested:
      return .cancelRequested(context: try source.amount("context", in: EventNumbers.counts))
    case .timerScheduled:
      return .timerScheduled(
        timer: try source.id("timer"), promise: try source.maybeID("p"),
        due: Int64(try source.amount("due", in: EventNumbers.times)))
    case .timerFired:
      return .timerFired(timer: try source.id("timer"), promise: try source.maybeID("p"))
    case .timerCancelled:
      return .timerCancelled(timer: try source.id("timer"), promise: try source.maybeID("p"))
    case .choiceMade:
      return .choiceMade(
        chosen: try source.integer("chosen", in: EventNumbers.places),
        options: try source.choices("options"))
    case .queueDeclared:
      return .queueDeclared(
        queue: try source.id("on"), label: try source.text("label"), kind: try source.queueKind(),
        assumed: try source.flag("assumed"))
    case .threadNamed:
      return .threadNamed(thread: try source.id("thread"), name: try source.text("name"))
    case .note: return .note(try source.text("text"))
    case .sourceText:
      return .sourceText(
        file: try source.text("file"), firstLine: try source.amount("line", in: EventNumbers.lines),
        text: try source.text("text"))
    case .intervened:
      return .intervened(promise: try source.id("p"), what: try source.text("what"))
    case .dropped:
      return .dropped(count: try source.amount("count", in: EventNumbers.counts))
    case .spanLinked:
      let promise: PromiseID = try source.id("p")
      let context = PromiseEvent.TraceContext(readable: try source.text("traceparent"))
      return .spanLinked(promise: promise, context: context, role: try source.word("role"))
    case .processDeclared:
      return .processDeclared(
        process: try source.id("process"), name: try source.text("name"),
        systemID: try source.maybeAmount("pid", in: EventNumbers.counts),
        uncertainty: try source.maybeAmount("uncertainty", in: EventNumbers.times).map { Int64($0) }
      )
    case .threadAssigned:
      return .threadAssigned(thread: try source.id("thread"), process: try source.id("process"))
    case .gateChanged:
      return .gateChanged(
        PromiseEvent.GateChange(
          try source.word("action"), job: try source.maybeID("j"),
          timer: try source.maybeID("timer"),
          reason: try source.maybeName("reason")))
    }
  }
}

extension EventSource {
  @inline(__always)
  fileprivate mutating func creation() throws(Failure) -> PromiseEvent.Creation {
    PromiseEvent.Creation(
      promise: try id("p"), operation: try word("op"), label: try maybeName("label"),
      site: try site(), parents: try promises("parents"), late: try flag("late"),
      isGuarantee: try flag("guarantee"), tag: try maybeName("tag"), language: try language())
  }

  @inline(__always)
  fileprivate mutating func settlement() throws(Failure) -> PromiseEvent.Settlement {
    PromiseEvent.Settlement(
      promise: try id("p"), outcome: try word("out"), description: try value("text"),
      origin: try maybeID("origin"), from: try maybeID("from"), oddity: try maybeWord("odd"),
      site: try site(since: 6))
  }

  @inline(__always)
  fileprivate mutating func finalState() throws(Failure) -> PromiseEvent.FinalState {
    let word: StateWord = try word("state")
    switch word {
    case .settled: return .settled
    case .pending: return .pending
    case .forwarded: return .forwarded(to: try id("to"))
    }
  }

  @inline(__always)
  fileprivate mutating func queueKind() throws(Failure) -> PromiseEvent.QueueKind {
    let word: QueueWord = try word("type")
    switch word {
    case .serial: return .serial
    case .immediate: return .immediate
    case .concurrent: return .concurrent(width: try maybeAmount("width", in: EventNumbers.widths))
    }
  }

  /// Returns how a wait ended. Older traces do not contain it.
  @inline(__always)
  fileprivate mutating func waitEnding() throws(Failure) -> PromiseEvent.WaitEnding {
    try maybeWord("end") ?? .settled
  }
}
