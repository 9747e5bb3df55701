package import PromiseEvents

/// Two runs of a program beside each other: which promise and which handler of one is which of the other.
///
/// They are aligned by what the program says: name, place in the source, what a promise hangs on and in
/// whose handler it was made; of several alike the first is the first. Identities, threads and times play
/// no part, and neither do lines that have moved. What one run has and the other has not is between its
/// neighbours as if it were not there: a link that was put into a chain does not make what follows new.
///
/// O(n log n) in the events and promises; in the places of the source of one file, of which there are few,
/// O(n m).
package struct RunAlignment: Sendable {
  package let before: ComparedRun
  package let after: ComparedRun
  /// The promise after for each one before, and the other way round, by their places in
  /// ``ComparedRun/promises``; none where there is none.
  package let partnersAfter: [Int?]
  package let partnersBefore: [Int?]
  /// The same of ``ComparedRun/steps``: handlers that ran in both, and texts that both printed.
  package let stepsAfter: [Int?]
  package let stepsBefore: [Int?]
  /// Texts are compared as they are; else ports, addresses of memory, UUIDs and points in time in them do not
  /// count.
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

  /// How many handlers ran in both.
  package var handlersInCommon: Int {
    stepsAfter.indices.count { stepsAfter[$0] != nil && before.steps[$0].note == nil }
  }

  /// How far one run was come, by its own events, when the trace of the other one ends: what happens
  /// later in it may be missing in the other one for that alone. It is the end where the other run was
  /// over. O(n)
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

  /// A text as it is compared.
  package func compared(_ text: String) -> String { comparesExactly ? text : masked(text) }

  /// The pairs of promises, as they were made before.
  package var pairs: some Sequence<(before: Int, after: Int)> {
    partnersAfter.indices.lazy.compactMap { [partnersAfter] place in
      partnersAfter[place].map { (before: place, after: $0) }
    }
  }
}
