import Dispatch
import PromiseKitLite
import PromiseScreens
import Synchronization
import Testing

@testable import promise_tui

@Suite struct LiveRunTests {
  @Test(
    "every demo ends on real queues, and no event comes after the end", arguments: Catalog.all)
  func wholeRun(name: String) async throws {
    // With its default knobs, the demo could block the main queue forever.
    let settings = name == "wait-on-main" ? ["parse=side"] : []
    let scenario = try Catalog.scenario(named: name, settings: settings)
    let log = Log()
    let isWhole = await withCheckedContinuation { continuation in
      LiveRun.begin(scenario, limit: .seconds(300), take: log.take) { isWhole in
        log.end()
        continuation.resume(returning: isWhole)
      }
    }
    #expect(isWhole)
    let (events, late) = log.contents
    #expect(events.map(\.sequence).sorted() == Array(1...events.count))
    #expect(late == 0)
    let timers = events.count { if case .timerScheduled = $0.kind { true } else { false } }
    let over = events.count { [.timerFired, .timerCancelled].contains($0.kind.name) }
    #expect(timers == over)
  }

  @Test("what is printed on real queues becomes notes, including an incomplete last line")
  func prints() async {
    let lines = Mutex(["one", "two"])
    let log = Log()
    let scenario = RunnableDemo(entry: RunDescriptor(name: "one", teaches: "")) { environment in
      environment.run { Promise.value(1).map(on: .main) { $0 + 1 } }
    }
    _ = await withCheckedContinuation { continuation in
      LiveRun.begin(
        scenario, limit: .seconds(300),
        printed: { atEnd in
          lines.withLock { lines in
            defer { lines = [] }
            return lines + (atEnd ? ["rest"] : [])
          }
        },
        take: log.take
      ) { continuation.resume(returning: $0) }
    }
    let events = log.contents.events.sorted { $0.sequence < $1.sequence }
    let notes = events.compactMap { if case .note(let text) = $0.kind { text } else { nil } }
    #expect(notes == ["one", "two", "rest"])
    #expect(events.map(\.sequence) == Array(1...events.count))
  }

  @Test("a run that never ends is stopped at its limit")
  func limit() async {
    // It goes on until this test has seen that it was stopped.
    let hasEnded = Atomic(false)
    @Sendable func again() -> Promise<Void> {
      after(.milliseconds(5)).then { hasEnded.load(ordering: .relaxed) ? .value(()) : again() }
    }
    let scenario = RunnableDemo(entry: RunDescriptor(name: "endless", teaches: "")) { environment in
      environment.run { again() }
    }
    let isWhole = await withCheckedContinuation { continuation in
      LiveRun.begin(scenario, limit: .milliseconds(120), take: { _ in }) {
        hasEnded.store(true, ordering: .relaxed)
        continuation.resume(returning: $0)
      }
    }
    #expect(!isWhole)
  }

  /// Returns the events of a run, and how many there were when it ended.
  private final class Log: Sendable {
    private let state = Mutex((events: [PromiseEvent](), late: 0, isOver: false))

    func take(_ event: PromiseEvent) {
      state.withLock {
        if $0.isOver { $0.late += 1 } else { $0.events.append(event) }
      }
    }

    func end() { state.withLock { $0.isOver = true } }

    var contents: (events: [PromiseEvent], late: Int) { state.withLock { ($0.events, $0.late) } }
  }
}
