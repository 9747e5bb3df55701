#if Logging
  internal import PromiseKitLite
  internal import Synchronization

  extension LoggingObserver {
    /// Remembers what later messages need of an event, and logs the message that it gives, if any.
    func examine(_ event: PromiseEvent) {
      switch event.kind {
      case .created(let creation): remember(creation, event)
      case .handlerAttached(let parent, _, _, _): markRead(parent)
      case .adopted(_, let inner): markRead(inner)
      case .inputAdded(_, _, let input): markRead(input)
      case .jobEnqueued(let job, _, _, _):
        if timesJobs { enqueue(job, event) }
      case .jobStarted(let job, let child, let queue):
        if timesJobs { start(job, child, queue, event) }
      case .jobEnded(let job, let child, let queue, _):
        if timesJobs { end(job, child, queue, event) }
      case .settled(let settlement):
        if settlement.outcome != .fulfilled { reject(settlement, event) }
      case .errorHandled(let promise, let by):
        if levels.cauterized != nil { handle(promise, by, event) }
      case .errorUnhandled(let promise, let origin, let error):
        reportUnhandled(promise, origin, error, event)
      case .deallocated(let promise, let state, let waiting):
        forget(promise, state, waiting, event)
      case .resolutionIgnored(let promise, let site, let attempt):
        log(levels.resolvedAgain) {
          var message = LogMessage(
            "a promise was resolved a second time; the second resolution is ignored", about: event)
          message.add(promise, declaration(of: promise))
          if let site { message.add(site) }
          if let attempt { message.add(attempt) }
          return message
        }
      case .waitBegan(let promise, let queue?, _, let site):
        guard isMain(queue) else { return }
        log(levels.waitOnMain) {
          var message = LogMessage(LogEvent.waitOnMainThread.sentence, about: event)
          message.add(promise, declaration(of: promise))
          if let site { message.add(site) }
          message.add(queue, label(of: queue))
          return message
        }
      case .queueDeclared(let queue, let label, _, _): learn(queue, label)
      case .dropped(let count):
        log(levels.lostEvents) {
          var message = LogMessage(
            "events were lost before they reached the observer", about: event)
          message.add("count", count)
          return message
        }
      default: break
      }
    }

    /// Returns how a promise was created, if that is remembered.
    func declaration(of promise: PromiseID) -> Declaration? {
      promises.with(promise.rawValue) { $0[promise.rawValue] }?.declaration
    }

    private func remember(_ creation: PromiseEvent.Creation, _ event: PromiseEvent) {
      guard knowsPromises else { return }
      let number = creation.promise.rawValue
      let known = KnownPromise(Declaration(creation))
      let evicted = promises.with(number) { $0.set(known, of: number) }
      if evicted != nil { reportForgotten(event) }
      // The inputs of a fan-in have no handlers of the program.
      if creation.parents.count > 1 || creation.operation.isFanIn {
        for parent in creation.parents { markRead(parent) }
      }
    }

    private func markRead(_ promise: PromiseID) {
      guard levels.freedWhilePending != nil else { return }
      promises.with(promise.rawValue) { table in
        table.change(promise.rawValue) { $0?.hasReaders = true }
      }
    }

    /// Remembers where an error arose, in each promise that it reaches.
    private func reject(_ settlement: PromiseEvent.Settlement, _ event: PromiseEvent) {
      guard knowsPromises else { return }
      let promise = settlement.promise
      let origin = settlement.origin ?? promise
      if origin != promise {
        let known = knownOrigin(of: origin) ?? settlement.from.flatMap(knownOrigin)
        return remember(known ?? ErrorOrigin(origin, declaration(of: origin)), of: promise)
      }
      let declaration = declaration(of: promise)
      remember(ErrorOrigin(promise, declaration), of: promise)
      let isCancelled = settlement.outcome == .cancelled
      log(isCancelled ? levels.cancelled : levels.rejected) {
        var message = LogMessage(
          isCancelled ? "a promise was cancelled" : "a promise was rejected", about: event)
        message.add(promise, declaration)
        message.add(error: errors.text(of: settlement.description))
        return message
      }
    }

    private func knownOrigin(of promise: PromiseID) -> ErrorOrigin? {
      promises.with(promise.rawValue) { $0[promise.rawValue]?.origin }
    }

    private func remember(_ origin: ErrorOrigin, of promise: PromiseID) {
      promises.with(promise.rawValue) { table in
        table.change(promise.rawValue) { $0?.origin = origin }
      }
    }

    private func handle(_ promise: PromiseID, _ by: PromiseID, _ event: PromiseEvent) {
      guard let handler = declaration(of: by), handler.operation == .cauterize else { return }
      log(levels.cauterized) {
        let origin = knownOrigin(of: promise)
        var message = LogMessage("an error was cauterized", about: event)
        message.add(origin?.promise ?? promise, origin?.declaration ?? declaration(of: promise))
        if let site = handler.site { message.add(site) }
        return message
      }
    }

    private func reportUnhandled(
      _ promise: PromiseID, _ origin: PromiseID, _ error: String, _ event: PromiseEvent
    ) {
      log(levels.unhandledError) {
        let known = knownOrigin(of: promise) ?? knownOrigin(of: origin)
        var message = LogMessage("an error was not handled", about: event)
        message.add(origin, known?.declaration ?? declaration(of: origin))
        message.add(error: errors.text(of: error))
        return message
      }
    }

    /// Forgets a promise that is freed, and reports it if it was pending and still needed.
    private func forget(
      _ promise: PromiseID, _ state: PromiseEvent.FinalState, _ waiting: [PromiseID],
      _ event: PromiseEvent
    ) {
      let known = promises.with(promise.rawValue) { $0.remove(promise.rawValue) }
      guard case .pending = state, levels.freedWhilePending != nil else { return }
      for other in waiting {
        promises.with(other.rawValue) { table in
          table.change(other.rawValue) { $0?.isStranded = true }
        }
      }
      // What was attached to it has settled otherwise, or the loss began elsewhere.
      let isNeeded = !waiting.isEmpty || known?.hasReaders != true
      guard isNeeded, known?.isStranded != true else { return }
      log(levels.freedWhilePending) {
        var message = LogMessage(LogEvent.pendingPromiseDeallocated.sentence, about: event)
        message.add(promise, known?.declaration)
        message.add("waiting", waiting.count)
        return message
      }
    }

    /// Reports once that there are more promises or jobs than the limit.
    func reportForgotten(_ event: PromiseEvent) {
      guard !hasForgotten.exchange(true, ordering: .relaxed) else { return }
      log(levels.lostEvents) {
        LogMessage(
          "there are more promises or jobs than the observer's limit: the oldest have no label in "
            + "later messages", about: event)
      }
    }
  }
#endif
