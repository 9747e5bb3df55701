import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight
@testable import PromiseScreens

@Suite("A run that replaces another one")
struct SameStepTests {
  /// A program whose chain has these links; `print` is the output of its last one.
  private static func events(_ links: [String], print text: String = "hello") -> [PromiseEvent] {
    var stream = EventStream()
    for (place, label) in links.enumerated() {
      stream.post(
        .created(
          .init(
            promise: PromiseID(place + 1), operation: place == 0 ? .body : .then, label: label,
            site: SourceSite(file: "Hello/main.swift", line: place + 3, column: 1),
            parents: place == 0 ? [] : [PromiseID(place)])))
    }
    for place in links.indices {
      stream.at(Double(place + 1) * 10)
      stream.post(
        .settled(
          .init(promise: PromiseID(place + 1), outcome: .fulfilled, description: "done")))
    }
    stream.post(.note(text))
    return stream.events
  }

  private static func recording(_ events: [PromiseEvent], name: String = "Hello") -> Recording {
    Recording(
      entry: RunDescriptor(name: name, teaches: "a program"), isVirtual: true, events: events)
  }

  /// The screens with a run of `links`, paused at event `number`.
  private static func watched(_ links: [String], at number: Int) -> State {
    var state = State.picker()
    _ = update(&state, .recorded(recording(events(links))))
    state.show(event: number)
    return state
  }

  private static func settled(_ promise: PromiseID, in state: State) -> Int? {
    state.run?.history.events.first {
      if case .settled(let settlement) = $0.kind { settlement.promise == promise } else { false }
    }?.sequence
  }

  @Test("is at the event of the same kind and name, although a line was added before it")
  func sameEvent() throws {
    var state = Self.watched(["login", "fetch", "show"], at: 5)
    #expect(Self.settled(2, in: state) == 5)
    _ = update(&state, .recorded(Self.recording(Self.events(["login", "token", "fetch", "show"]))))
    let run = try #require(state.run)
    #expect(run.playhead == Self.settled(3, in: state))
    #expect(run.graph[3]?.creation.label == "fetch")
    #expect(!run.playing)
  }

  @Test("is at the event of the same number if its promise no longer exists")
  func sameNumber() {
    var state = Self.watched(["login", "fetch", "show"], at: 5)
    _ = update(&state, .recorded(Self.recording(Self.events(["login", "ask", "show"]))))
    #expect(state.run?.playhead == 5)
  }

  @Test("is at its last event if there are fewer events")
  func nearest() {
    var state = Self.watched(["a", "b", "c", "d", "e"], at: 10)
    _ = update(&state, .recorded(Self.recording(Self.events(["x"]))))
    #expect(state.run?.playhead == 3)
  }

  @Test("is at its end, or its start, if the other one was")
  func ends() {
    var state = Self.watched(["login", "show"], at: 5)
    _ = update(&state, .recorded(Self.recording(Self.events(["login", "fetch", "show"]))))
    #expect(state.run?.playhead == 7)
    state.show(event: 0)
    _ = update(&state, .recorded(Self.recording(Self.events(["login"]))))
    #expect(state.run?.playhead == 0)
  }

  @Test("has the promise with the same name selected, marked, and bookmarked")
  func selection() {
    var state = Self.watched(["login", "fetch", "show"], at: 4)
    state.run?.selection = 3
    state.run?.marked = 2
    state.run?.bookmarks = [5]
    state.run?.focus = .queues
    _ = update(&state, .recorded(Self.recording(Self.events(["token", "login", "fetch", "show"]))))
    #expect(state.run?.selection == 4)
    #expect(state.run?.marked == 3)
    #expect(state.run?.bookmarks == [7])
    #expect(state.run?.focus == .queues)
  }

  @Test("starts afresh for another program")
  func another() {
    var state = Self.watched(["login", "fetch", "show"], at: 5)
    _ = update(&state, .recorded(Self.recording(Self.events(["login", "fetch"]), name: "Other")))
    #expect(state.run?.playhead == 0)
    #expect(state.run?.playing == true)
  }

  @Test("keeps playing if the other one played")
  func playing() {
    var state = Self.watched(["login", "fetch", "show"], at: 3)
    state.run?.playing = true
    let effects = update(
      &state, .recorded(Self.recording(Self.events(["login", "fetch", "show"]))))
    #expect(state.run?.playing == true)
    #expect(
      effects.contains { if case .tick = $0 { true } else { false } })
  }
}
