import PromiseGraph
import PromiseInsight
import PromiseKitLite

@testable import PromiseScreens

/// Simulates the program around the screens: it answers requests for the next real job from a list
/// of events, one turn at a time, and records every other effect.
struct Driver {
  var state: State
  /// The effects, except requests for real jobs.
  private(set) var effects: [Effect] = []
  /// How many real jobs have run.
  private(set) var jobs = 0
  private var turns: [[PromiseEvent]]
  /// Jobs take time: none returns before this is false again.
  var answersLate = false {
    didSet {
      guard !answersLate, let late else { return }
      self.late = nil
      answer(late)
    }
  }
  /// The events of the job in progress.
  private var late: Message?

  /// Opens the first demo of `state`, whose run is `events`.
  init(
    _ events: [PromiseEvent] = EventStream.loginWithSource, state: State = .picker(),
    predicts: Bool = true, playing: Bool = false, real: Bool = false
  ) {
    self.state = state
    turns = []
    for event in events {
      switch event.kind {
      case .jobStarted, .timerFired: turns.append([event])
      default:
        if turns.isEmpty { turns.append([]) }
        turns[turns.count - 1].append(event)
      }
    }
    send(.opened(state.demos[0], real: real, prediction: predicts ? events : []))
    if !playing {
      self.state.run?.playing = false
      effects = []
    }
  }

  /// Sends `message`, and answers the requests until there are no more.
  mutating func send(_ message: Message) {
    answer(message)
  }

  private mutating func answer(_ message: Message) {
    var asked = update(&state, message)
    while !asked.isEmpty {
      let effect = asked.removeFirst()
      guard effect == .runNextJob else {
        effects.append(effect)
        continue
      }
      jobs += 1
      let answer: Message = turns.isEmpty ? .finished : .events(turns.removeFirst())
      if answersLate {
        late = answer
      } else {
        asked += update(&state, answer)
      }
    }
  }

  /// Forgets the effects so far.
  mutating func forgetEffects() { effects = [] }

  /// Presses keys, given as characters.
  mutating func type(_ keys: String) {
    for key in keys { send(.key(.character(key))) }
  }

  /// Presses keys.
  mutating func press(_ keys: Key...) {
    for key in keys { send(.key(key)) }
  }

  var playhead: Int { state.run?.playhead ?? -1 }
  var last: Int { state.run?.history.last ?? -1 }
  /// The effects but the ticks.
  var requests: [Effect] {
    effects.filter { if case .tick = $0 { false } else { true } }
  }
  var subject: PromiseID? { state.run?.subject }
  var screen: String { view(state).text }

  /// Plays the run to its end.
  mutating func playToEnd() {
    if state.run?.playing == false { type(" ") }
    var now = state.now
    for _ in 0..<2000 where state.run?.playing == true {
      now += 10_000_000_000
      send(.tick(now: now))
    }
  }

  /// Runs everything and moves the playhead to the event of the pictures.
  mutating func goToPicture() {
    type(":\(EventStream.loginRunning + 1)")
    press(.enter)
  }
}

extension Driver {
  /// The event at the playhead.
  var event: PromiseEvent? { state.run.flatMap { $0.history[$0.playhead] } }
}
