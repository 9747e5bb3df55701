import PromiseEvents

extension Graph {
  /// Applies an event: what each kind of event does to the graph.
  mutating func fold(_ event: PromiseEvent) {
    let moment = Moment(event)
    switch event.kind {
    case .created(let creation): declare(creation, at: moment)
    case .bodyStarted(let promise):
      change(promise, at: moment) {
        $0.bodyStarted = moment
        $0.prove(.running)
      }
    case .bodyEnded(let promise, let threw):
      change(promise, at: moment) {
        $0.bodyEnded = moment
        if threw { $0.bodyThrew = true }
        $0.prove(.pending)
      }
    case .handlerAttached(let parent, let child, let ordinal, let queue):
      attach(child, to: parent, ordinal: ordinal, queue: queue, at: moment)
    case .handlerSkipped(_, let child, let reason): skip(child, reason, at: moment)
    case .adopted(let outer, let inner): lock(outer, in: inner, at: moment)
    case .settled(let settlement): settle(settlement, at: moment)
    case .resolutionIgnored(let promise, _, _):
      change(promise, at: moment) { $0.ignoredResolutions.append(moment) }
    case .inputAdded(let fanIn, let index, let input):
      addInput(index, input, of: fanIn, at: moment)
    case .inputSettled(let fanIn, let index, let input, let outcome):
      postInput(index, input, outcome, of: fanIn, ignored: false, at: moment)
    case .inputIgnored(let fanIn, let index, let input, let outcome):
      postInput(index, input, outcome, of: fanIn, ignored: true, at: moment)
    case .errorHandled(let promise, let by):
      change(promise, at: moment) {
        $0.handledBy = by
        // Another runtime can report an error as unhandled before a handler is attached.
        $0.unhandled = nil
      }
    case .errorUnhandled(let promise, _, _): change(promise, at: moment) { $0.unhandled = moment }
    case .deallocated(let promise, let state, let waiting):
      free(promise, state, waiting: waiting, at: moment)
    case .jobEnqueued(let job, let child, let queue, let label):
      enqueue(JobNode(id: job, child: child, queue: queue, label: label), at: moment)
    case .jobStarted(let job, let child, let queue):
      start(JobNode(id: job, child: child, queue: queue, label: nil), at: moment)
      gate.remove(job, nil)
    case .jobEnded(let job, let child, let queue, let ending):
      end(JobNode(id: job, child: child, queue: queue, label: nil), ending, at: moment)
    case .waitBegan(let promise, let queue, let job, let site):
      beginWait(for: promise, blocking: queue, in: job, from: site, at: moment)
    case .waitEnded: endWait(at: moment)
    case .awaitBegan(let promise, let by, let site):
      beginAwait(promise, by, at: moment)
      if let by { beginAwait(promise, in: by, from: site, at: moment) }
    case .awaitEnded(let promise, let ending, let by):
      endAwait(promise, by, at: moment)
      if let by { endAwait(promise, in: by, ending, at: moment) }
    case .timerScheduled(let timer, let promise, let due):
      schedule(TimerNode(id: timer, promise: promise, due: due, scheduled: moment), at: moment)
    case .timerFired(let timer, let promise):
      fire(timer, promise, at: moment)
      gate.remove(nil, timer)
    case .timerCancelled(let timer, _):
      cancel(timer, at: moment)
      gate.remove(nil, timer)
    case .choiceMade: totals.lastChoice = moment.sequence
    case .queueDeclared(let queue, let label, let kind, let assumed):
      declare(queue, label, kind, assumed: assumed, on: moment.thread)
    case .threadNamed(let thread, let name):
      threadTables.names.remove(thread.rawValue)
      threadTables.names.insert(thread.rawValue, name)
    case .note(let text):
      memory.texts += text.utf8.count
      notes.append(Note(text: text, moment: moment, job: innermostJob(on: moment.thread)))
    case .sourceText(let file, let firstLine, let text):
      memory.texts += text.utf8.count
      sources[file] = SourceText(file: file, firstLine: firstLine, text: text)
    case .spanLinked(let promise, let context, let role):
      link(promise, to: context, role, at: moment)
    case .processDeclared(let process, let name, let systemID, let uncertainty):
      declare(process, name, systemID, uncertainty)
    case .threadAssigned(let thread, let process): assign(thread, to: process)
    case .gateChanged(let change): self.change(change, at: moment)
    case .touched, .cancelRequested, .intervened, .dropped:
      break
    }
  }
}
