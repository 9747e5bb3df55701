extension PromiseEvent {
  /// The event that a line of a trace tells. Its texts are looked for among `shared` first.
  init(fields: TraceFields, _ shared: inout SharedTexts) throws(TraceFields.Failure) {
    self = try PromiseEvent(fields: fields, kind: try Kind(fields: fields, &shared))
  }

  /// An event of that kind, with everything else from a line of a trace.
  init(fields: TraceFields, kind: Kind) throws(TraceFields.Failure) {
    self.init(
      sequence: try fields.integer("n", in: Self.numbers),
      time: Int64(try fields.integer("t", in: Self.times)),
      thread: try fields.maybeIdentity("th"), queue: try fields.maybeIdentity("q"), kind: kind)
  }
}

extension PromiseEvent {
  /// What can be the number of an event: as far as JSON's numbers are exact everywhere.
  private static var numbers: ClosedRange<Int> { 1...Int(clamping: Int64(1) << 53 - 1) }
  /// What can be a time: two of them can be subtracted. That is a century and a half.
  private static var times: ClosedRange<Int> {
    Int(clamping: Int64(-1) << 62)...Int(clamping: Int64(1) << 62)
  }
}

extension PromiseEvent.Kind {
  @inline(__always)
  fileprivate init(
    fields: TraceFields, _ shared: inout SharedTexts
  ) throws(TraceFields.Failure) {
    let name: Name = try fields.word("k")
    if let kind = try Self.aboutPromise(name, fields, &shared) {
      self = kind
    } else if let kind = try Self.aboutWork(name, fields, &shared) {
      self = kind
    } else {
      throw .unknownWord(field: "k", name.rawValue)
    }
  }

  private static func aboutPromise(
    _ name: Name, _ fields: TraceFields, _ shared: inout SharedTexts
  ) throws(TraceFields.Failure) -> Self? {
    switch name {
    case .created: .created(try creation(fields, &shared))
    case .bodyStarted: .bodyStarted(promise: try fields.identity("p"))
    case .bodyEnded:
      .bodyEnded(promise: try fields.identity("p"), threw: try fields.flag("threw"))
    case .handlerAttached:
      .handlerAttached(
        parent: try fields.identity("parent"), child: try fields.identity("p"),
        ordinal: try fields.integer("ordinal"), queue: try fields.identity("on"))
    case .handlerSkipped:
      .handlerSkipped(
        parent: try fields.identity("parent"), child: try fields.identity("p"),
        reason: try fields.word("why"))
    case .adopted:
      .adopted(outer: try fields.identity("p"), inner: try fields.identity("inner"))
    case .settled: .settled(try settlement(fields))
    case .resolutionIgnored:
      .resolutionIgnored(
        promise: try fields.identity("p"), site: try fields.maybeSite(&shared),
        attempt: try fields.maybeWord("out"))
    case .inputAdded:
      .inputAdded(
        fanIn: try fields.identity("p"), index: try fields.integer("i"),
        input: try fields.identity("input"))
    case .inputSettled:
      .inputSettled(
        fanIn: try fields.identity("p"), index: try fields.integer("i"),
        input: try fields.identity("input"), outcome: try fields.word("out"))
    case .inputIgnored:
      .inputIgnored(
        fanIn: try fields.identity("p"), index: try fields.integer("i"),
        input: try fields.identity("input"), outcome: try fields.word("out"))
    case .errorHandled:
      .errorHandled(promise: try fields.identity("p"), by: try fields.identity("by"))
    case .errorUnhandled:
      .errorUnhandled(
        promise: try fields.identity("p"), origin: try fields.identity("origin"),
        error: try fields.maybeString("text") ?? "")
    case .deallocated:
      .deallocated(
        promise: try fields.identity("p"), state: try finalState(fields),
        waiting: try fields.promises("waiting"))
    default: nil
    }
  }

