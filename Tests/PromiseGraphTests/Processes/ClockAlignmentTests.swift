import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("Aligning the clocks of several machines")
struct ClockAlignmentTests {
  /// Requests with random delays of up to `most` milliseconds.
  private func services(
    _ seed: UInt64, count: Int = 10, most: Double = 5, ahead: Double
  ) -> TwoServices {
    var random = SeededGenerator(seed: seed)
    var services = TwoServices(ahead: ahead)
    var time = 10.0
    for _ in 0..<count {
      let delays = (0..<3).map { _ in Double.random(in: 0.01...most, using: &random) }
      services.request(
        sent: time, received: time + delays[0], settled: time + delays[0] + delays[1],
        answered: time + delays.reduce(0, +), ahead: ahead)
      time += delays.reduce(0, +) + 1
    }
    return services
  }

  @Test("Processes of one machine have the same clock, which is exact")
  func same() {
    var services = TwoServices()
    services.request(sent: 10, received: 2, settled: 3, answered: 14)
    let merged = services.merged(
      TwoServices.header("shop", zero: 1_000_000_000),
      TwoServices.header("store", zero: 1_009_000_000))
    #expect(merged.uncertainty(2) == nil && merged.isCausal)
    // 2 ms after the start of the store is 11 ms after that of the shop.
    let created = merged.times(.created)
    #expect(created == [10, 10, 11, 11])
  }

  @Test("The merged times begin at an instant of the first machine's clocks")
  func origin() {
    var services = TwoServices()
    services.request(sent: 10, received: 2, settled: 3, answered: 14)
    var merger = ProcessMerger()
    for (name, zero, events) in [
      ("shop", Int64(1_009_000_000), services.shop.events),
      ("store", 1_000_000_000, services.store.events),
    ] {
      guard
        let process = merger.add(TwoServices.header(name, zero: zero, unix: zero + 7), named: "")
      else {
        Issue.record("there is no place for \(name)")
        return
      }
      merger.append(events, to: process)
      merger.finish(process)
    }
    _ = merger.take(waits: false)
    // The store began first.
    #expect(merger.origin == .init(boot: "a", monotonic: 1_000_000_000, unix: 1_000_000_007))
  }

  @Test("Messages give the offset of another machine, within the uncertainty", arguments: 1...40)
  func offset(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let ahead = Double.random(in: -3_600_000...3_600_000, using: &random).rounded()
    let services = services(UInt64(seed), ahead: ahead)
    let merged = services.merged(
      TwoServices.header("shop"),
      TwoServices.header("store", boot: "b", zero: 77, unix: 1_500_000_000_000_000_000))
    let uncertainty = try #require(merged.uncertainty(2))
    #expect(uncertainty < 10_000_000)
    let truth = self.services(UInt64(seed), ahead: 0).merged()
    func times(_ merged: TwoServices.Merged, _ role: PromiseEvent.SpanRole) -> [Int64] {
      merged.events.compactMap { event in
        if case .spanLinked(_, _, role) = event.kind { event.time } else { nil }
      }
    }
    let shift = (times(merged, .sent).first ?? 0) - (times(truth, .sent).first ?? 0)
    #expect(times(merged, .received).count == 10)
    for (found, real) in zip(times(merged, .received), times(truth, .received)) {
      #expect(abs(found - shift - real) <= uncertainty)
    }
    #expect(merged.isCausal && merged.merger.warnings.isEmpty)
    // The events stay as close together as they were.
    let length = (merged.events.last?.time ?? 0) - (merged.events.first?.time ?? 0)
    #expect(length < 1_000_000_000)
  }

