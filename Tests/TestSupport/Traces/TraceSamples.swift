package import PromiseEvents

/// Events of every kind, with strings and numbers that are hard to write and read.
package enum TraceSamples {
  package static let texts = [
    "", "plain", "quote \" and back \\ slash", "line\nfeed\ttab\rreturn\0null",
    "\u{1B}[31m\u{7F}\u{9B}\u{85}", "naïve 日本 👩‍👧 e\u{301} \u{202E}rtl\u{2028}",
    "{\"k\":\"settled\"}", "\u{FFFD}\u{FFFF}\u{10FFFF}£§",
  ]

  /// The greatest identity.
  private static var most: Int { EventNumbers.identities.upperBound }

  package static var kinds: [PromiseEvent.Kind] {
    texts.flatMap(kinds(with:))
      + PromiseEvent.Operation.allCases.map {
        .created(.init(promise: 1, operation: $0))
      }
  }

  package static func kinds(with text: String) -> [PromiseEvent.Kind] {
    let site = SourceSite(file: text, line: 3, column: 9)
    return aboutPromises(text, site) + [
      .jobEnqueued(job: 1, child: 2, queue: 3, label: text),
      .jobEnqueued(job: 1, child: nil, queue: 3, label: nil),
      .jobStarted(job: 1, child: 2, queue: 3), .jobStarted(job: 1, child: nil, queue: 3),
      .jobEnded(job: 1, child: 2, queue: 3, ending: .returned),
      .jobEnded(job: 1, child: nil, queue: 3, ending: .returnedPromise),
      .jobEnded(job: JobID(most), child: PromiseID(most), queue: QueueID(most), ending: .threw),
      .touched(job: 1, names: []), .touched(job: JobID(most), names: [text, "b", text]),
      .waitBegan(promise: 1, queue: 2, job: 3, site: site),
      .waitBegan(promise: 1, queue: nil, job: nil),
      .waitEnded(promise: 1, queue: 2, job: 3, ending: .settled),
      .waitEnded(promise: 1, queue: 2, job: 3, ending: .deadlock),
      .waitEnded(promise: 1, queue: nil, job: nil, ending: .gaveUp),
      .cancelRequested(context: 3),
      .timerScheduled(timer: 1, promise: 2, due: 1 << 61),
      .timerScheduled(timer: 1, promise: nil, due: -1 << 61),
      .timerFired(timer: 1, promise: 2), .timerFired(timer: 1, promise: nil),
      .timerCancelled(timer: 1, promise: 2), .timerCancelled(timer: 1, promise: nil),
      .choiceMade(chosen: 0, options: []),
      .choiceMade(
        chosen: 3,
        options: [
          .resume(job: 3), .start(queue: 2, job: 4), .end(job: JobID(most)),
          .fire(timer: TimerID(most)),
        ]),
      .choiceMade(
        chosen: Int(Int32.max),
        options: (0..<300).map { .start(queue: QueueID(most), job: JobID(most - $0)) }),
      .queueDeclared(queue: 1, label: text, kind: .serial, assumed: true),
      .queueDeclared(queue: 1, label: text, kind: .immediate, assumed: false),
      .queueDeclared(queue: 1, label: text, kind: .concurrent(width: 2), assumed: false),
      .queueDeclared(queue: 1, label: text, kind: .concurrent(width: nil), assumed: false),
      .threadNamed(thread: 4, name: text), .note(text),
      .sourceText(file: text, firstLine: 10, text: text), .intervened(promise: 3, what: text),
      .spanLinked(promise: 3, context: context, role: .covering),
      .spanLinked(promise: PromiseID(most), context: context, role: .sent),
      .spanLinked(promise: 3, context: context, role: .received),
      .processDeclared(process: 2, name: text, systemID: 4711, uncertainty: 1_200_000),
      .processDeclared(process: 1, name: text, systemID: nil, uncertainty: nil),
      .threadAssigned(thread: 4, process: 2),
      .gateChanged(.init(.closed, reason: text)), .gateChanged(.init(.opened)),
      .gateChanged(.init(.held, job: JobID(most))), .gateChanged(.init(.held, timer: 3)),
      .gateChanged(.init(.released, job: 1, reason: "")),
      .gateChanged(.init(.missed, reason: text)),
      .dropped(count: 7),
      .awaitBegan(promise: 1), .awaitBegan(promise: 2), .awaitBegan(promise: 3),
      .awaitEnded(promise: 1, ending: .settled), .awaitEnded(promise: 1, ending: .cancelled),
      .awaitEnded(promise: 1, ending: .abandoned),
      .awaitBegan(promise: 2, by: 1), .awaitBegan(promise: 2, by: PromiseID(most), site: site),
      .awaitEnded(promise: 2, ending: .settled, by: 1),
      .jobEnded(job: 1, child: 1, queue: 2, ending: .suspended),
      .awaitBegan(promise: 3, site: site), .awaitEnded(promise: 3, ending: .cancelled, by: 2),
    ]
  }

  private static let context = PromiseEvent.TraceContext(
    readable: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")

  private static func aboutPromises(_ text: String, _ site: SourceSite) -> [PromiseEvent.Kind] {
    [
      .created(
        .init(
          promise: 1, operation: .then, label: text, site: site, parents: [2, 3], late: true,
          tag: text)),
      .created(.init(promise: 1, operation: .after, isGuarantee: true)),
      .settled(
        .init(promise: 1, outcome: .fulfilled, description: text, oddity: .errorAsValue)),
      .settled(.init(promise: 1, outcome: .rejected, oddity: .returnedSelf)),
      .bodyStarted(promise: 1), .bodyEnded(promise: 1, threw: false),
      .bodyEnded(promise: 1, threw: true),
      .handlerAttached(parent: 1, child: 2, ordinal: 3, queue: 4),
      .handlerSkipped(parent: 1, child: 2, reason: .valuePassesErrorHandler),
      .handlerSkipped(parent: 1, child: 2, reason: .errorPassesValueHandler),
      .handlerSkipped(parent: 1, child: 2, reason: .cancellationPassesByPolicy),
      .handlerSkipped(parent: 1, child: 2, reason: .ownerGone),
      .adopted(outer: 1, inner: 2),
      .settled(.init(promise: 1, outcome: .fulfilled, description: text)),
      .settled(
        .init(promise: 1, outcome: .rejected, description: text, origin: 2, from: 3)),
      .settled(.init(promise: 1, outcome: .cancelled, site: site)),
      .resolutionIgnored(promise: 1, site: site, attempt: .rejected),
      .resolutionIgnored(promise: 1, site: nil, attempt: .fulfilled),
      .inputAdded(fanIn: 1, index: 3, input: 2),
      .inputSettled(fanIn: 1, index: 0, input: 2, outcome: .fulfilled),
      .inputIgnored(fanIn: 1, index: 1, input: 2, outcome: .cancelled),
      .errorHandled(promise: 1, by: 2), .errorUnhandled(promise: 1, origin: 2, error: text),
      .deallocated(promise: 1, state: .settled, waiting: []),
      .deallocated(promise: 1, state: .pending, waiting: [2, 3]),
      .deallocated(promise: 1, state: .forwarded(to: 4), waiting: []),
    ]
  }

  package static var events: [PromiseEvent] {
    kinds.enumerated().map { index, kind in
      PromiseEvent(
        sequence: index + 1, time: Int64(index) * 1_000_003,
        thread: index % 3 == 0 ? nil : ThreadID(index % 3),
        queue: index % 2 == 0 ? nil : QueueID(index), kind: kind)
    }
  }

  /// A whole trace of these events.
  package static var trace: [UInt8] { trace(of: events) }

  /// Returns a whole trace of other events.
  package static func trace(of events: [PromiseEvent], title: String = "samples") -> [UInt8] {
    let header = TraceHeader(isVirtual: true, title: title)
    return events.reduce(into: TraceWriter().line(header)) { TraceWriter().append($1, to: &$0) }
  }
}
