package import PromiseEvents
import PromiseGraph

/// An alignment of two runs of a program: which promise and which handler of one corresponds to which of the
/// other.
///
/// They are aligned by name, place in the source, parent, and the handler in which a promise was created;
/// several equal ones are aligned in order. Identities, threads, times and moved lines are ignored. What only
/// one run has is skipped: a link inserted into a chain does not make what follows new.
///
/// O(n log n) in the events and promises; O(n m) in the places of one source file, of which there are few.
package struct RunAlignment: Hashable, Sendable {
  package let before: ComparedRun
  package let after: ComparedRun
  /// The promise after for each one before, and vice versa, by their indices in ``ComparedRun/promises``; `nil`
  /// if there is none.
  package let partnersAfter: [Int?]
  package let partnersBefore: [Int?]
  /// The same for ``ComparedRun/steps``: handlers that ran in both runs, and texts that both printed.
  package let stepsAfter: [Int?]
  package let stepsBefore: [Int?]
  /// Whether texts are compared exactly. Otherwise ports, memory addresses, UUIDs and times in them are
  /// ignored.
  package let comparesExactly: Bool

  /// Aligns two runs by their events.
  package init(before: [PromiseEvent], after: [PromiseEvent], exactly: Bool = false) {
    self.init(before: ComparedRun(before), after: ComparedRun(after), exactly: exactly)
  }

  /// Aligns two runs that were read.
  package init(before: ComparedRun, after: ComparedRun, exactly: Bool = false) {
    (self.before, self.after) = (before, after)
    comparesExactly = exactly
    let matching = PromiseMatching(before, after)
    (partnersAfter, partnersBefore) = (matching.after, matching.before)
    let steps = StepMatching(before, after, matching, exactly: exactly)
    (stepsAfter, stepsBefore) = (steps.after, steps.before)
  }

  /// How many handlers ran in both runs.
  package var handlersInCommon: Int {
    stepsAfter.indices.count { stepsAfter[$0] != nil && before.steps[$0].note == nil }
  }

  /// Returns the event of one run at which the trace of the other run ends: later steps may be missing in the
  /// other run only because it ends earlier. If the other run had ended, it is the end of this one. O(n)
  func reach(before isBefore: Bool) -> Int {
    let (run, other) = isBefore ? (before, after) : (after, before)
    guard other.mayGoOn else { return .max }
    let (partners, steps) = isBefore ? (partnersAfter, stepsAfter) : (partnersBefore, stepsBefore)
    var reach = 0
    for (place, partner) in partners.enumerated() {
      guard let partner else { continue }
      let promise = run.promises[place]
      reach = max(reach, promise.made.sequence)
      if other.promises[partner].settled != nil, let settled = promise.settled {
        reach = max(reach, settled.sequence)
      }
    }
    for place in steps.indices where steps[place] != nil {
      reach = max(reach, run.steps[place].moment.sequence)
    }
    return reach
  }

  /// Returns a text in the form in which it is compared.
  package func compared(_ text: String) -> String { comparesExactly ? text : masked(text) }

  /// The pairs of promises, in the order of creation in the run before.
  package var pairs: some Sequence<(before: Int, after: Int)> {
    partnersAfter.indices.lazy.compactMap { [partnersAfter] place in
      partnersAfter[place].map { (before: place, after: $0) }
    }
  }
}
