import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

/// Which spans a run has, with their parents, links, and events.
@Suite struct SpanAssemblerTests {
  private static let header: TraceHeader = {
    var header = TraceHeader(isVirtual: false, title: "run")
    header.pid = 7
    header.origin = .init(boot: "boot", monotonic: 5, unix: 1_000_000_000_000)
    return header
  }()

  private func spans(
    _ events: [PromiseEvent], _ header: TraceHeader = Self.header, epoch: Int64 = 1_000_000_000_000
  ) -> [PromiseID: ExportedSpan] {
    var assembler = SpanAssembler(header, epoch: epoch)
    for event in events { assembler.add(event) }
    assembler.finish()
    let spans = assembler.takeFinished()
    return Dictionary(spans.map { ($0.promise, $0) }) { first, _ in
      Issue.record("two spans of \(first.promise)")
      return first
    }
  }

  private func spans(_ build: (inout EventStream) -> Void) -> [PromiseID: ExportedSpan] {
    var stream = EventStream()
    build(&stream)
    return spans(stream.events)
  }

  private func names(_ span: ExportedSpan?) -> [String] { span?.events.map(\.name) ?? [] }

  private func text(_ span: ExportedSpan?, _ key: String) -> ExportedSpan.Value? {
    span?.attributes.first { $0.key == key }?.value
  }

