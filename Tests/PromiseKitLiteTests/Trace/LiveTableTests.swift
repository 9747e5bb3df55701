import Dispatch
import PromiseSimulation
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("What a client that connects late receives")
struct LiveTableTests {
  /// The greatest number of promises in the table during a run, the events that are left in it at
  /// its end, and whether every promise that they name is declared.
  private func table(limit: Int = 100_000, _ body: () -> Void) -> (most: Int, table: LiveTable) {
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder])
    simulation.start(body)
    simulation.run()
    var (table, most) = (LiveTable(limit: limit), 0)
    for event in recorder.events {
      table.fold(event)
      most = max(most, table.count)
    }
    return (most, table)
  }

  private func declared(_ events: [PromiseEvent]) -> Set<PromiseID> {
    Set(
      events.compactMap { event in
        if case .created(let creation) = event.kind { creation.promise } else { nil }
      })
  }

  @Test("Nothing is kept of promises that were freed")
  func gone() {
    let (_, table) = table {
      for _ in 0..<50 { after(.milliseconds(1)).map { 1 }.done { _ in }.cauterize() }
    }
    #expect(table.count == 0)
    #expect(table.events.allSatisfy { [.queueDeclared, .threadNamed].contains($0.kind.name) })
  }

  @Test("What is alive names nothing that is not declared")
  func named() {
    var kept: [Any] = []
    let (_, table) = table {
      let slow = after(label: "slow", .seconds(100)).map(label: "last") { 1 }
      let first = Promise.value(label: "first", 1)
      let both = when(fulfilled: first.map(label: "quick") { $0 }, slow.map(label: "fan") { $0 })
      kept = [both, slow]
      Promise<Int>(label: "never") { _ in }.then(label: "waits") { _ in Promise.value(1) }
        .cauterize()
    }
    let events = table.events
    let known = declared(events)
    #expect(!known.isEmpty)
    for event in events {
      #expect(event.kind.promises.allSatisfy { known.contains($0) }, "\(event)")
    }
    withExtendedLifetime(kept) {}
  }

  @Test("A loop that adopts itself takes no more room than one step")
  func loop() {
    @Sendable func step(_ rest: Int) -> Promise<Int> {
      let next = after(.milliseconds(1)).map { rest }
      return rest == 0 ? Promise.value(0) : next.then { _ in step(rest - 1) }
    }
    let most = table { step(500).cauterize() }.most
    #expect(most < 20)
  }

  @Test("Promises beyond its capacity are counted as lost")
  func room() throws {
    var kept: [Promise<Int>] = []
    let table = table(limit: 100) { for _ in 0..<150 { kept.append(Promise<Int> { _ in }) } }.table
    #expect(table.count == 100)
    let lost = table.events.compactMap { event in
      if case .dropped(let count) = event.kind { count } else { nil }
    }
    #expect(lost == [50])
    withExtendedLifetime(kept) {}
  }
}
