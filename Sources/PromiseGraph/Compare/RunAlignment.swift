package import PromiseKitLite

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

  /// Aligns two runs by their events.
  package init(before: [PromiseEvent], after: [PromiseEvent]) {
    self.init(before: ComparedRun(before), after: ComparedRun(after))
  }

  /// Aligns two runs that were read.
  package init(before: ComparedRun, after: ComparedRun) {
    (self.before, self.after) = (before, after)
    let matching = PromiseMatching(before, after)
    (partnersAfter, partnersBefore) = (matching.after, matching.before)
    let steps = StepMatching(before, after, matching)
    (stepsAfter, stepsBefore) = (steps.after, steps.before)
  }

  /// The pairs of promises, as they were made before.
  package var pairs: some Sequence<(before: Int, after: Int)> {
    partnersAfter.indices.lazy.compactMap { [partnersAfter] place in
      partnersAfter[place].map { (before: place, after: $0) }
    }
  }
}
