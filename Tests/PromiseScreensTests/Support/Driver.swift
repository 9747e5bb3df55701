import PromiseGraph
import PromiseKitLite

@testable import PromiseScreens

/// The program around the screens, for tests: it answers requests for the next real job from a list
/// of events, a turn at a time, and remembers every other effect.
struct Driver {
  var state: State
  /// What was asked for, besides real jobs.
  private(set) var effects: [Effect] = []
  /// How many real jobs have run.
  private(set) var jobs = 0
  private var turns: [[PromiseEvent]]
  /// Jobs take their time: none answers before this is false again.
  var answersLate = false {
    didSet {
      guard !answersLate, let late else { return }
      self.late = nil
      answer(late)
    }
  }
  /// What the job that takes its time will answer.
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

  /// Sends `message`, and answers what it asks for until nothing more is asked.
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
  var subject: PromiseID? { state.run?.subject }
  var screen: String { view(state).text }

  /// Runs everything and puts the playhead on the event at which the pictures stand.
  mutating func goToPicture() {
    type(":\(EventStream.loginRunning + 1)")
    press(.enter)
  }
}

extension Driver {
  /// The event that the playhead stands on.
  var event: PromiseEvent? { state.run.flatMap { $0.history[$0.playhead] } }
}
