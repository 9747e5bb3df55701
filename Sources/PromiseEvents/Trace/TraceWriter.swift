extension PromiseTrace {
  /// Writes events as lines of a trace; ``PromiseTrace/Header`` tells the format.
  ///
  /// ```swift
  /// let recorder = RecordingObserver()
  /// PromiseEnvironment(observers: [recorder]).run { begin() }
  /// let writer = PromiseTrace.Writer(includesValues: false)
  /// var bytes = writer.line(PromiseTrace.Header(isVirtual: false, title: "login"))
  /// for event in recorder.events { writer.append(event, to: &bytes) }
  /// ```
  public struct Writer: Sendable {
    /// Whether the texts of values, errors and notes are written; they may be secret.
    public var includesValues: Bool

    /// A writer that writes values, or leaves them out.
    public init(includesValues: Bool = true) { self.includesValues = includesValues }

    /// The header as the first line of a trace.
    public func line(_ header: PromiseTrace.Header) -> [UInt8] {
      var bytes: [UInt8] = []
      let room = JSONObjectWriter.room(fixed: 200, text: header.title?.utf8.count ?? 0)
      JSONObjectWriter.append(to: &bytes, room: room) { object in
        object.add("promise-trace", "\(header.major).\(header.minor)")
        object.add("clock", header.isVirtual ? "virtual" : "monotonic")
        object.add("title", header.title)
        if let pid = header.pid { object.add("pid", pid) }
        if let since = header.since { object.add("since", since) }
      }
      return bytes
    }

    /// The event as a line.
    public func line(_ event: PromiseEvent) -> [UInt8] {
      var bytes: [UInt8] = []
      append(event, to: &bytes)
      return bytes
    }

    /// Adds the event as a line to `bytes`.
    public func append(_ event: PromiseEvent, to bytes: inout [UInt8]) {
      let room = JSONObjectWriter.room(fixed: 480, text: event.kind.variableSize)
      JSONObjectWriter.append(to: &bytes, room: room) { object in
        object.add("n", event.sequence)
        object.add("t", Int(event.time))
        object.add("th", event.thread)
        object.add("q", event.queue)
        object.add("k", word: event.kind.name)
        add(event.kind, to: &object)
      }
    }
  }
}

extension TraceWriter {
  /// Adds the fields of each kind of event that is about promises.
  func add(_ kind: PromiseEvent.Kind, to object: inout JSONObjectWriter) {
    switch kind {
    case .created(let creation):
      object.add("p", creation.promise)
      object.add("op", word: creation.operation)
      object.add("label", creation.label)
      add(creation.site, to: &object)
      object.add("parents", creation.parents)
      object.add("late", flag: creation.late)
      object.add("guarantee", flag: creation.isGuarantee)
      object.add("tag", creation.tag)
    case .bodyStarted(let promise): object.add("p", promise)
    case .bodyEnded(let promise, let threw):
      object.add("p", promise)
      object.add("threw", flag: threw)
    case .handlerAttached(let parent, let child, let ordinal, let queue):
      object.add("p", child)
      object.add("parent", parent)
      object.add("ordinal", ordinal)
      object.add("on", queue)
    case .handlerSkipped(let parent, let child, let reason):
      object.add("p", child)
      object.add("parent", parent)
      object.add("why", word: reason)
    case .adopted(let outer, let inner):
      object.add("p", outer)
      object.add("inner", inner)
    case .settled(let settlement): add(settlement, to: &object)
    case .resolutionIgnored(let promise, let site, let attempt):
      object.add("p", promise)
      if let attempt { object.add("out", word: attempt) }
      add(site, to: &object)
    case .inputAdded(let fanIn, let index, let input):
      object.add("p", fanIn)
      object.add("i", index)
      object.add("input", input)
    case .inputSettled(let fanIn, let index, let input, let outcome),
      .inputIgnored(let fanIn, let index, let input, let outcome):
      object.add("p", fanIn)
      object.add("i", index)
      object.add("input", input)
      object.add("out", word: outcome)
    case .errorHandled(let promise, let by):
      object.add("p", promise)
      object.add("by", by)
    case .errorUnhandled(let promise, let origin, let error):
      object.add("p", promise)
      object.add("origin", origin)
      addValue(error, to: &object)
    case .deallocated(let promise, let state, let waiting):
      object.add("p", promise)
      add(state, to: &object)
      object.add("waiting", waiting)
    default: addWork(kind, to: &object)
    }
  }

