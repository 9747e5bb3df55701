import PromiseEvents
package import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseSimulation

/// A movement of the playhead.
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
  /// To a time, and the last event that had happened there.
  case time(Int64)
  /// To an event by its number, and to a time before the next one.
  case instant(Int, time: Int64)
  /// To the end of the run.
  case end

  /// Where a movement leads.
  enum Goal: Hashable, Sendable {
    /// To the event of that number.
    case position(Int)
    /// To events that have not happened.
    case beyond
    /// Nowhere, according to the prediction.
    case none
  }

  /// Returns the notice for a movement that has no goal.
  func absence(_ language: Language) -> String {
    switch self {
    case .eventOf(let promise): language.text("no later event of \(promise)")
    case .settlement: language.text("no later settlement")
    case .choice: language.text("no later choice")
    case .event, .turn, .position, .time, .instant, .end: language.text("end of the run")
    }
  }

  /// The time that the playhead goes to, if it is not that of an event.
  var time: Int64? {
    switch self {
    case .time(let time), .instant(_, let time): time
    case .event, .turn, .eventOf, .choice, .settlement, .position, .end: nil
    }
  }
}

extension Run {
  /// Returns where `movement` leads from the playhead.
  func goal(of movement: Movement) -> Movement.Goal {
    switch movement {
    // A gap in the numbers is passed in one step.
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
    case .position(let number), .instant(let number, _):
      number <= history.last ? .position(number) : .beyond
    case .time(let time):
      time < history.endTime ? .position(history.position(atTime: time)) : .beyond
    case .end: finished ? .position(history.last) : .beyond
    }
  }

  /// Whether the next turn continues beyond the newest event, according to the prediction.
  private var goesOnBeyond: Bool {
    guard !finished, history.nextTurn(after: playhead) == history.last else { return false }
    return prediction?.nextTurn(after: playhead) ?? 0 > history.last
  }

  /// Returns `found`, or else whether the goal is ahead; `ahead` is what the prediction, if any, has found.
  private func position(_ found: Int?, ahead: Int??) -> Movement.Goal {
    if let found { return .position(found) }
    if let ahead, ahead == nil { return .none }
    return .beyond
  }
}

// MARK: - Choices

extension Run {
  /// The choice at the next event, or else the one at the playhead.
  package var choicePoint: ChoicePoint? {
    gateChoice ?? choicePoint(at: playhead + 1) ?? choicePoint(at: playhead)
  }

  private func choicePoint(at number: Int) -> ChoicePoint? {
    guard !real, let event = history[number] ?? (number > history.last ? prediction?[number] : nil),
      case .choiceMade(let chosen, let options) = event.kind
    else { return nil }
    return ChoicePoint(event: number, chosen: chosen, options: options)
  }

  /// Returns the event of the first choice after `number`, or of the last one before it.
  func nextChoice(after number: Int) -> Int? {
    past.choices.next(after: number)
      ?? ahead?.choices.next(after: max(number, history.last))
  }
  func previousChoice(before number: Int) -> Int? { past.choices.previous(before: number) }

  /// Returns the event of the choice at `place`, counted from 0; `nil` if it has not happened.
  func choice(_ place: Int) -> Int? { past.choices.number(of: place) }

  /// Returns the choices before the event `number`.
  func schedule(before number: Int) -> Schedule {
    Schedule(
      past.choices.taken(before: number)
        + (ahead?.choices.taken(after: history.last, before: number) ?? []))
  }

  /// The schedule of the whole known run, as a token; `nil` if it has no name.
  package var token: ScheduleToken? { likeToken?.with(schedule(before: .max)) }

  /// Whether nothing is changed by hand, and every choice takes the first option.
  var isAsWritten: Bool {
    overrides.isEmpty && schedule(before: .max).choices.allSatisfy { $0 == 0 }
  }

  /// The token, if the user is choosing or some choice does not take the first option.
  var shownToken: ScheduleToken? {
    token.flatMap { view.choosing || $0.schedule.choices.contains { $0 != 0 } ? $0 : nil }
  }
}
