import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The facts of a run over time, which a page contains instead of pictures: when each promise changed its
/// state, and a sentence for each event.
struct PageFacts {
  /// The state after the last event.
  private(set) var state: RunState
  /// For each promise, its changes: the number of the event, the state with its mark, and the number of the
  /// other promise that the state names or 0, one after the other.
  private(set) var changes: [PromiseID: [Int]] = [:]
  /// The promises whose noted state is neither final nor unknown: a gap changes it.
  private var unsettled: Set<PromiseID> = []
  /// The listed events.
  private(set) var lines: [Line] = []
  /// The events up to the end of the range.
  let history: History
  /// The first and the last event of the range.
  let range: ClosedRange<Int>
  /// How many events are in the range.
  let count: Int
  let language: Language

  /// An event as a sentence.
  struct Line {
    var number: Int
    var time: Int64
    var sentence: String
    var rule: String?
    /// The promise that it is about.
    var promise: PromiseID?
    /// The outcome, if it settles a promise.
    var outcome: PromiseEvent.Outcome?
    /// Whether it explains nothing about the order of the run, such as the name of a thread.
    var isQuiet = false
  }

  var graph: Graph { state.graph }

  /// Reads the events of `recording` up to the end of `range`, of which at most `mostListed` are lines.
  init(
    _ recording: Recording, range: ClosedRange<Int>, mostListed: Int, lints: LintSettings,
    language: Language
  ) {
    let events = recording.events.lazy.filter { $0.sequence <= range.upperBound }
    var history = History(
      limit: .max / 16, byteLimit: .max, lints: lints, since: recording.since)
    history.append(contentsOf: events)
    history.flush()
    self.history = history
    self.language = language
    let inside = recording.events.lazy.filter { range.contains($0.sequence) }
    count = inside.reduce(0) { count, _ in count + 1 }
    let first = inside.first { _ in true }?.sequence ?? history.last
    self.range = first...max(first, history.last)
    state = RunState(lints: lints, since: recording.since)
    let listed = Self.listed(history, self.range, atMost: mostListed)
    // Those that describe what existed before are not in the history.
    for event in events { take(event, isListed: listed?.contains(event.sequence) ?? true) }
  }

  private mutating func take(_ event: PromiseEvent, isListed: Bool) {
    let lost = graph.dropped
    state.apply(event)
    if graph.dropped != lost {
      for id in Array(unsettled) { note(id, at: event.sequence) }
    }
    event.kind.forEachPromise { note($0, at: event.sequence) }
    guard isListed, range.contains(event.sequence) else { return }
    let narration = Narration(event, in: graph, language: language)
    var line = Line(
      number: event.sequence, time: graph.time, sentence: narration.sentence,
      rule: narration.rule, promise: event.kind.mentioned.subject)
    if case .settled(let settlement) = event.kind { line.outcome = settlement.outcome }
    line.isQuiet = event.kind.isQuiet
    lines.append(line)
  }

  /// Notes the state of a promise if it has changed.
  private mutating func note(_ id: PromiseID, at event: Int) {
    guard let node = graph[id] else { return }
    if node.isFinal || node.state == .unknown {
      unsettled.remove(id)
    } else {
      unsettled.insert(id)
    }
    let (code, other) = node.pageState
    if let known = changes[id], known[known.count - 2] == code, known[known.count - 1] == other {
      return
    }
    changes[id, default: []] += [event, code, other]
  }

  /// Returns the events that are listed; `nil` if all of the range are.
  private static func listed(
    _ history: History, _ range: ClosedRange<Int>, atMost mostListed: Int
  ) -> Set<Int>? {
    var count = 0
    var telling: [Int] = []
    var turn = history.turn(at: range.lowerBound)
    var last: Int?
    for event in history.events where range.contains(event.sequence) {
      let next = history.turn(at: event.sequence)
      if next != turn, let last, telling.last != last { telling.append(last) }
      turn = next
      last = event.sequence
      count += 1
      if event.kind.isSettlement { telling.append(event.sequence) }
    }
    guard count > mostListed, let last else { return nil }
    if telling.last != last { telling.append(last) }
    guard telling.count > mostListed else { return Set(telling) }
    return Set((1...mostListed).map { telling[$0 * telling.count / mostListed - 1] })
  }
}

extension PromiseNode {
  /// The state in figures: four times its place among the states, plus 1 if its handler was skipped or 2 if
  /// its error was not handled; and the number of the promise that the state names, or 0.
  var pageState: (code: Int, other: Int) {
    let mark = unhandled != nil ? 2 : skipped != nil ? 1 : 0
    let (place, other) = state.pagePlace
    return (place * 4 + mark, other?.rawValue ?? 0)
  }
}

extension PromiseState {
  /// The place of the state among all states, and the promise that it names.
  var pagePlace: (place: Int, other: PromiseID?) {
    switch self {
    case .pending: (0, nil)
    case .queued: (1, nil)
    case .running: (2, nil)
    case .lockedIn(let inner): (3, inner)
    case .fulfilled: (4, nil)
    case .rejected: (5, nil)
    case .cancelled: (6, nil)
    case .lost: (7, nil)
    case .forwarded(let outer): (8, outer)
    case .unknown: (9, nil)
    case .idle: (10, nil)
    }
  }

  /// The names of the states, by their places.
  static let pageNames = [
    "pending", "queued", "running", "lockedIn", "fulfilled", "rejected", "cancelled", "lost",
    "forwarded", "unknown", "awaitsNothing",
  ]
}

extension PromiseEvent.Kind {
  /// Whether the event explains nothing about the order of a run.
  fileprivate var isQuiet: Bool {
    family == .declaration || family == .deallocation || name == .choiceMade
  }
}
