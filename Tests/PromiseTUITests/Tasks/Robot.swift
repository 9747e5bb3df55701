import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

@testable import promise_tui

/// Opens a demo of the course, presses keys, and reads the screen, as a person would.
struct Robot {
  private(set) var state: State
  /// How many keys it has pressed.
  private(set) var keys = 0
  /// The demos that it has asked to open, in order.
  private(set) var opened: [String] = []
  private let demo: RunnableDemo
  private let run: SimulatedRun
  private var exploration: Exploration?

  /// Opens a demo, paused before its first event.
  init?(
    _ name: String, width: Int = 100, height: Int = 30, dialect: Dialect = .promiseKitLite,
    language: Language = .english
  ) {
    guard let demo = Catalog[name, language]?.following(dialect) else { return nil }
    self.demo = demo
    run = SimulatedRun(demo)
    state = State(
      size: Size(width: width, height: height), glyphs: .unicode, theme: .color, keys: .standard,
      demos: Catalog.entries(in: language), playsAtOnce: false, language: language)
    let (prediction, _) = SimulatedRun.events(of: demo, limit: 20_000, within: .seconds(3600))
    send(
      .opened(
        demo.entry, real: false, prediction: prediction, events: [],
        token: ScheduleToken(demo.schedule, of: demo.explored), changes: []))
    if state.run?.playing == true { send(.key(.character(" "))) }
  }

  /// Presses keys, given as characters.
  mutating func press(_ characters: String) {
    for character in characters { press(Key.character(character)) }
  }

  /// Presses a key.
  mutating func press(_ key: Key) {
    keys += 1
    send(.key(key))
  }

  private mutating func send(_ message: Message) {
    var messages = [message]
    while !messages.isEmpty {
      for effect in update(&state, messages.removeFirst()) {
        switch effect {
        case .runNextJob: messages.append(run.next().map(Message.events) ?? .finished)
        case .explore:
          let found = demo.explored.explore(within: Exploration.Budget(), expecting: demo.expects)
          exploration = found
          messages.append(.explored(found))
        case .compare(let outcome):
          guard let exploration else { break }
          let difference = demo.explored.smallestDifference(
            to: exploration.findings[outcome], in: exploration)
          messages.append(
            .compared(
              outcome: outcome,
              difference.map { Comparison($0, of: demo.explored, language: .english) }))
        case .findCritical(_, let request):
          messages.append(.criticalFound(request, demo.criticalValues(request)))
        case .findOrder(_, let request):
          let search = OrderSearch(scenario: demo.explored)
          messages.append(.orderFound(request, search.answer(to: request)))
        case .compareDialects: messages.append(.dialectsCompared(demo.besideOtherLibrary()))
        case .open(let name, _, _, _, _): opened.append(name)
        default: break
        }
      }
    }
  }

  /// The whole screen.
  var screen: String { view(state).text }

  /// The screen without frames and line breaks, so that a sentence on two lines is found.
  var words: String {
    screen.split(whereSeparator: { $0.isWhitespace || "│┌┐└┘─".contains($0) })
      .joined(separator: " ")
  }
}
