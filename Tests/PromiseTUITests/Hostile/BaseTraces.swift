import PromiseKitLite
import PromiseScreens
import TestSupport

@testable import promise_tui

/// Coherent traces that contain every kind of event, as JSON, for tests that change what is in them.
enum BaseTraces {
  /// The demos that they come from: retries, timers, races, deadlocks, unhandled errors.
  private static let demos = [
    "login-fetch-submit", "dashboard-race", "retry", "wait-on-main", "cancel-chain", "checkout-bug",
  ]

  /// A header and the events, each as the fields of a line.
  struct Trace: Sendable {
    var header: [JSONField]
    var events: [[JSONField]]

    /// The lines.
    var bytes: [UInt8] {
      ([header] + events).flatMap { Array((JSONValue.object($0).text + "\n").utf8) }
    }

    /// The events.
    var read: [PromiseEvent] {
      get throws {
        var reader = TraceReader()
        return try reader.read(bytes)
      }
    }
  }

  static let all: [Trace] = demos.compactMap { name in
    guard let scenario = try? Catalog.scenario(named: name, settings: []) else { return nil }
    let (events, _) = SimulatedRun.events(of: scenario, limit: 400, within: .seconds(3600))
    let last = events.last?.sequence ?? 0
    let time = events.last?.time ?? 0
    let more = others.enumerated().map { place, kind in
      PromiseEvent(
        sequence: last + place + 1, time: time + Int64(place) * 1000, thread: 1, queue: 1,
        kind: kind)
    }
    let writer = TraceWriter()
    var header = TraceHeader(isVirtual: true, title: name)
    header.pid = 4711
    return Trace(
      header: fields(writer.line(header)), events: (events + more).map { fields(writer.line($0)) })
  }

  /// What no demo does, about promises that every demo has.
  private static let others: [PromiseEvent.Kind] = [
    .threadNamed(thread: 1, name: "worker"), .note("noted outside"),
    .created(
      .init(
        promise: 901, operation: .all, label: "both", site: site, parents: [1, 2], late: true,
        tag: "tag")),
    .created(.init(promise: 902, operation: .retry, label: "tries", site: site, tag: "tag")),
    .inputAdded(fanIn: 902, index: 0, input: 1),
    .inputSettled(fanIn: 902, index: 0, input: 1, outcome: .rejected),
    .inputIgnored(fanIn: 901, index: 1, input: 2, outcome: .cancelled),
    .handlerAttached(parent: 901, child: 903, ordinal: 1, queue: 1),
    .created(
      .init(promise: 903, operation: .then, label: "after both", site: site, parents: [901])),
    .bodyStarted(promise: 902), .bodyEnded(promise: 902, threw: true),
    .jobEnqueued(job: 901, child: 903, queue: 1, label: "a job"),
    .jobEnqueued(job: 902, child: nil, queue: 1, label: "work"),
    .jobStarted(job: 901, child: 903, queue: 1), .touched(job: 901, names: ["cache", "file"]),
    .adopted(outer: 903, inner: 902),
    .jobEnded(job: 901, child: 903, queue: 1, ending: .returnedPromise),
    .timerScheduled(timer: 901, promise: 902, due: 1_000_000_000),
    .timerScheduled(timer: 902, promise: nil, due: 2_000_000_000),
    .timerCancelled(timer: 901, promise: 902), .timerFired(timer: 902, promise: nil),
    .waitBegan(promise: 902, queue: 1, job: 901), .awaitBegan(promise: 903),
    .intervened(promise: 902, what: "takes 90 ms instead of 150 ms"),
    .spanLinked(
      promise: 902,
      context: .init(readable: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
      role: .sent),
    .processDeclared(process: 1, name: "store", systemID: 4711, uncertainty: 1_200_000),
    .threadAssigned(thread: 1, process: 1),
    .gateChanged(.init(.closed, reason: "breakpoint 1")),
    .gateChanged(.init(.held, job: 1, timer: 1)),
    .choiceMade(
      chosen: 1,
      options: [
        .resume(job: 901), .start(queue: 1, job: 902), .end(job: 901), .fire(timer: 902),
      ]),
    .settled(
      .init(promise: 902, outcome: .rejected, description: "NoRoom()", origin: 1, from: 1)),
    .resolutionIgnored(promise: 902, site: site, attempt: .fulfilled),
    .waitEnded(promise: 902, queue: 1, job: 901, ending: .deadlock),
    .awaitEnded(promise: 903, ending: .abandoned),
    .handlerSkipped(parent: 902, child: 903, reason: .errorPassesValueHandler),
    .errorHandled(promise: 902, by: 903),
    .errorUnhandled(promise: 902, origin: 1, error: "NoRoom()"),
    .cancelRequested(context: 3),
    .queueDeclared(queue: 901, label: "images", kind: .concurrent(width: 4), assumed: true),
    .sourceText(file: "Program/Photos.swift", firstLine: 10, text: "let a = 1\nlet b = a\n"),
    .dropped(count: 7),
    .deallocated(promise: 902, state: .settled, waiting: []),
    .deallocated(promise: 901, state: .pending, waiting: [903]),
    .deallocated(promise: 903, state: .forwarded(to: 902), waiting: []),
  ]

  private static let site = PromiseEvent.SourceSite(
    file: "Program/Photos.swift", line: 11, column: 5)

  private static func fields(_ line: [UInt8]) -> [JSONField] {
    guard case .object(let fields)? = try? JSONScanner.value(of: line[...]) else { return [] }
    return fields
  }
}
