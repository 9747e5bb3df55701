import Dispatch
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import TestSupport

@testable import PromiseScreens

/// The program around the screens, for tests of what-if: it simulates, and answers immediately.
struct SimulatedDriver {
  var state: State
  private let scenario: Scenario
  /// The effects, except requests for jobs.
  private(set) var effects: [Effect] = []
  /// The remaining events of the open runs, the topmost last.
  private var ahead: [[PromiseEvent]] = [[]]
  /// Requests for critical values are answered.
  var answersCritical = true

  /// Opens `scenario` over `state`, and runs it up to `time`.
  init(_ scenario: Scenario = .dashboard, until time: Int64 = 0, state: State = .picker()) {
    self.state = state
    self.scenario = scenario
    open([], to: .time(time * 1_000_000))
    self.state.run?.playing = false
    send(.key(.character(":")))
    type("\(time)ms")
    press(.enter)
  }

  private mutating func open(_ changes: [Override], to place: Effect.Place?) {
    let events = scenario.events(changedBy: changes)
    let count =
      switch place {
      case .time(let time)?: events.prefix { $0.time <= time }.count
      case .event(let number)?: min(events.count, number)
      default: 0
      }
    ahead[ahead.count - 1] = Array(events.dropFirst(count))
    send(
      .opened(
        state.demos[0], real: false, prediction: events, events: Array(events.prefix(count)),
        token: ScheduleToken(Schedule(), of: scenario), changes: changes))
  }

  mutating func send(_ message: Message) {
    for effect in update(&state, message) { answer(effect) }
  }

  private mutating func answer(_ effect: Effect) {
    if effect != .runNextJob { effects.append(effect) }
    switch effect {
    case .open(_, _, let place, let isOver, let changes):
      if isOver { ahead.append([]) }
      open(changes ?? [], to: place)
    case .closeDemo: ahead.removeLast()
    case .findCritical(_, let request) where answersCritical:
      let search = CriticalSearch(limit: .seconds(600)) { [scenario] in
        scenario.events(changedBy: request.changes($0))
      }
      send(.criticalFound(request, search.values(from: request.length.nanoseconds)))
    case .runNextJob:
      let events = ahead[ahead.count - 1]
      ahead[ahead.count - 1] = []
      send(events.isEmpty ? .finished : .events(events))
    default: break
    }
  }

  /// Presses keys, given as characters.
  mutating func type(_ keys: String) {
    for key in keys { send(.key(.character(key))) }
  }

  mutating func press(_ keys: Key...) { for key in keys { send(.key(key)) } }

  var screen: String { view(state).text }
  var panel: WhatIfPanel? { state.run?.whatIf }
}

private let net = DispatchQueue(label: "net", attributes: .concurrent)
private let disk = DispatchQueue(label: "disk")
private struct Unavailable: Error {}
private struct TooLate: Error {}

extension Scenario {
  /// All of three requests in a race with a cache and a timeout.
  static let dashboard = Scenario(
    "demo", queues: [.concurrent("net", width: 3), .serial("disk")]
  ) {
    func get(_ page: String, _ time: Int, fails: Bool = false) -> Promise<String> {
      net.async(.promise, label: "GET /\(page)") { () throws -> String in
        work(for: .milliseconds(time))
        if fails { throw Unavailable() }
        return page
      }
    }
    let fresh = when(
      label: "fresh",
      fulfilled: [get("profile", 120), get("posts", 90), get("ads", 140, fails: true)])
    let cache = disk.async(.promise, label: "cache.read") { () throws -> [String] in
      work(for: .milliseconds(100))
      return ["cached page"]
    }
    let late = after(label: "timeout", .milliseconds(150))
      .map(label: "too late", on: nil) { () throws -> [String] in throw TooLate() }
    return race(label: "first", fresh, cache, late)
      .done(label: "render") { note("rendered \($0)") }.catch(label: "alert") {
        note("alert \($0)")
      }
  }
}
