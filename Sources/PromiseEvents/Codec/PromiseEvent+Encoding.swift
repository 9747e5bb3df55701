extension PromiseEvent.Kind {
  /// Passes the fields of the event to `sink`: each once, under the name that it has in a trace, in
  /// the order in which ``decode(_:from:)`` reads them.
  @inline(__always)
  func encode(into sink: inout some EventSink) {
    switch self {
    case .created(let creation):
      sink.putCreated(
        creation.promise, creation.operation, creation.label, creation.parents,
        late: creation.late, isGuarantee: creation.isGuarantee, creation.tag,
        language: creation.language
      ) { $0.put(creation.site) }
    case .bodyStarted(let promise): sink.put(promise, as: "p")
    case .bodyEnded(let promise, let threw):
      sink.put(promise, as: "p")
      sink.put(threw, as: "threw")
    case .handlerAttached(let parent, let child, let ordinal, let queue):
      sink.putAttached(parent, child, ordinal, queue)
    case .jobEnqueued(let job, let child, let queue, let label):
      sink.putEnqueued(job, child, queue, label)
    case .jobStarted(let job, let child, let queue): sink.putJob(job, child, queue)
    case .jobEnded(let job, let child, let queue, let ending):
      sink.putEnded(job, child, queue, ending)
    case .touched(let job, let names):
      sink.put(job, as: "j")
      sink.put(names, as: "names")
    case .handlerSkipped(let parent, let child, let reason):
      sink.put(child, as: "p")
      sink.put(parent, as: "parent")
      sink.put(reason, as: "why")
    case .adopted(let outer, let inner):
      sink.put(outer, as: "p")
      sink.put(inner, as: "inner")
    case .settled(let settlement):
      sink.putSettled(
        settlement.promise, settlement.outcome, settlement.description,
        origin: settlement.origin, from: settlement.from, settlement.oddity
      ) { $0.put(settlement.site) }
    case .resolutionIgnored(let promise, let site, let attempt):
      sink.put(promise, as: "p")
      sink.put(attempt, as: "out")
      sink.put(site)
    case .inputAdded(let fanIn, let index, let input): sink.putInput(fanIn, index, input)
    case .inputSettled(let fanIn, let index, let input, let outcome),
      .inputIgnored(let fanIn, let index, let input, let outcome):
      sink.putInput(fanIn, index, input)
      sink.put(outcome, as: "out")
    case .errorHandled(let promise, let by):
      sink.put(promise, as: "p")
      sink.put(by, as: "by")
    case .errorUnhandled(let promise, let origin, let error):
      sink.put(promise, as: "p")
      sink.put(origin, as: "origin")
      sink.put(value: error, as: "text")
    case .deallocated(let promise, let state, let waiting):
      sink.putDeallocated(promise, state, waiting)
    case .waitBegan(let promise, let queue, let job, let site):
      sink.putWait(promise, queue, job)
      // Older traces do not contain it.
      sink.put(site)
    case .waitEnded(let promise, let queue, let job, let ending):
      sink.putWait(promise, queue, job)
      // Older traces do not contain it.
      sink.put(Optional(ending), as: "end")
    // Older traces contain neither the function nor the place.
    case .awaitBegan(let promise, let by, let site):
      sink.put(promise, as: "p")
      sink.put(by, as: "by")
      sink.put(site)
    case .awaitEnded(let promise, let ending, let by):
      sink.put(promise, as: "p")
      sink.put(ending, as: "end")
      sink.put(by, as: "by")
    case .cancelRequested(let context): sink.put(context: context, as: "context")
    case .timerScheduled(let timer, let promise, let due):
      sink.putTimer(timer, promise)
      sink.put(time: due, as: "due")
    case .timerFired(let timer, let promise), .timerCancelled(let timer, let promise):
      sink.putTimer(timer, promise)
    case .choiceMade(let chosen, let options):
      sink.put(chosen, as: "chosen")
      sink.put(options, as: "options")
    case .queueDeclared(let queue, let label, let kind, let assumed):
      sink.put(queue, as: "on")
      sink.put(label, as: "label")
      sink.put(kind)
      sink.put(assumed, as: "assumed")
    case .threadNamed(let thread, let name):
      sink.put(thread, as: "thread")
      sink.put(name, as: "name")
    case .note(let text): sink.put(note: text, as: "text")
    case .sourceText(let file, let firstLine, let text):
      sink.put(file, as: "file")
      sink.put(firstLine, as: "line")
      sink.put(text, as: "text")
    case .intervened(let promise, let what):
      sink.put(promise, as: "p")
      sink.put(what, as: "what")
    case .dropped(let count): sink.put(count, as: "count")
    case .spanLinked(let promise, let context, let role):
      sink.put(promise, as: "p")
      sink.put(context.traceparent, as: "traceparent")
      sink.put(role, as: "role")
    case .processDeclared(let process, let name, let systemID, let uncertainty):
      sink.put(process, as: "process")
      sink.put(name, as: "name")
      sink.put(systemID, as: "pid")
      sink.put(uncertainty.map { Int($0) }, as: "uncertainty")
    case .threadAssigned(let thread, let process):
      sink.put(thread, as: "thread")
      sink.put(process, as: "process")
    case .gateChanged(let change):
      sink.put(change.action, as: "action")
      sink.put(change.job, as: "j")
      sink.put(change.timer, as: "timer")
      sink.put(change.reason, as: "reason")
    }
  }
}