  @Test("Machines that exchange no message are aligned by a third one", arguments: 1...10)
  func chain(seed: Int) throws {
    let (first, second) = (
      services(UInt64(seed), ahead: 5_000), services(UInt64(seed + 50), ahead: -9_000)
    )
    // The middle process handles the requests of the first, and sends its own to the third.
    var middle = first.store.events
    let base = middle.count
    middle += second.shop.events.map { event in
      var event = event
      event.sequence += base
      event.time += 5_000_000_000
      return event
    }
    var merger = ProcessMerger()
    for name in ["a", "b", "c"] { _ = merger.add(TwoServices.header(name, boot: name), named: "") }
    merger.append(first.shop.events, to: 0)
    merger.append(renamed(middle, from: base), to: 1)
    merger.append(renamed(second.store.events, from: 0), to: 2)
    for process in 0..<3 { merger.finish(process) }
    let graph = Graph(merger.take(waits: true))
    let uncertainties = graph.processes.map(\.uncertainty)
    #expect(uncertainties[0] == nil)
    let (near, far) = (try #require(uncertainties[1]), try #require(uncertainties[2]))
    #expect(near < 10_000_000 && far < 20_000_000 && far >= near)
  }

  /// Gives the spans of events from a number on other numbers, and their promises as well.
  private func renamed(_ events: [PromiseEvent], from base: Int) -> [PromiseEvent] {
    events.map { event in
      guard event.sequence > base,
        case .spanLinked(let promise, let context, let role) = event.kind,
        let other = context.with(span: 0x99_0000_0000 + UInt64(promise.rawValue))
      else { return event }
      var event = event
      event.kind = .spanLinked(promise: promise, context: other, role: role)
      return event
    }
  }

  @Test("Without an answer the uncertainty is unknown, and the time of day decides")
  func oneSided() {
    var services = TwoServices()
    services.request(sent: 10, received: 12, settled: nil, answered: nil, ahead: 3_000)
    // The clocks of the day say that 5 ms passed between sending and receiving.
    let merged = services.merged(
      TwoServices.header("shop", zero: 0, unix: 1_000_000_000_000),
      TwoServices.header("store", boot: "b", zero: 0, unix: 1_000_000_000_000 - 2_997_000_000))
    #expect(merged.uncertainty(2) == ProcessNode.unknownUncertainty && merged.isCausal)
    let times = merged.times(.spanLinked)
    #expect(times.count == 2 && (times[1] - times[0] - 5).magnitude < 0.001)
  }

  @Test("A time of day that is an hour off is not believed")
  func hour() {
    var services = TwoServices()
    services.request(sent: 10, received: 12, settled: nil, answered: nil)
    let merged = services.merged(
      TwoServices.header("shop", unix: 0),
      TwoServices.header("store", boot: "b", unix: 3_600_000_000_000))
    let times = merged.times(.spanLinked)
    #expect(times.count == 2 && (times[1] - times[0]).magnitude < 0.001)
  }

  @Test("Messages that contradict each other are said, and keep their order")
  func contradiction() {
    var services = TwoServices()
    services.request(sent: 10, received: 12, settled: 13, answered: 14)
    // By this one, the clock of the store is 40 ms behind.
    services.request(sent: 50, received: 12, settled: 13, answered: 60)
    services.request(sent: 70, received: 72, settled: 73, answered: 74)
    let merged = services.merged(
      TwoServices.header("shop"), TwoServices.header("store", boot: "b"))
    #expect(merged.isCausal && merged.merger.warnings.count == 1)
    #expect(merged.merger.contradiction > 10_000_000)
  }

  @Test("Two processes that each received what the other sent later are merged all the same")
  func reversed() {
    var (one, other) = (EventStream(), EventStream())
    for (stream, first, second) in [(0, 1, 2), (1, 2, 1)] {
      var events = EventStream()
      events.create(1)
      events.post(.spanLinked(promise: 1, context: TwoServices.context(first), role: .received))
      events.create(2)
      events.post(.spanLinked(promise: 2, context: TwoServices.context(second), role: .sent))
      if stream == 0 { one = events } else { other = events }
    }
    var services = TwoServices()
    (services.shop, services.store) = (one, other)
    let merged = services.merged()
    #expect(merged.merger.reversed == 1 && merged.merger.warnings.count == 1)
    #expect(merged.events.count == 12 && merged.graph.counts.total == 4)
  }

  @Test("A newer message only makes the uncertainty smaller")
  func narrowing() throws {
    var services = TwoServices()
    services.request(sent: 10, received: 20, settled: 21, answered: 31, ahead: 500)
    let (shop, store) = (services.shop.events.count, services.store.events.count)
    for number in 1...8 {
      let start = Double(number) * 100
      services.request(
        sent: start, received: start + 0.1, settled: start + 0.2, answered: start + 0.3, ahead: 500)
    }
    var merger = ProcessMerger()
    _ = merger.add(TwoServices.header("shop"), named: "")
    _ = merger.add(TwoServices.header("store", boot: "b"), named: "")
    merger.append(services.shop.events.prefix(shop), to: 0)
    merger.append(services.store.events.prefix(store), to: 1)
    let early = merger.take(waits: false)
    merger.append(services.shop.events.dropFirst(shop), to: 0)
    merger.append(services.store.events.dropFirst(store), to: 1)
    let late = merger.take(waits: false)
    let before = try #require(Graph(early).process(2)?.uncertainty)
    let after = try #require(Graph(early + late).process(2)?.uncertainty)
    #expect(after < before / 4)
    #expect((early + late).map(\.sequence) == Array(1...(early.count + late.count)))
  }
}
