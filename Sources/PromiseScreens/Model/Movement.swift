import PromiseEvents
package import PromiseExploration
import PromiseGraph
import PromiseSimulation

/// A way of moving the playhead on.
enum Movement: Hashable, Sendable {
  /// One event; to the end of a turn.
  case event, turn
  /// To the next event of a promise.
  case eventOf(PromiseID)
  /// To the place before the next choice.
  case choice
  /// To the next settlement.
  case settlement
  /// To an event by its number.
  case position(Int)
  /// To the last event that had happened at a time.
  case time(Int64)
  /// To the end of the run, however far it is.
  case end

  /// Where a movement leads.
  enum Goal: Hashable, Sendable {
    /// To the event of that number.
    case position(Int)
    /// To events that have not happened.
    case beyond
    /// Nowhere, as far as the look-ahead tells.
    case none
  }

  /// What is said where there is no such place.
  var absence: String {
    switch self {
    case .eventOf(let promise): "no later event of \(promise)"
    case .settlement: "no later settlement"
    case .choice: "no later choice: only one thing at a time could happen from here on"
    case .event, .turn, .position, .time, .end: "end of the run"
    }
  }
}

extension Run {
  /// Where `movement` leads from the playhead.
  func goal(of movement: Movement) -> Movement.Goal {
    switch movement {
    // The numbers that are missing in a gap are passed at once.
    case .event:
      playhead < history.last
        ? .position(history.nextPosition(after: playhead) ?? history.last) : .beyond
    case .turn:
      goesOnBeyond ? .beyond : position(history.nextTurn(after: playhead), ahead: nil)
    case .eventOf(let promise):
      position(
        history.nextEvent(of: promise, after: playhead),
        ahead: prediction.map { $0.nextEvent(of: promise, after: playhead) })
    case .settlement:
      position(
        history.nextSettlement(after: playhead),
        ahead: prediction.map { $0.nextSettlement(after: playhead) })
    case .choice:
      nextChoice(after: playhead + 1).map { $0 - 1 <= history.last ? .position($0 - 1) : .beyond }
        ?? (prediction == nil ? .beyond : .none)
    case .position(let number): number <= history.last ? .position(number) : .beyond
    case .time(let time):
      time < history.endTime ? .position(history.position(atTime: time)) : .beyond
    case .end: finished ? .position(history.last) : .beyond
    }
  }

  /// The turn that a step leads through is not over at the newest event, as far as the look-ahead
  /// tells.
  private var goesOnBeyond: Bool {
    guard !finished, history.nextTurn(after: playhead) == history.last else { return false }
    return prediction?.nextTurn(after: playhead) ?? 0 > history.last
  }

  /// `found`, else what lies beyond; `ahead` is what a look-ahead, if there is one, has found.
  private func position(_ found: Int?, ahead: Int??) -> Movement.Goal {
    if let found { return .position(found) }
    if let ahead, ahead == nil { return .none }
    return .beyond
  }
}

// MARK: - Choices

extension Run {
  /// Where the run chooses: at the event that comes next, or, where that is none, at the playhead.
  package var choicePoint: ChoicePoint? {
    choicePoint(at: playhead + 1) ?? choicePoint(at: playhead)
  }

  private func choicePoint(at number: Int) -> ChoicePoint? {
    guard !real, let event = history[number] ?? (number > history.last ? prediction?[number] : nil),
      case .choiceMade(let chosen, let options) = event.kind
    else { return nil }
    return ChoicePoint(event: number, chosen: chosen, options: options)
  }

  /// The number of the first choice after `number`, and of the last one before it.
  func nextChoice(after number: Int) -> Int? {
    choices.next(after: number) ?? predictedChoices.next(after: max(number, history.last))
  }
  func previousChoice(before number: Int) -> Int? { choices.previous(before: number) }

  /// The number of the choice that is number `place`, counted from 0; none where that has not happened.
  func choice(_ place: Int) -> Int? { choices.number(of: place) }

  /// The choices before the event `number`.
  func schedule(before number: Int) -> Schedule {
    Schedule(
      choices.taken(before: number)
        + predictedChoices.taken(after: history.last, before: number))
  }

  /// The schedule that leads to all that is known of this run, as a text; none where it has no name.
  package var token: ScheduleToken? { likeToken?.with(schedule(before: .max)) }

  /// Nothing in it is otherwise by hand, and the first was chosen everywhere.
  var isAsWritten: Bool {
    overrides.isEmpty && schedule(before: .max).choices.allSatisfy { $0 == 0 }
  }

  /// The token where it says anything: while the user chooses, and where something else than the first
  /// was chosen.
  var shownToken: ScheduleToken? {
    token.flatMap { choosing || $0.schedule.choices.contains { $0 != 0 } ? $0 : nil }
  }
}