  @Test("A chain and what its handlers create is one trace, each link below its parent")
  func chain() throws {
    let spans = spans(EventStream.login.events)
    #expect(spans.count == 6)
    #expect(Set(spans.values.map(\.identity.trace)).count == 1)
    for (child, parent) in [(2, 1), (3, 2), (4, 3), (5, 4), (6, 2)] {
      let above = try #require(spans[PromiseID(parent)]).identity.span
      #expect(spans[PromiseID(child)]?.parent == .init(span: above, isRemote: false))
    }
    #expect(spans[1]?.parent == nil)
    // What was adopted is a link as well.
    #expect(spans[2]?.links.map { $0.identity } == [spans[6]].compactMap { $0?.identity })
    #expect(
      names(spans[3]) == ["handlerAttached", "jobEnqueued", "jobStarted", "note", "jobEnded"])
    #expect(names(spans[5]) == ["handlerSkipped"])
    #expect(spans[2]?.start == 1_000_000_000_000 && spans[2]?.end == 1_000_202_000_000)
    #expect(text(spans[3], "promise.queue_wait_ms") == .real(2))
    #expect(text(spans[3], "promise.handler_ms") == .real(2))
    #expect(text(spans[3], "code.line.number") == .number(13))
  }

  @Test("The inputs of a fan-in are its parent and links")
  func fanIn() {
    let spans = spans { stream in
      for promise in 1...3 { stream.create(PromiseID(promise)) }
      stream.create(4, .all, parents: [1, 2, 3, 99])
      stream.post(.inputSettled(fanIn: 4, index: 1, input: 2, outcome: .fulfilled))
    }
    #expect(spans[4]?.parent?.span == spans[1]?.identity.span)
    #expect(
      spans[4]?.links.map { $0.identity } == [spans[2], spans[3]].compactMap { $0?.identity })
    #expect(spans[2]?.identity.trace != spans[1]?.identity.trace)
  }

  @Test("A failure is an error where it arises and where it passes; a cancellation is none")
  func outcomes() {
    let spans = spans { stream in
      stream.create(1)
      stream.link(2, to: 1, on: 1)
      stream.create(3)
      stream.create(4)
      stream.create(5)
      stream.create(6)
      stream.settle(1, .rejected, "offline")
      stream.post(.handlerSkipped(parent: 1, child: 2, reason: .errorPassesValueHandler))
      stream.post(
        .settled(
          .init(promise: 2, outcome: .rejected, description: "offline", origin: 1, from: 1)))
      stream.post(.errorUnhandled(promise: 2, origin: 1, error: "offline"))
      stream.settle(3, .cancelled, "cancelled")
      stream.post(.deallocated(promise: 4, state: .pending, waiting: []))
      stream.post(.deallocated(promise: 6, state: .forwarded(to: 5), waiting: []))
    }
    #expect(spans[1]?.failure == "offline" && names(spans[1]).contains("exception"))
    #expect(spans[2]?.failure == "offline" && !names(spans[2]).contains("exception"))
    #expect(text(spans[2], "promise.unhandled") == .flag(true))
    #expect(spans[3]?.failure == nil && text(spans[3], "promise.outcome") == .text("cancelled"))
    #expect(spans[4]?.failure == "freed while pending: it never settles")
    #expect(spans[5]?.failure == nil && text(spans[5], "promise.outcome") == .text("pending"))
    #expect(text(spans[6], "promise.forwarded_to") == .number(5))
  }

  @Test(
    "A request is one trace in both processes: the sender's span is the parent of the receiver's")
  func request() throws {
    let request = try context("1")
    let client = spans { stream in
      stream.create(1, .async, "pay")
      stream.post(.spanLinked(promise: 1, context: request, role: .sent))
      stream.link(2, to: 1, on: 1)
      stream.settle(1)
      stream.settle(2)
    }
    var stream = EventStream()
    // The clock of the other machine is an hour behind.
    stream.create(1, .body, "handle")
    stream.post(.spanLinked(promise: 1, context: request, role: .received))
    stream.link(2, to: 1, on: 1)
    stream.settle(1)
    let server = spans(stream.events, epoch: 1_000_000_000_000 - 3_600_000_000_000)
    let sent = try #require(client[1])
    let received = try #require(server[1])
    #expect(sent.kind == .client && received.kind == .server)
    #expect(sent.identity == SpanIdentity(request))
    #expect(received.parent == .init(span: sent.identity.span, isRemote: true))
    #expect(
      Set((Array(client.values) + Array(server.values)).map(\.identity.trace))
        == [sent.identity.trace])
    #expect(server.values.allSatisfy { $0.end >= $0.start })
  }

  @Test("The span of a tracing library is that of the promise that it covers, once")
  func covering() throws {
    let (one, other) = (
      try context("1"), try context("2", trace: "0123456789abcdef0123456789abcdef")
    )
    let spans = spans { stream in
      stream.create(1, .body)
      stream.post(.spanLinked(promise: 1, context: one, role: .covering))
      stream.create(2, .body)
      stream.post(.spanLinked(promise: 2, context: one, role: .covering))
      stream.create(3, .body)
      stream.link(4, to: 3, on: 1)
      // Another span says already what p3 is called.
      stream.post(.spanLinked(promise: 3, context: other, role: .covering))
    }
    let covered = try #require(spans[1]?.identity)
    #expect(covered == SpanIdentity(one))
    #expect(spans[2]?.identity.span != covered.span && spans[2]?.links.first?.identity == covered)
    #expect(spans[3]?.identity.trace == spans[4]?.identity.trace)
    #expect(spans[3]?.links.first?.identity == SpanIdentity(other))
  }

  @Test("A span without a known parent begins a trace, and lost events are counted")
  func gaps() {
    let spans = spans { stream in
      stream.create(5, .then, parents: [3], late: true)
      stream.sequence += 10
      stream.settle(5)
      stream.settle(99)
    }
    #expect(spans.count == 1 && spans[5]?.parent == nil && spans[5]?.droppedEvents == 10)
  }

  @Test("A span has at most 128 events and links, and counts the others")
  func limits() {
    let spans = spans { stream in
      stream.create(1)
      for child in 2...301 { stream.link(PromiseID(child), to: 1, on: 1) }
      stream.create(302, .all, parents: (2...301).map { PromiseID($0) })
    }
    #expect(spans[1]?.events.count == 128 && spans[1]?.droppedEvents == 172)
    #expect(spans[302]?.links.count == 128 && spans[302]?.droppedLinks == 171)
  }

  @Test("A loop of promises becomes several traces, each with a link to the one before")
  func loop() {
    let spans = spans { stream in
      stream.create(1)
      for child in 2...2500 {
        stream.create(PromiseID(child), .then, parents: [PromiseID(child - 1)])
      }
    }
    #expect(Set(spans.values.map(\.identity.trace)).count == 3)
    #expect(
      spans[1002]?.parent == nil && spans[1002]?.links.first?.identity == spans[1001]?.identity)
  }

  @Test("A settled promise is handed over when it is freed, or a second later")
  func handingOver() {
    var stream = EventStream()
    stream.create(1)
    stream.create(2)
    stream.settle(1)
    stream.settle(2)
    stream.post(.deallocated(promise: 1, state: .settled, waiting: []))
    var assembler = SpanAssembler(Self.header, epoch: 0)
    for event in stream.events { assembler.add(event) }
    #expect(assembler.takeFinished().map(\.promise) == [1])
    stream.time = 1001
    stream.post(.note("later"))
    assembler.add(stream.events[stream.events.count - 1])
    #expect(assembler.takeFinished().map(\.promise) == [2])
  }

  @Test(
    "Random events: one span for each promise, unique, after its start, with known parents",
    arguments: seeds)
  func random(seed: Int) {
    var random = RandomEvents(seed: seed)
    let events = random.stream(2000)
    var declared: Set<PromiseID> = []
    for event in events {
      if case .created(let creation) = event.kind { declared.insert(creation.promise) }
    }
    let spans = spans(events)
    #expect(Set(spans.keys) == declared)
    let identities = Dictionary(grouping: spans.values, by: \.identity)
    #expect(identities.values.allSatisfy { $0.count == 1 })
    let known = Set(
      spans.values.map { [$0.identity.trace.high, $0.identity.trace.low, $0.identity.span] })
    for span in spans.values {
      #expect(span.end >= span.start)
      if let parent = span.parent, !parent.isRemote {
        #expect(known.contains([span.identity.trace.high, span.identity.trace.low, parent.span]))
      }
    }
    #expect(spans == self.spans(events), "the same events give the same spans")
  }
}