  private static func aboutWork(
    _ name: Name, _ fields: TraceFields, _ shared: inout SharedTexts
  ) throws(TraceFields.Failure) -> Self? {
    switch name {
    case .jobEnqueued:
      .jobEnqueued(
        job: try fields.identity("j"), child: try fields.maybeIdentity("p"),
        queue: try fields.identity("on"), label: try fields.maybeString("label", &shared))
    case .jobStarted:
      .jobStarted(
        job: try fields.identity("j"), child: try fields.maybeIdentity("p"),
        queue: try fields.identity("on"))
    case .jobEnded:
      .jobEnded(
        job: try fields.identity("j"), child: try fields.maybeIdentity("p"),
        queue: try fields.identity("on"), ending: try fields.word("end"))
    case .touched:
      .touched(job: try fields.identity("j"), names: try fields.strings("names"))
    case .waitBegan:
      .waitBegan(
        promise: try fields.identity("p"), queue: try fields.maybeIdentity("on"),
        job: try fields.maybeIdentity("j"))
    case .waitEnded:
      .waitEnded(
        promise: try fields.identity("p"), queue: try fields.maybeIdentity("on"),
        job: try fields.maybeIdentity("j"), ending: try fields.maybeWord("end") ?? .settled)
    case .awaitBegan: .awaitBegan(promise: try fields.identity("p"))
    case .awaitEnded:
      .awaitEnded(promise: try fields.identity("p"), ending: try fields.word("end"))
    case .cancelRequested: .cancelRequested(context: try fields.integer("context"))
    case .timerScheduled:
      .timerScheduled(
        timer: try fields.identity("timer"), promise: try fields.maybeIdentity("p"),
        due: Int64(try fields.integer("due")))
    case .timerFired:
      .timerFired(timer: try fields.identity("timer"), promise: try fields.maybeIdentity("p"))
    case .timerCancelled:
      .timerCancelled(timer: try fields.identity("timer"), promise: try fields.maybeIdentity("p"))
    case .choiceMade:
      .choiceMade(chosen: try fields.integer("chosen"), options: try options(fields))
    case .queueDeclared:
      .queueDeclared(
        queue: try fields.identity("on"), label: try fields.string("label"),
        kind: try queueKind(fields), assumed: try fields.flag("assumed"))
    case .threadNamed:
      .threadNamed(thread: try fields.identity("thread"), name: try fields.string("name"))
    case .note: .note(try fields.string("text"))
    case .sourceText:
      .sourceText(
        file: try fields.string("file"), firstLine: try fields.integer("line"),
        text: try fields.string("text"))
    case .intervened:
      .intervened(promise: try fields.identity("p"), what: try fields.string("what"))
    case .dropped: .dropped(count: try fields.integer("count"))
    default: nil
    }
  }
}

extension PromiseEvent.Kind {
  private static func creation(
    _ fields: TraceFields, _ shared: inout SharedTexts
  ) throws(TraceFields.Failure) -> PromiseEvent.Creation {
    PromiseEvent.Creation(
      promise: try fields.identity("p"), operation: try fields.word("op"),
      label: try fields.maybeString("label", &shared), site: try fields.maybeSite(&shared),
      parents: try fields.promises("parents"), late: try fields.flag("late"),
      isGuarantee: try fields.flag("guarantee"), tag: try fields.maybeString("tag", &shared))
  }

  private static func settlement(
    _ fields: TraceFields
  ) throws(TraceFields.Failure) -> PromiseEvent.Settlement {
    PromiseEvent.Settlement(
      promise: try fields.identity("p"), outcome: try fields.word("out"),
      description: try fields.maybeString("text") ?? "",
      origin: try fields.maybeIdentity("origin"), from: try fields.maybeIdentity("from"),
      oddity: try fields.maybeWord("odd"))
  }

  private static func finalState(
    _ fields: TraceFields
  ) throws(TraceFields.Failure) -> PromiseEvent.FinalState {
    switch try fields.string("state") {
    case "settled": .settled
    case "pending": .pending
    case "forwarded": .forwarded(to: try fields.identity("to"))
    case let word: throw .unknownWord(field: "state", word)
    }
  }

  private static func options(
    _ fields: TraceFields
  ) throws(TraceFields.Failure) -> [PromiseEvent.Choice] {
    var options: [PromiseEvent.Choice] = []
    for option in try fields.objects("options") { options.append(try choice(option)) }
    return options
  }

  private static func choice(
    _ fields: TraceFields
  ) throws(TraceFields.Failure) -> PromiseEvent.Choice {
    if let job: JobID = try fields.maybeIdentity("resume") { return .resume(job: job) }
    if let job: JobID = try fields.maybeIdentity("start") {
      return .start(queue: try fields.identity("on"), job: job)
    }
    if let job: JobID = try fields.maybeIdentity("end") { return .end(job: job) }
    if let timer: TimerID = try fields.maybeIdentity("fire") { return .fire(timer: timer) }
    throw .unknownWord(field: "options", fields.firstKey ?? "{}")
  }

  private static func queueKind(
    _ fields: TraceFields
  ) throws(TraceFields.Failure) -> PromiseEvent.QueueKind {
    switch try fields.string("type") {
    case "serial": .serial
    case "immediate": .immediate
    case "concurrent": .concurrent(width: try fields.maybeInteger("width"))
    case let word: throw .unknownWord(field: "type", word)
    }
  }
}
