import PromiseGraph
import PromiseKitLite

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
