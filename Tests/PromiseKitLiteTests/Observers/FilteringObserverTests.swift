import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("The filtering observer")
struct FilteringObserverTests {
  /// The events of a scenario that pass a filter.
  private func passed(
    _ filter: (any PromiseObserver) -> FilteringObserver, _ scenario: () -> Void
  ) -> (events: [PromiseEvent], keptOut: Int, all: Int) {
    let (some, all) = (RecordingObserver(), CountingObserver())
    let filter = filter(some)
    let simulation = Simulation(observers: [filter, all])
    simulation.start(scenario)
    simulation.run()
    return (some.events, filter.keptOut, all.total)
  }

  @Test("passes on the given kinds, and counts the others")
  func kinds() {
    let (events, keptOut, all) = passed({ .init(kinds: [.created, .settled], to: $0) }) {
      Promise.value(1).done { _ in }.catch { _ in }
    }
    #expect(
      events.map(\.kind.name) == [.created, .settled, .created, .created, .settled, .settled])
    #expect(keptOut == all - 6)
  }

  @Test(
    "passes on events about promises with a label as long as they live, and the names of queues")
  func labels() {
    let (events, keptOut, all) = passed({ .init(labels: ["wanted"], to: $0) }) {
      Promise.value(1).map(label: "other") { $0 }.done { _ in }.catch { _ in }
      Promise.value(label: "root", 1).map(label: "wanted", on: Queues.side) { $0 }.done { _ in }
        .catch { _ in }
    }
    let wanted = events.lazy.compactMap { event -> PromiseID? in
      if case .created(let creation) = event.kind { creation.promise } else { nil }
    }.first
    #expect(wanted != nil && keptOut == all - events.count)
    for event in events {
      switch event.kind {
      case .queueDeclared, .threadNamed: break
      default: #expect(event.kind.promises.contains { $0 == wanted })
      }
    }
    #expect(
      events.map(\.kind.name) == [
        .threadNamed, .queueDeclared, .created, .queueDeclared, .handlerAttached, .jobEnqueued,
        .created, .handlerAttached, .jobStarted, .jobEnded, .settled, .deallocated,
      ])
  }

  @Test("always passes on that events were lost")
  func losses() {
    let collector = Collector()
    let filter = FilteringObserver(to: collector) { _ in false }
    filter.receive(.sample(1))
    filter.receive(.sample(9, .dropped(count: 8)))
    #expect(collector.numbers == [9] && filter.keptOut == 1)
  }
}

@Suite("The forwarding observer")
struct ForwardingObserverTests {
  @Test("passes on to all, in the order in which they were added")
  func all() {
    let order = Collector()
    let forwarder = ForwardingObserver(
      to: [
        Collector { _ in order.receive(.sample(1)) }, Collector { _ in order.receive(.sample(2)) },
      ])
    forwarder.add(Collector { _ in order.receive(.sample(3)) })
    forwarder.receive(.sample(1))
    #expect(order.numbers == [1, 2, 3] && forwarder.unobserved == 0)
  }

  @Test("observers are added and removed while a program runs")
  func comeAndGo() {
    let forwarder = ForwardingObserver()
    let (early, late) = (CountingObserver(), RecordingObserver())
    let simulation = Simulation(observers: [forwarder])
    let addition = forwarder.add(early)
    simulation.start {
      _ = after(.milliseconds(1)).done {
        forwarder.remove(addition)
        forwarder.remove(addition)
        forwarder.add(late)
      }
    }
    simulation.run()
    let first = late.events.first?.sequence ?? 0
    #expect(early.total == first - 1 && early.total > 5)
    #expect(late.events.map(\.sequence) == Array(first..<first + late.events.count))
    #expect(late.events.last?.kind.name == .deallocated)
  }

  @Test("counts the events without a receiver")
  func nobody() {
    let forwarder = ForwardingObserver()
    forwarder.receive(.sample(1))
    forwarder.remove(forwarder.add(CountingObserver()))
    forwarder.receive(.sample(2))
    #expect(forwarder.unobserved == 2)
  }
}

@Suite("The counting observer")
struct CountingObserverTests {
  @Test("counts the events of each kind")
  func counts() {
    let counter = CountingObserver()
    for event in TraceSamples.events { counter.receive(event) }
    for name in PromiseEvent.Kind.Name.allCases {
      #expect(counter[name] == TraceSamples.events.count { $0.kind.name == name })
    }
    #expect(counter.total == TraceSamples.events.count)
    #expect(counter.all.count == PromiseEvent.Kind.Name.allCases.count)
    #expect(CountingObserver().all.isEmpty)
  }
}
