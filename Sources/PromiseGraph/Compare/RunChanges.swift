package import PromiseEvents

/// What is otherwise in one run than in another one. Promises are named by their places in
/// ``ComparedRun/promises``, steps by theirs in ``ComparedRun/steps``.
package struct RunChanges: Sendable {
  /// What only the run after has, and what only the run before has.
  package var appeared: [Presence] = []
  package var gone: [Presence] = []
  /// The handlers that run at another place among those of both runs: as few as there can be, so that
  /// the others are in the same order.
  package var moves: [Move] = []
  /// The handlers that ran in one run only, of promises that both have.
  package var runs: [RunChange] = []
  /// What settled otherwise, or did not.
  package var outcomes: [OutcomeChange] = []
  /// What settled the same way with another value or error.
  package var values: [OutcomeChange] = []
  /// What hangs on something else, returns something else, has another name or another queue.
  package var links: [LinkChange] = []
  /// What was printed in one run only.
  package var printed: [PrintedChange] = []
  /// What took longer, or less long.
  package var times: [TimeChange] = []

  /// There is nothing in it.
  package var isEmpty: Bool {
    appeared.isEmpty && gone.isEmpty && moves.isEmpty && runs.isEmpty && outcomes.isEmpty
      && values.isEmpty && links.isEmpty && printed.isEmpty && times.isEmpty
  }
}

extension RunChanges {
  /// A promise that one run has and the other has not.
  package struct Presence: Hashable, Sendable {
    /// Why the other run has none.
    package enum Reason: Hashable, Sendable {
      /// It does not make it.
      case absent
      /// The handler that would make it, of this promise of the other run, did not run.
      case notMade(by: Int)
      /// The trace ends before it would be made.
      case notYet
      /// Events were lost: it may have been among them.
      case unknown
    }

    package var promise: Int
    package var reason: Reason
    /// Others that are there in one run only, since they hang on this one or were made in its handler.
    package var followers: [Int] = []
  }

  /// A handler or a printed text that stands elsewhere in the order.
  package struct Move: Hashable, Sendable {
    /// Its steps before and after.
    package var before: Int
    package var after: Int
    /// The steps before that it comes before in one run and after in the other, in order: the nearest to
    /// where it was before; of very many the first few.
    package var passed: [Int]
    /// How many of these there are.
    package var count: Int
    /// It comes later after.
    package var isLater: Bool
  }

  /// A handler that ran in one run only.
  package struct RunChange: Hashable, Sendable {
    package var before: Int
    package var after: Int
    /// It ran after, and not before.
    package var ranAfter: Bool
    /// Why it did not run in the other one, where that is known.
    package var skipped: PromiseEvent.SkipReason?
  }

  /// A pair that came to something else.
  package struct OutcomeChange: Hashable, Sendable {
    package var before: Int
    package var after: Int
    package var stateBefore: EndState
    package var stateAfter: EndState
    /// The value or the error, where there is one.
    package var textBefore: String
    package var textAfter: String
    /// Other pairs, by their places before, that came to the same since this one did.
    package var followers: [Int] = []
  }

  /// What became of a promise by the end of a run.
  package enum EndState: String, Hashable, Sendable {
    case fulfilled, rejected, cancelled, pending, queued, running
    case lost = "freed while pending"
    case unknown
  }

  /// What is otherwise about a promise itself.
  package struct LinkChange: Hashable, Sendable {
    package enum What: Hashable, Sendable {
      /// It hangs on something else: on these, where it hangs on anything.
      case parent(before: Int?, after: Int?)
      /// Its handler returned a promise, these, or none.
      case returned(before: Int?, after: Int?)
      /// It was given another name.
      case name
      /// Its handler runs on another queue.
      case queue(before: String, after: String)
    }

    package var before: Int
    package var after: Int
    package var what: What
  }

  /// A text that only one run printed.
  package struct PrintedChange: Hashable, Sendable {
    package var step: Int
    /// It is the run after that printed it.
    package var isAfter: Bool
  }

  /// A pair that took longer, or less long, by itself: what it waited for is told there.
  package struct TimeChange: Hashable, Sendable {
    /// What it did in that time.
    package enum Phase: String, Hashable, Sendable, CaseIterable {
      case queued, ran, timer
      /// Until somebody resolved it.
      case open

      /// It in words about a promise: `'fetch' ran`.
      package func words(of name: String) -> String {
        switch self {
        case .queued: "\(name) waited in its queue"
        case .ran: "\(name) ran"
        case .timer: "the timer of \(name) took"
        case .open: "\(name) was pending"
        }
      }
    }

    package var before: Int
    package var after: Int
    package var phase: Phase
    /// Nanoseconds.
    package var lengthBefore: Int64
    package var lengthAfter: Int64

    /// By how many nanoseconds it is longer after.
    package var difference: Int64 { lengthAfter.saturatingMinus(lengthBefore) }
  }
}