// The fields of the events that every link posts, and of parts that several kinds share. They are
// separate so that an event can be written before there is a value. They are transparent because
// the optimizer leaves a call to a generic function that is always inlined, and none must be left
// where an event is packed.
extension EventSink {
  /// Puts the fields of a creation; `putSite` puts its source location.
  @_transparent
  mutating func putCreated(
    _ promise: PromiseID, _ operation: PromiseEvent.Operation, _ label: String?,
    _ parents: some Collection<PromiseID>, late: Bool = false, isGuarantee: Bool, _ tag: String?,
    language: PromiseEvent.ProgramLanguage = .swift,
    putSite: (inout Self) -> Void
  ) {
    put(promise, as: "p")
    put(operation, as: "op")
    put(label, as: "label")
    putSite(&self)
    put(parents, as: "parents")
    put(late, as: "late")
    put(isGuarantee, as: "guarantee")
    put(tag, as: "tag")
    put(language)
  }

  @_transparent
  mutating func putAttached(
    _ parent: PromiseID, _ child: PromiseID, _ ordinal: Int, _ queue: QueueID
  ) {
    put(child, as: "p")
    put(parent, as: "parent")
    put(ordinal, as: "ordinal")
    put(queue, as: "on")
  }

  @_transparent
  mutating func putJob(_ job: JobID, _ child: PromiseID?, _ queue: QueueID) {
    put(job, as: "j")
    put(child, as: "p")
    put(queue, as: "on")
  }

  @_transparent
  mutating func putEnqueued(
    _ job: JobID, _ child: PromiseID?, _ queue: QueueID, _ label: String?
  ) {
    putJob(job, child, queue)
    put(label, as: "label")
  }

  @_transparent
  mutating func putEnded(
    _ job: JobID, _ child: PromiseID?, _ queue: QueueID, _ ending: PromiseEvent.JobEnding
  ) {
    putJob(job, child, queue)
    put(ending, as: "end")
  }

  @_transparent
  mutating func putSettled(
    _ promise: PromiseID, _ outcome: PromiseEvent.Outcome, _ description: String,
    origin: PromiseID?, from: PromiseID?, _ oddity: PromiseEvent.Oddity?,
    putSite: (inout Self) -> Void
  ) {
    put(promise, as: "p")
    put(outcome, as: "out")
    put(value: description, as: "text")
    put(origin: origin, as: "origin")
    put(from, as: "from")
    put(oddity, as: "odd")
    // Older traces do not contain it.
    putSite(&self)
  }

  @_transparent
  mutating func putDeallocated(
    _ promise: PromiseID, _ state: PromiseEvent.FinalState, _ waiting: [PromiseID]
  ) {
    put(promise, as: "p")
    switch state {
    case .settled: put(StateWord.settled, as: "state")
    case .pending: put(StateWord.pending, as: "state")
    case .forwarded(let outer):
      put(StateWord.forwarded, as: "state")
      put(outer, as: "to")
    }
    put(waiting, as: "waiting")
  }

  @inline(__always)
  fileprivate mutating func putInput(_ fanIn: PromiseID, _ index: Int, _ input: PromiseID) {
    put(fanIn, as: "p")
    put(index, as: "i")
    put(input, as: "input")
  }

  @inline(__always)
  fileprivate mutating func putWait(_ promise: PromiseID, _ queue: QueueID?, _ job: JobID?) {
    put(promise, as: "p")
    put(queue, as: "on")
    put(job, as: "j")
  }

  @inline(__always)
  fileprivate mutating func putTimer(_ timer: TimerID, _ promise: PromiseID?) {
    put(timer, as: "timer")
    put(promise, as: "p")
  }

  @inline(__always)
  fileprivate mutating func put(_ kind: PromiseEvent.QueueKind) {
    switch kind {
    case .serial: put(QueueWord.serial, as: "type")
    case .immediate: put(QueueWord.immediate, as: "type")
    case .concurrent(let width):
      put(QueueWord.concurrent, as: "type")
      put(width, as: "width")
    }
  }
}
