#if Tracing
  import PromiseKitLite
  import Synchronization
  import Tracing

  extension TracingObserver {
    /// Does what an event means for the spans.
    func examine(_ event: PromiseEvent) {
      switch event.kind {
      case .created(let creation): create(creation, event)
      case .handlerAttached(let parent, let child, _, let queue):
        guard let member = member(child) else { return }
        member.span.add("attached", at: event.time) {
          ["promise": child.description, "parent": parent.description, "queue": name(of: queue)]
        }
      case .jobEnqueued(let job, let child?, _, _):
        guard member(child) != nil else { return }
        _ = jobs.with(job.rawValue) { $0.set(event.time, of: job.rawValue) }
      case .jobStarted(let job, let child?, let queue): start(job, of: child, on: queue, event)
      case .settled(let settlement): settle(settlement, event)
      case .deallocated(let promise, let state, _): free(promise, state, event)
      case .queueDeclared(let queue, let label, _, _): learn(queue, label)
      default: break
      }
    }

    /// Returns the span of a promise, if it belongs to one.
    func member(_ promise: PromiseID) -> Member? {
      guard memberCount.load(ordering: .relaxed) > 0 else { return nil }
      return members.with(promise.rawValue) { $0[promise.rawValue] }
    }

    private func create(_ creation: PromiseEvent.Creation, _ event: PromiseEvent) {
      guard let span = span(for: creation, event) else { return }
      let number = creation.promise.rawValue
      span.join()
      let evicted = members.with(number) { $0.set(Member(span: span), of: number) }
      if let evicted { leave(evicted, event) } else { memberCount.add(1, ordering: .relaxed) }
      span.add("created", at: event.time) {
        var attributes: [String: any SpanAttributeConvertible] = [
          "promise": creation.promise.description, "operation": creation.operation.rawValue,
        ]
        if let label = creation.label { attributes["label"] = text(label) }
        return attributes
      }
      // A promise with which a chain of a group begins shows the span of the group.
      if creation.label != nil || creation.parents.isEmpty, let identity = span.identity {
        place?.environment?.post(
          .spanLinked(promise: creation.promise, context: identity, role: .covering))
      }
    }

    /// Returns the span that a new promise belongs to: that of a promise before it, that of a group, or
    /// a new one if it is labeled.
    private func span(for creation: PromiseEvent.Creation, _ event: PromiseEvent) -> ChainSpan? {
      var known: ChainSpan?
      for parent in creation.parents {
        guard let span = link(parent) else { continue }
        known = known ?? span
      }
      if let known, !known.isGroup || creation.label == nil { return known }
      if creation.label != nil, let new = begin(creation, event) { return new }
      return known ?? (creation.parents.isEmpty ? ServiceContext.currentGroup(of: self) : nil)
    }

    /// Notes that a link follows from a promise, and returns its span.
    private func link(_ promise: PromiseID) -> ChainSpan? {
      guard memberCount.load(ordering: .relaxed) > 0 else { return nil }
      let (span, passesOn) = members.with(promise.rawValue) { table -> (ChainSpan?, Bool) in
        var passesOn = false
        table.change(promise.rawValue) { member in
          passesOn = member?.isRejectedEnd ?? false
          member?.isRejectedEnd = false
          member?.hasLink = true
        }
        return (table[promise.rawValue]?.span, passesOn)
      }
      if passesOn { span?.passOn() }
      return span
    }

    private func start(
      _ job: JobID, of child: PromiseID, on queue: QueueID, _ event: PromiseEvent
    ) {
      guard let member = member(child) else { return }
      let enqueued = jobs.with(job.rawValue) { $0.remove(job.rawValue) }
      let waited = enqueued.map { max(0, event.time - $0) }
      let queue = name(of: queue)
      if let waited { member.span.wait(waited, in: queue) }
      member.span.add("started", at: event.time) {
        var attributes: [String: any SpanAttributeConvertible] = [
          "promise": child.description, "queue": queue,
        ]
        if let waited { attributes["waited_ms"] = Double(waited) / 1e6 }
        return attributes
      }
    }

    private func settle(_ settlement: PromiseEvent.Settlement, _ event: PromiseEvent) {
      let promise = settlement.promise
      guard memberCount.load(ordering: .relaxed) > 0 else { return }
      let isRejected = settlement.outcome == .rejected
      let known = members.with(promise.rawValue) { table -> Member? in
        let known = table[promise.rawValue]
        table.change(promise.rawValue) { member in
          member?.isPending = false
          member?.isRejectedEnd = isRejected && known?.hasLink != true
        }
        return known
      }
      guard let known, known.isPending else { return }
      known.span.add("settled", at: event.time) {
        ["promise": promise.description, "outcome": settlement.outcome.rawValue]
      }
      if isRejected, settlement.origin ?? promise == promise {
        let error = PromiseSpanError(
          description: options.includesErrors && !settlement.description.isEmpty
            ? text(settlement.description) : "a promise was rejected")
        known.span.record(error, at: event.time) { ["promise": promise.description] }
      }
      let ending: MemberEnding =
        switch settlement.outcome {
        case .fulfilled: .fulfilled
        case .rejected: known.hasLink ? .unknown : .rejected
        case .cancelled: .cancelled
        }
      take(known.span.settle(ending, at: event.time), of: known.span, event)
    }

    private func free(
      _ promise: PromiseID, _ state: PromiseEvent.FinalState, _ event: PromiseEvent
    ) {
      guard memberCount.load(ordering: .relaxed) > 0,
        let member = members.with(promise.rawValue, { $0.remove(promise.rawValue) })
      else { return }
      memberCount.subtract(1, ordering: .relaxed)
      if member.isPending {
        if case .pending = state {
          member.span.add("never settled", at: event.time) { ["promise": promise.description] }
          take(member.span.settle(.lost, at: event.time), of: member.span, event)
        } else {
          take(member.span.settle(.unknown, at: event.time), of: member.span, event)
        }
      }
      take(member.span.free(), of: member.span, event)
    }

    /// Leaves a promise out of its span, because too many are remembered.
    private func leave(_ member: Member, _ event: PromiseEvent) {
      if member.isPending {
        take(member.span.settle(.unknown, at: event.time), of: member.span, event)
      }
      take(member.span.free(), of: member.span, event)
    }
  }
#endif