  /// Adds the fields of the other kinds.
  private func addWork(_ kind: PromiseEvent.Kind, to object: inout JSONObjectWriter) {
    switch kind {
    case .jobEnqueued(let job, let child, let queue, let label):
      addJob(job, child, queue, to: &object)
      object.add("label", label)
    case .jobStarted(let job, let child, let queue): addJob(job, child, queue, to: &object)
    case .jobEnded(let job, let child, let queue, let ending):
      addJob(job, child, queue, to: &object)
      object.add("end", word: ending)
    case .touched(let job, let names):
      object.add("j", job)
      object.add("names", names)
    case .waitBegan(let promise, let queue, let job):
      object.add("p", promise)
      object.add("on", queue)
      object.add("j", job)
    case .waitEnded(let promise, let queue, let job, let ending):
      object.add("p", promise)
      object.add("on", queue)
      object.add("j", job)
      object.add("end", word: ending)
    case .awaitBegan(let promise): object.add("p", promise)
    case .awaitEnded(let promise, let ending):
      object.add("p", promise)
      object.add("end", word: ending)
    case .cancelRequested(let context): object.add("context", context)
    case .timerScheduled(let timer, let promise, let due):
      object.add("timer", timer)
      object.add("p", promise)
      object.add("due", Int(due))
    case .timerFired(let timer, let promise), .timerCancelled(let timer, let promise):
      object.add("timer", timer)
      object.add("p", promise)
    case .choiceMade(let chosen, let options):
      object.add("chosen", chosen)
      object.add("options", options)
    case .queueDeclared(let queue, let label, let kind, let assumed):
      object.add("on", queue)
      object.add("label", label)
      add(kind, to: &object)
      object.add("assumed", flag: assumed)
    case .threadNamed(let thread, let name):
      object.add("thread", thread)
      object.add("name", name)
    case .note(let text): object.add("text", includesValues ? text : "")
    case .sourceText(let file, let firstLine, let text):
      object.add("file", file)
      object.add("line", firstLine)
      object.add("text", text)
    case .intervened(let promise, let what):
      object.add("p", promise)
      object.add("what", what)
    case .dropped(let count): object.add("count", count)
    default: break
    }
  }

  private func add(_ settlement: PromiseEvent.Settlement, to object: inout JSONObjectWriter) {
    object.add("p", settlement.promise)
    object.add("out", word: settlement.outcome)
    addValue(settlement.description, to: &object)
    object.add("origin", settlement.origin)
    object.add("from", settlement.from)
    if let oddity = settlement.oddity { object.add("odd", word: oddity) }
  }

  private func addValue(_ text: String, to object: inout JSONObjectWriter) {
    if includesValues, !text.isEmpty { object.add("text", text) }
  }

  private func add(_ site: SourceSite?, to object: inout JSONObjectWriter) {
    guard let site else { return }
    object.add("file", site.file)
    object.add("line", site.line)
    object.add("col", site.column)
  }

  private func addJob(
    _ job: JobID, _ child: PromiseID?, _ queue: QueueID, to object: inout JSONObjectWriter
  ) {
    object.add("j", job)
    object.add("p", child)
    object.add("on", queue)
  }

  private func add(_ state: PromiseEvent.FinalState, to object: inout JSONObjectWriter) {
    switch state {
    case .settled: object.add("state", "settled")
    case .pending: object.add("state", "pending")
    case .forwarded(let outer):
      object.add("state", "forwarded")
      object.add("to", outer)
    }
  }

  private func add(_ kind: PromiseEvent.QueueKind, to object: inout JSONObjectWriter) {
    switch kind {
    case .serial: object.add("type", "serial")
    case .immediate: object.add("type", "immediate")
    case .concurrent(let width):
      object.add("type", "concurrent")
      if let width { object.add("width", width) }
    }
  }
}
