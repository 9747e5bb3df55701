import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("The spans of distributed traces")
struct SpanTests {
  private func context(_ span: Int, isSampled: Bool = true) -> PromiseEvent.TraceContext {
    let digits = String(String(span + 0x1_0000_0000, radix: 16).suffix(8))
    return PromiseEvent.TraceContext(
      readable: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa\(digits)-\(isSampled ? "01" : "00")")
  }

  @Test("A promise has its spans in order, each role of a span once")
  func ordered() {
    var stream = EventStream()
    stream.create(1)
    let links: [(Int, PromiseEvent.SpanRole)] = [
      (3, .received), (4, .covering), (3, .covering), (4, .covering),
    ]
    for (span, role) in links {
      stream.post(.spanLinked(promise: 1, context: context(span), role: role))
    }
    let spans = stream.graph.spans(of: 1)
    #expect(spans.map(\.context.spanID) == [3, 4, 3].map { context($0).spanID })
    #expect(spans.map(\.role) == [.received, .covering, .covering])
    #expect(spans.map(\.moment.sequence) == [2, 3, 4])
    #expect(stream.graph.spans(of: 2).isEmpty)
  }

  @Test("A request is found by its span in both processes, whatever the flags are")
  func edges() {
    var stream = EventStream()
    for promise in 1...4 { stream.create(PromiseID(promise)) }
    stream.post(.spanLinked(promise: 1, context: context(3), role: .sent))
    stream.post(.spanLinked(promise: 2, context: context(3, isSampled: false), role: .received))
    stream.post(.spanLinked(promise: 3, context: context(4), role: .received))
    stream.post(.spanLinked(promise: 4, context: context(3), role: .received))
    let graph = stream.graph
    #expect(graph.promise(sending: context(3, isSampled: false)) == 1)
    #expect(graph.promises(receiving: context(3)) == [2, 4])
    #expect(graph.promise(sending: context(4)) == nil)
    #expect(graph.promises(receiving: context(5)).isEmpty)
  }

  @Test("A promise that is only mentioned has spans too; a context that is not valid is ignored")
  func mentioned() {
    var stream = EventStream()
    stream.post(.spanLinked(promise: 5, context: context(3), role: .received))
    stream.post(.spanLinked(promise: 5, context: .init(readable: "?"), role: .sent))
    #expect(stream.graph.spans(of: 5).count == 1)
    #expect(stream.graph.promises(receiving: context(3)) == [5])
    #expect(stream.graph.promise(sending: .init(readable: "?")) == nil)
  }

  @Test("The spans of one promise and the promises of one span are bounded")
  func bounded() {
    var stream = EventStream()
    for span in 1...100 {
      stream.post(.spanLinked(promise: 1, context: context(span), role: .sent))
    }
    for promise in 2...1000 {
      stream.post(
        .spanLinked(promise: PromiseID(promise), context: context(1), role: .received))
    }
    #expect(stream.graph.spans(of: 1).count == 16)
    #expect((500...512).contains(stream.graph.promises(receiving: context(1)).count))
  }

  @Test("Spans are forgotten with their promises")
  func forgotten() {
    var stream = EventStream()
    for promise in stride(from: 1, to: 400, by: 2) {
      let context = context(promise)
      stream.create(PromiseID(promise))
      stream.post(.spanLinked(promise: PromiseID(promise), context: context, role: .received))
      stream.post(.spanLinked(promise: PromiseID(promise), context: context, role: .covering))
      stream.settle(PromiseID(promise))
      if promise != 399 {
        stream.post(.deallocated(promise: PromiseID(promise), state: .settled, waiting: []))
      }
    }
    var graph = Graph(canForget: true)
    for event in stream.events { graph.apply(event) }
    let before = graph
    graph.forget(upTo: graph.sequence)
    #expect(graph.spans(of: 1).isEmpty && graph.promises(receiving: context(1)).isEmpty)
    #expect(graph.spans(of: 399).count == 2)
    #expect(graph.promises(receiving: context(399)) == [399])
    #expect(graph.spanTables.links.count == 1)
    #expect(before.spans(of: 1).count == 2 && before.promises(receiving: context(1)) == [1])
  }
}
