import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("Requests between processes")
struct RequestTests {
  private func graph(
    settled: Double? = nil, answered: Double? = nil,
    outcome: PromiseEvent.Outcome = .fulfilled
  ) -> Graph {
    var services = TwoServices()
    services.request(sent: 1, received: 2, settled: settled, answered: answered, outcome: outcome)
    return services.merged().graph
  }

  private func promise(_ label: String, in graph: Graph) throws -> PromiseID {
    try #require(graph.promises.first { $0.creation.label == label }).id
  }

  @Test("A request that waits waits for its handling in the other process")
  func waits() throws {
    let graph = graph()
    let charge = try promise("charge", in: graph)
    let text = graph.explanation(of: charge).lines.map(\.text)
    #expect(text.first == "What does \(charge) 'charge' wait for?")
    #expect(
      text.dropFirst().first == "\(charge) 'charge' waits for the answer of p3 'handle' (in store)")
  }

  @Test("An error comes from the process that handled the request")
  func origin() throws {
    let graph = graph(settled: 3, answered: 5, outcome: .rejected)
    let charge = try promise("charge", in: graph)
    let text = graph.explanation(of: charge).lines.map(\.text)
    #expect(text.contains("\(charge) 'charge' got it as the answer of p3 'handle' (in store)"))
  }

  @Test("A request that no process received, and a handling from outside, are said to be that")
  func outside() throws {
    var services = TwoServices()
    services.request(sent: 1, received: 2, settled: nil, answered: nil)
    services.shop.create(9, .pending, "lonely")
    services.shop.post(.spanLinked(promise: 9, context: TwoServices.context(99), role: .sent))
    services.store.create(9, .body, "stranger")
    services.store.post(.spanLinked(promise: 9, context: TwoServices.context(98), role: .received))
    let graph = services.merged().graph
    let (lonely, stranger) = (try promise("lonely", in: graph), try promise("stranger", in: graph))
    #expect(graph.isUnreceived(lonely) && graph.isFromOutside(stranger))
    #expect(graph.request(handledBy: stranger) == nil && graph.handlings(of: lonely).isEmpty)
    let text = graph.explanation(of: lonely).lines.map(\.text)
    #expect(text.contains { $0.contains("that no process shown here received") })
  }

  @Test("A request that several processes received has an edge to each handling")
  func repeated() throws {
    var services = TwoServices()
    services.request(sent: 1, received: 2, settled: nil, answered: nil)
    var merger = ProcessMerger()
    for (name, events) in [
      ("shop", services.shop.events), ("one", services.store.events),
      ("two", services.store.events),
    ] {
      guard let process = merger.add(TwoServices.header(name), named: "") else { continue }
      merger.append(events, to: process)
      merger.finish(process)
    }
    let graph = Graph(merger.take(waits: true))
    let charge = try promise("charge", in: graph)
    #expect(graph.handlings(of: charge).count == 2 && graph.receiverCount(of: charge) == 2)
    let text = graph.explanation(of: charge).lines.map(\.text)
    #expect(text.contains { $0.hasSuffix("; 2 processes received its request") })
  }

  @Test("The handling is drawn below its request")
  func place() throws {
    let graph = graph()
    let (charge, handle) = (try promise("charge", in: graph), try promise("handle", in: graph))
    #expect(graph.promise(above: handle) == charge && graph.entersProcess(handle))
    #expect(!graph.entersProcess(try promise("book", in: graph)))
    #expect(graph.titleInProcess(of: handle, "handle") == "store/handle")
  }

  @Test("The order of two processes is known along a request, and else within the uncertainty")
  func order() throws {
    var services = TwoServices()
    services.request(sent: 1, received: 2, settled: 4, answered: 7, ahead: 400)
    services.shop.time = 4
    services.shop.create(9, .value, "other")
    services.shop.settle(9)
    let merged = services.merged(
      TwoServices.header("shop"), TwoServices.header("store", boot: "b"))
    let graph = merged.graph
    var history = History()
    history.append(contentsOf: merged.events)
    let (charge, handle) = (try promise("charge", in: graph), try promise("handle", in: graph))
    let along = OrderOfTwo(charge, handle, in: graph, history: history)
    #expect(
      along.explanation.lines.contains { $0.text == "a request leads from the one to the other" }
        || along.first == handle)
    let other = OrderOfTwo(try promise("other", in: graph), handle, in: graph, history: history)
    let text = other.explanation.lines.map(\.text)
    #expect(text.contains { $0.hasPrefix("their order is not known: the clocks of ") })
    #expect(other.verdict == .perhaps)
  }

  @Test("A filter finds the promises of a process")
  func filter() throws {
    let graph = graph()
    let filter = try Filter("process:store")
    let labels = graph.promises.filter { filter.matches($0, in: graph) }.map(\.creation.label)
    #expect(labels == ["handle", "book"])
    #expect(graph.promises.filter { filter.matches($0, in: Graph(EventStream().events)) }.isEmpty)
  }

  @Test("A thread named main blocks the main queue of its own process only")
  func mainThreads() throws {
    var services = TwoServices()
    services.shop.post(.threadNamed(thread: 1, name: "main"))
    services.store.post(.threadNamed(thread: 1, name: "main"))
    services.shop.create(1, .pending, "slow")
    services.shop.post(.waitBegan(promise: 1, queue: nil, job: nil))
    let graph = services.merged().graph
    let blocked = graph.queues.filter { graph.blockingWait(on: $0) != nil }
    #expect(blocked.map { graph.queueName($0.id) } == ["shop/main"])
  }
}
