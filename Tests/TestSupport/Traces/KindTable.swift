package import PromiseEvents

/// What is known of an event by its kind alone: what it mentions, how important it is, and what it becomes when
/// its secrets are hidden or its numbers are those of another process. Every kind has a row at least.
package struct KindRow: Sendable {
  package let kind: PromiseEvent.Kind
  /// The promises that it mentions, in order: `p1 p2`.
  package let promises: String
  /// What it mentions besides promises: `q1 j2 t3`.
  package let things: String
  package let weight: EventWeight
  /// The kind with `#` before each text that may be secret.
  package let redacted: PromiseEvent.Kind
  /// The kind with 10 more in promises, 20 in jobs, 30 in queues, 40 in timers, 50 in threads, 60 in processes
  /// and 70 in contexts, 1000 ns later.
  package let translated: PromiseEvent.Kind

  private init(
    _ kind: PromiseEvent.Kind, _ translated: PromiseEvent.Kind, _ promises: String,
    _ things: String = "", _ weight: EventWeight = .detail, redacted: PromiseEvent.Kind? = nil
  ) {
    (self.kind, self.translated) = (kind, translated)
    (self.promises, self.things, self.weight) = (promises, things, weight)
    self.redacted = redacted ?? kind
  }

  /// All rows.
  package static var all: [KindRow] {
    lives + links + jobs + fanIns + waits + timers + declarations + others
  }

  private static let site = SourceSite(file: "App/Login.swift", line: 7, column: 3)
  private static let context = PromiseEvent.TraceContext(
    readable: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")

  private static var lives: [KindRow] {
    [
      KindRow(
        .created(
          .init(
            promise: 3, operation: .all, label: "l", site: site, parents: [1, 2, 2], late: true,
            isGuarantee: true, tag: "t", language: .javaScript)),
        .created(
          .init(
            promise: 13, operation: .all, label: "l", site: site, parents: [11, 12, 12],
            late: true, isGuarantee: true, tag: "t", language: .javaScript)),
        "p3 p1 p2 p2", "", .declaration),
      KindRow(
        .created(.init(promise: 1, operation: .body)),
        .created(.init(promise: 11, operation: .body)), "p1", "", .declaration),
      KindRow(
        .settled(
          .init(
            promise: 1, outcome: .rejected, description: "e", origin: 3, from: 2,
            oddity: .returnedSelf)),
        .settled(
          .init(
            promise: 11, outcome: .rejected, description: "e", origin: 13, from: 12,
            oddity: .returnedSelf)),
        "p1 p2", "", .ending,
        redacted: .settled(
          .init(
            promise: 1, outcome: .rejected, description: "#e", origin: 3, from: 2,
            oddity: .returnedSelf))),
      KindRow(
        .settled(.init(promise: 1, outcome: .fulfilled, site: site)),
        .settled(.init(promise: 11, outcome: .fulfilled, site: site)), "p1", "", .ending),
      KindRow(
        .resolutionIgnored(promise: 1, site: site, attempt: .rejected),
        .resolutionIgnored(promise: 11, site: site, attempt: .rejected), "p1"),
      KindRow(
        .resolutionIgnored(promise: 1, site: nil, attempt: nil),
        .resolutionIgnored(promise: 11, site: nil, attempt: nil), "p1"),
      KindRow(
        .errorHandled(promise: 1, by: 2), .errorHandled(promise: 11, by: 12), "p1 p2"),
      KindRow(
        .errorHandled(promise: 1, by: 1), .errorHandled(promise: 11, by: 11), "p1 p1"),
      KindRow(
        .errorUnhandled(promise: 1, origin: 2, error: "e"),
        .errorUnhandled(promise: 11, origin: 12, error: "e"), "p1 p2", "", .ending,
        redacted: .errorUnhandled(promise: 1, origin: 2, error: "#e")),
      KindRow(
        .errorUnhandled(promise: 1, origin: 1, error: ""),
        .errorUnhandled(promise: 11, origin: 11, error: ""), "p1", "", .ending,
        redacted: .errorUnhandled(promise: 1, origin: 1, error: "#")),
      KindRow(
        .deallocated(promise: 1, state: .settled, waiting: []),
        .deallocated(promise: 11, state: .settled, waiting: []), "p1"),
      KindRow(
        .deallocated(promise: 1, state: .pending, waiting: [3, 2]),
        .deallocated(promise: 11, state: .pending, waiting: [13, 12]), "p1 p3 p2", "", .ending),
      KindRow(
        .deallocated(promise: 1, state: .forwarded(to: 2), waiting: [3]),
        .deallocated(promise: 11, state: .forwarded(to: 12), waiting: [13]), "p1 p2 p3", "",
        .ending),
    ]
  }

  private static var links: [KindRow] {
    [
      KindRow(
        .handlerAttached(parent: 1, child: 2, ordinal: 3, queue: 4),
        .handlerAttached(parent: 11, child: 12, ordinal: 3, queue: 34), "p2 p1", "q4"),
      KindRow(
        .handlerSkipped(parent: 1, child: 2, reason: .ownerGone),
        .handlerSkipped(parent: 11, child: 12, reason: .ownerGone), "p2 p1"),
      KindRow(.adopted(outer: 2, inner: 1), .adopted(outer: 12, inner: 11), "p2 p1"),
      KindRow(
        .spanLinked(promise: 1, context: context, role: .sent),
        .spanLinked(promise: 11, context: context, role: .sent), "p1", "", .declaration),
      KindRow(
        .intervened(promise: 1, what: "w"), .intervened(promise: 11, what: "w"), "p1"),
    ]
  }

  private static var jobs: [KindRow] {
    [
      KindRow(.bodyStarted(promise: 1), .bodyStarted(promise: 11), "p1"),
      KindRow(
        .bodyEnded(promise: 1, threw: true), .bodyEnded(promise: 11, threw: true), "p1"),
      KindRow(
        .jobEnqueued(job: 1, child: 2, queue: 3, label: "l"),
        .jobEnqueued(job: 21, child: 12, queue: 33, label: "l"), "p2", "q3 j1"),
      KindRow(
        .jobEnqueued(job: 1, child: nil, queue: 3, label: nil),
        .jobEnqueued(job: 21, child: nil, queue: 33, label: nil), "", "q3 j1"),
      KindRow(
        .jobStarted(job: 1, child: 2, queue: 3), .jobStarted(job: 21, child: 12, queue: 33), "p2",
        "q3 j1"),
      KindRow(
        .jobStarted(job: 1, child: nil, queue: 3), .jobStarted(job: 21, child: nil, queue: 33), "",
        "q3 j1"),
      KindRow(
        .jobEnded(job: 1, child: 2, queue: 3, ending: .suspended),
        .jobEnded(job: 21, child: 12, queue: 33, ending: .suspended), "p2", "q3 j1"),
      KindRow(.touched(job: 1, names: ["a", ""]), .touched(job: 21, names: ["a", ""]), "", "j1"),
    ]
  }

  private static var fanIns: [KindRow] {
    [
      KindRow(
        .inputAdded(fanIn: 1, index: 2, input: 3), .inputAdded(fanIn: 11, index: 2, input: 13),
        "p1 p3"),
      KindRow(
        .inputSettled(fanIn: 1, index: 2, input: 3, outcome: .cancelled),
        .inputSettled(fanIn: 11, index: 2, input: 13, outcome: .cancelled), "p1 p3"),
      KindRow(
        .inputIgnored(fanIn: 1, index: 2, input: 1, outcome: .rejected),
        .inputIgnored(fanIn: 11, index: 2, input: 11, outcome: .rejected), "p1 p1"),
    ]
  }

  private static var waits: [KindRow] {
    [
      KindRow(
        .waitBegan(promise: 1, queue: 2, job: 3, site: site),
        .waitBegan(promise: 11, queue: 32, job: 23, site: site), "p1", "q2"),
      KindRow(
        .waitBegan(promise: 1, queue: nil, job: nil), .waitBegan(promise: 11, queue: nil, job: nil),
        "p1"),
      KindRow(
        .waitEnded(promise: 1, queue: 2, job: 3, ending: .deadlock),
        .waitEnded(promise: 11, queue: 32, job: 23, ending: .deadlock), "p1", "q2"),
      KindRow(
        .awaitBegan(promise: 1, by: 2, site: site), .awaitBegan(promise: 11, by: 12, site: site),
        "p1 p2"),
      KindRow(.awaitBegan(promise: 1), .awaitBegan(promise: 11), "p1"),
      KindRow(
        .awaitEnded(promise: 1, ending: .cancelled, by: 2),
        .awaitEnded(promise: 11, ending: .cancelled, by: 12), "p1 p2"),
    ]
  }

  private static var timers: [KindRow] {
    [
      KindRow(
        .timerScheduled(timer: 1, promise: 2, due: 5),
        .timerScheduled(timer: 41, promise: 12, due: 1005), "p2", "t1"),
      KindRow(
        .timerScheduled(timer: 1, promise: nil, due: .max),
        .timerScheduled(timer: 41, promise: nil, due: .max), "", "t1"),
      KindRow(
        .timerFired(timer: 1, promise: 2), .timerFired(timer: 41, promise: 12), "p2", "t1"),
      KindRow(
        .timerCancelled(timer: 1, promise: nil), .timerCancelled(timer: 41, promise: nil), "",
        "t1"),
    ]
  }

  private static var declarations: [KindRow] {
    [
      KindRow(
        .queueDeclared(queue: 1, label: "l", kind: .concurrent(width: 2), assumed: true),
        .queueDeclared(queue: 31, label: "l", kind: .concurrent(width: 2), assumed: true), "",
        "q1", .declaration),
      KindRow(
        .queueDeclared(queue: 1, label: "l", kind: .concurrent(width: nil), assumed: false),
        .queueDeclared(queue: 31, label: "l", kind: .concurrent(width: nil), assumed: false), "",
        "q1", .declaration),
      KindRow(
        .threadNamed(thread: 1, name: "n"), .threadNamed(thread: 51, name: "n"), "", "",
        .declaration),
      KindRow(
        .sourceText(file: "f", firstLine: 2, text: "t"),
        .sourceText(file: "f", firstLine: 2, text: "t"), "", "", .declaration),
      KindRow(
        .processDeclared(process: 1, name: "n", systemID: 7, uncertainty: 9),
        .processDeclared(process: 61, name: "n", systemID: 7, uncertainty: 9), "", "",
        .declaration),
      KindRow(
        .threadAssigned(thread: 2, process: 1), .threadAssigned(thread: 52, process: 61), "", "",
        .declaration),
    ]
  }

  private static var others: [KindRow] {
    [
      KindRow(.cancelRequested(context: 1), .cancelRequested(context: 71), ""),
      KindRow(
        .choiceMade(
          chosen: 1,
          options: [.resume(job: 1), .start(queue: 2, job: 3), .end(job: 1), .fire(timer: 2)]),
        .choiceMade(
          chosen: 1,
          options: [.resume(job: 21), .start(queue: 32, job: 23), .end(job: 21), .fire(timer: 42)]),
        "", "", .ending),
      KindRow(.note("n"), .note("n"), "", redacted: .note("#n")),
      KindRow(.note(""), .note(""), "", redacted: .note("#")),
      KindRow(.dropped(count: 3), .dropped(count: 3), ""),
      KindRow(
        .gateChanged(.init(.held, job: 1, reason: "r")),
        .gateChanged(.init(.held, job: 21, reason: "r")), "", "j1", .ending),
      KindRow(
        .gateChanged(.init(.released, timer: 2)), .gateChanged(.init(.released, timer: 42)), "",
        "t2", .ending),
    ]
  }
}
