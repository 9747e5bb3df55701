import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

/// The graph of events that the library itself posts.
@Suite struct LibraryStreamTests {
  private struct NoNetwork: Error {}

  /// Returns the graph after `body`, whose handlers all run inline.
  private func graph(_ body: () -> Void) -> Graph {
    let recorder = RecordingObserver()
    PromiseEnvironment(observers: [recorder]).run(body)
    return Graph(folding: recorder.events)
  }

  private func named(_ label: String, in graph: Graph) throws -> PromiseNode {
    try #require(graph.promises.first { $0.creation.label == label })
  }

  @Test("A chain that returns a promise: the promise is created in the handler and adopted")
  func chain() throws {
    let graph = graph {
      Promise<Int>(label: "login") { $0.fulfill(1) }
        .then(label: "fetch", on: nil) { _ in Promise<Int>(label: "request") { $0.fulfill(2) } }
        .done(label: "show", on: nil) { _ in }
        .catch(label: "alert", on: nil) { _ in }
    }
    let fetch = try named("fetch", in: graph)
    let request = try named("request", in: graph)
    #expect(fetch.state == .fulfilled && fetch.settlement?.from == request.id)
    #expect(request.createdIn == fetch.job && request.adoptedBy == [fetch.id])
    #expect(try named("login", in: graph).handlers.map(\.child) == [fetch.id])
    #expect(try named("alert", in: graph).skipped == .valuePassesErrorHandler)
    #expect(graph.counts.open == 0 && graph.dropped == 0 && graph.currentJob == nil)
    #expect(graph.queues.allSatisfy { $0.waiting.isEmpty && $0.running.isEmpty })
  }

  @Test("An error skips links that do not handle it, and is handled by the catch")
  func error() throws {
    let graph = graph {
      Promise<Int>(label: "load") { _ in throw NoNetwork() }
        .map(label: "parse", on: nil) { $0 }
        .done(label: "show", on: nil) { _ in }
        .catch(label: "alert", on: nil) { _ in }
    }
    let show = try named("show", in: graph)
    #expect(try named("parse", in: graph).skipped == .errorPassesValueHandler)
    #expect(show.state == .rejected)
    #expect(show.settlement?.origin == (try named("load", in: graph).id))
    #expect(try named("alert", in: graph).state == .fulfilled)
    #expect(graph.promises.allSatisfy { $0.unhandled == nil })
  }

  @Test("A promise that can no longer be resolved is lost, and strands its chain")
  func lost() throws {
    let graph = graph {
      var pending: Promise<Int>? = Promise.pending(label: "answer").promise
      pending?.done(label: "show", on: nil) { _ in }.catch(label: "alert", on: nil) { _ in }
      pending = nil
    }
    #expect(try named("answer", in: graph).state == .lost)
    #expect(graph.counts.lost >= 1 && graph.counts.settled == 0)
  }
}
