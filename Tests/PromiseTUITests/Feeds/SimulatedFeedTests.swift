import Dispatch
import PromiseKitLite
import PromiseScreens
import Synchronization
import Testing

@testable import promise_tui

/// A mailbox whose messages can be waited for.
private final class Inbox: Sendable {
  private let (wakes, wake) = AsyncStream.makeStream(of: Void.self)
  private let mailbox: Mailbox
  private let waiting = Mutex<[Message]>([])

  init() {
    let wake = wake
    mailbox = Mailbox { wake.yield() }
  }

  func newOutlet() -> Outlet { mailbox.newOutlet() }

  /// The next message.
  func next() async -> Message? {
    while true {
      let message = waiting.withLock { waiting in
        if waiting.isEmpty { waiting = mailbox.take() }
        return waiting.isEmpty ? nil : waiting.removeFirst()
      }
      if let message { return message }
      for await _ in wakes { break }
    }
  }
}

@Suite struct SimulatedFeedTests {
  /// Two handlers one after the other, which say when they run.
  private func scenario(_ said: Said) -> Scenario {
    Scenario(entry: DemoEntry(name: "two", teaches: "")) { environment in
      environment.run {
        Promise.value(1)
          .map("first", on: .main) { value in
            said.say("first")
            return value + 1
          }
          .map("second", on: .main) { value in
            said.say("second")
            return value + 1
          }
      }
    }
  }

  private final class Said: Sendable {
    private let words = Mutex<[String]>([])
    func say(_ word: String) { words.withLock { $0.append(word) } }
    func take() -> [String] {
      words.withLock { words in
        defer { words = [] }
        return words
      }
    }
  }

  @Test("a job runs when it is asked for, not before; the look-ahead is another run")
  func steps() async throws {
    let said = Said()
    let inbox = Inbox()
    let feed = SimulatedFeed(scenario(said), outlet: inbox.newOutlet())
    guard case .opened(let entry, real: false, let prediction)? = await inbox.next() else {
      Issue.record("no demo was opened")
      return
    }
    #expect(entry.name == "two")
    #expect(said.take() == ["first", "second"])
    var events: [PromiseEvent] = []
    var order: [[String]] = []
    while true {
      feed.runNextJob()
      guard case .events(let new)? = await inbox.next() else { break }
      #expect(!new.isEmpty)
      events += new
      order.append(said.take())
    }
    #expect(order.first == [])
    #expect(order.filter { !$0.isEmpty } == [["first"], ["second"]])
    #expect(events == prediction)
    #expect(events.map(\.sequence) == Array(1...events.count))
  }

  @Test("a run that never ends is predicted as far as the limit")
  func endless() {
    @Sendable func again() -> Promise<Void> { after(.milliseconds(1)).then { again() } }
    let scenario = Scenario(entry: DemoEntry(name: "endless", teaches: "")) { environment in
      environment.run { again() }
    }
    let (events, isWhole) = SimulatedRun.events(of: scenario, limit: 500, within: .seconds(60))
    #expect(!isWhole)
    #expect((500..<600).contains(events.count))
  }
}
