package import PromiseEvents
import PromiseGraph

/// The differences between two runs. Promises are given by their indices in ``ComparedRun/promises``, steps by
/// theirs in ``ComparedRun/steps``.
package struct RunChanges: Sendable {
  /// The promises that something else settled first: another input of a race, or the time limit.
  package var races: [RaceChange] = []
  /// The promises that only the run after has, and those that only the run before has.
  package var appeared: [Presence] = []
  package var gone: [Presence] = []
  /// The handlers that run at a different place, such that something depends on it: as few as possible, so that the
  /// others are in the same order.
  package var moves: [Move] = []
  /// The handlers that run at a different place, although nothing orders them, and their order explains no difference.
  package var free: [Move] = []
  /// The handlers that ran in one run only, of promises that both runs have.
  package var runs: [RunChange] = []
  /// The promises that settled differently, or in one run only.
  package var outcomes: [OutcomeChange] = []
  /// The promises that settled the same way with a different value or error.
  package var values: [OutcomeChange] = []
  /// The promises with another parent, another returned promise, another name or another queue.
  package var links: [LinkChange] = []
  /// The texts that were printed in one run only.
  package var printed: [PrintedChange] = []
  /// The promises that took longer, or shorter.
  package var times: [TimeChange] = []

  /// The outcomes and values that no race explains.
  var unexplained: [OutcomeChange] {
    let explained = Set(races.map(\.before))
    return (outcomes + values).filter {
      !explained.contains($0.before) && explained.isDisjoint(with: $0.followers)
    }
  }
}

extension RunChanges {
  /// A promise that only one run has.
  package struct Presence: Hashable, Sendable {
    /// Why the other run does not have it.
    package enum Reason: Hashable, Sendable {
      /// The other run does not create it.
      case absent
      /// The handler that would create it, of this promise of the other run, did not run.
      case notMade(by: Int)
      /// The trace ends before it would be created.
      case notYet
      /// Events were lost, perhaps this one.
      case unknown
    }

    package var promise: Int
    package var reason: Reason
    /// Other promises of one run only, because they follow from this one or were created in its handler.
    package var followers: [Int] = []
  }

  /// A handler or a printed text at a different place in the order.
  package struct Move: Hashable, Sendable {
    /// Its steps in the runs before and after.
    package var before: Int
    package var after: Int
    /// The steps of the run before that it precedes in one run and follows in the other, in order, the nearest
    /// first; if there are many, the first few.
    package var passed: [Int]
    /// How many of these there are.
    package var count: Int
    /// Whether it is later in the run after.
    package var isLater: Bool
    /// Why the order can matter; `nil` if it cannot.
    package var reason: Reason?
    /// Whether something else that differs can follow from the order.
    package var isDecisive = false
    /// Whether it prints and passes something that prints, so that the output has another order.
    package var ordersOutput = false
    /// Whether the order explains nothing that differs.
    var isFree: Bool {
      switch reason {
      case nil: true
      case .queue: !isDecisive && !ordersOutput
      case .state, .parent, .unseen, .program: false
      }
    }

    /// Why the order of some handlers can matter.
    package enum Reason: Hashable, Sendable, Comparable {
      /// They declare to access the same state.
      case state(String)
      /// They were attached to the same promise, the one at this index in the run before.
      case parent(Int)
      /// The handler of the promise at this index in the run before was given the same in both runs and did something
      /// else: it may use what no event shows.
      case unseen(Int)
      /// They run on the same serial queue, whose jobs can share what no event shows.
      case queue(String)
      /// The texts were printed outside of any handler.
      case program
    }
  }

  /// A pair of promises that were settled by different ones.
  package struct RaceChange: Hashable, Sendable {
    /// What settled one of the two.
    package enum Winner: Hashable, Sendable {
      /// The promise at that index: an input, the parent, or the one in whose handler the resolver was used.
      case promise(Int)
      /// Its own time limit.
      case limit
    }

    package var before: Int
    package var after: Int
    /// By the indices of the run before, and of the run after.
    package var winnerBefore: Winner
    package var winnerAfter: Winner
    /// What took longer, or shorter, such that another one was first; `nil` if the times do not show it.
    package var culprit: TimeChange?
  }

  /// A handler that ran in one run only.
  package struct RunChange: Hashable, Sendable {
    package var before: Int
    package var after: Int
    /// Whether it ran in the run after, and not in the run before.
    package var ranAfter: Bool
    /// Why it did not run in the other run, if that is known.
    package var skipped: PromiseEvent.SkipReason?
  }

  /// A pair of promises with different outcomes.
  package struct OutcomeChange: Hashable, Sendable {
    package var before: Int
    package var after: Int
    package var stateBefore: EndState
    package var stateAfter: EndState
    /// The value or the error; empty if there is none.
    package var textBefore: String
    package var textAfter: String
    /// Other pairs, by their indices before, that changed because this one did.
    package var followers: [Int] = []
  }

  /// The state of a promise at the end of a run.
  package enum EndState: String, Hashable, Sendable {
    case fulfilled, rejected, cancelled, pending, queued, running
    case lost = "freed while pending"
    case unknown
  }

  /// A difference of a promise itself.
  package struct LinkChange: Hashable, Sendable {
    package enum What: Hashable, Sendable {
      /// It has another parent, or none.
      case parent(before: Int?, after: Int?)
      /// Its handler returned another promise, or none.
      case returned(before: Int?, after: Int?)
      /// It has another name.
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
    /// Whether the run after printed it.
    package var isAfter: Bool
  }

  /// A pair of promises of which one took longer by itself, apart from what it waited for.
  package struct TimeChange: Hashable, Sendable {
    /// What the promise did in that time.
    package enum Phase: String, Hashable, Sendable, CaseIterable {
      case queued, ran, timer
      /// It was pending until it was resolved.
      case open
    }

    package var before: Int
    package var after: Int
    package var phase: Phase
    /// Nanoseconds.
    package var lengthBefore: Int64
    package var lengthAfter: Int64

    /// How many nanoseconds longer it is in the run after.
    package var difference: Int64 { lengthAfter.saturatingMinus(lengthBefore) }
  }
}
