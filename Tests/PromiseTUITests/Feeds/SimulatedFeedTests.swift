import Dispatch
import PromiseExploration
import PromiseKitLite
import PromiseScreens
import struct PromiseSimulation.Schedule
import Synchronization
import TestSupport
import Testing

@testable import promise_tui

/// A mailbox that can wait for messages.
final class Inbox: Sendable {
  private let (wakes, wake) = AsyncStream.makeStream(of: Void.self)
  private let mailbox: Mailbox
  private let waiting = Mutex<[Message]>([])

  init() {
    let wake = wake
    mailbox = Mailbox { wake.yield() }
  }

  func newSender() -> MessageSender { mailbox.newSender() }

  /// Returns the next message.
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
  /// Two handlers, one after the other, which print when they run.
  private func scenario(_ said: Said) -> RunnableDemo {
    RunnableDemo(entry: RunDescriptor(name: "two", teaches: "")) { environment in
      environment.run {
        Promise.value(1)
          .map(label: "first", on: .main) { value in
            said.say("first")
            return value + 1
          }
          .map(label: "second", on: .main) { value in
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

  @Test("a job runs only when requested; the prediction is another run")
  func steps() async throws {
    let said = Said()
    let inbox = Inbox()
    let feed = SimulatedFeed(scenario(said), sender: inbox.newSender(), ahead: .seconds(60))
    guard case .opened(let entry, real: false, let prediction, [], _, [])? = await inbox.next()
    else {
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

  @Test("what a handler prints is a note of its job, in the prediction and in the run")
  func prints() async throws {
    let said = Said()
    let inbox = Inbox()
    let feed = SimulatedFeed(
      scenario(said), sender: inbox.newSender(), ahead: .seconds(60), printed: { _ in said.take() })
    guard case .opened(_, real: false, let prediction, [], _, [])? = await inbox.next() else {
      Issue.record("no demo was opened")
      return
    }
    // What the prediction printed is discarded with it: nothing is left for the run.
    #expect(said.take() == [])
    var events: [PromiseEvent] = []
    var notes: [[String]] = []
    while true {
      feed.runNextJob()
      guard case .events(let new)? = await inbox.next() else { break }
      events += new
      notes.append(new.compactMap { if case .note(let text) = $0.kind { text } else { nil } })
    }
    #expect(notes.first == [])
    #expect(notes.filter { !$0.isEmpty } == [["first"], ["second"]])
    #expect(events == prediction)
    #expect(events.map(\.sequence) == Array(1...events.count))
    for (index, event) in events.enumerated() {
      guard case .note = event.kind else { continue }
      guard case .jobStarted(_, _, let queue) = events[index - 1].kind,
        case .jobEnded = events[index + 1].kind
      else {
        Issue.record("a note that is not inside its job: \(events[index - 1...index + 1])")
        continue
      }
      #expect(event.queue == queue)
      #expect(event.thread == events[index - 1].thread)
      #expect(event.time == events[index - 1].time)
    }
  }

  @Test("a run that never ends is predicted up to the limit")
  func endless() {
    @Sendable func again() -> Promise<Void> { after(.milliseconds(1)).then { again() } }
    let scenario = RunnableDemo(entry: RunDescriptor(name: "endless", teaches: "")) {
      environment in
      environment.run { again() }
    }
    let (events, isWhole) = SimulatedRun.events(of: scenario, limit: 500, within: .seconds(3600))
    #expect(!isWhole)
    #expect((500..<600).contains(events.count))
  }

  @Test("a scenario with a schedule follows it, and so does an exploration's own run")
  func schedule() {
    var scenario = RunnableDemo(entry: RunDescriptor(name: "hops", teaches: "")) {
      environment in
      environment.run {
        let a = DispatchQueue(label: "a")
        let b = DispatchQueue(label: "b")
        return when(
          fulfilled: Promise.value(1).done(on: a) { _ in note("A") },
          Promise.value(1).done(on: b) { _ in note("B") })
      }
    }
    #expect(notes(of: scenario) == ["A", "B"])
    scenario.schedule = [1]
    #expect(notes(of: scenario) == ["B", "A"])
    #expect(scenario.explored.run([1]).outcome.notes == ["B", "A"])
  }

  @Test("a run opens at the requested place: an event, or a choice")
  func place() async throws {
    var scenario = RunnableDemo(entry: RunDescriptor(name: "hops", teaches: "")) {
      environment in
      environment.run {
        when(
          fulfilled: Promise.value(1).done(on: DispatchQueue(label: "a")) { _ in note("A") },
          Promise.value(1).done(on: DispatchQueue(label: "b")) { _ in note("B") })
      }
    }
    scenario.schedule = [1]
    for place in [Effect.Place.event(9), .choice(0)] {
      let inbox = Inbox()
      let feed = SimulatedFeed(
        scenario, to: place, sender: inbox.newSender(), ahead: .seconds(60))
      guard
        case .opened(_, real: false, let prediction, let events, let token?, [])? =
          await inbox.next()
      else {
        Issue.record("no demo was opened")
        return
      }
      #expect(token.schedule == [1])
      #expect(events == Array(prediction.prefix(events.count)))
      #expect(events.count < prediction.count)
      switch place {
      case .event(let number): #expect(events.count >= number)
      case .choice:
        #expect(events.contains { if case .choiceMade(1, _) = $0.kind { true } else { false } })
      case .time(let time): #expect(events.last.map { $0.time >= time } == true)
      }
      feed.close()
    }
  }

  /// Returns what a run of `scenario` prints.
  private func notes(of scenario: RunnableDemo) -> [String] {
    SimulatedRun.events(of: scenario, limit: 1000, within: .seconds(3600)).events
      .compactMap { if case .note(let text) = $0.kind { text } else { nil } }
  }
}
