package import PromiseGraph

/// What the warnings and the relations say of the runs of a program: in how many failing runs, and in how many passing
/// ones, each of them is said.
package struct RunSigns: Hashable, Sendable {
  /// A warning, or something that is worth a look, that is said of more failures than passes.
  package struct Sign: Hashable, Sendable {
    /// The most telling of the alike ones.
    package var culprit: Culprit
    /// In how many failures and passes it is said.
    package var failures: Int
    package var passes: Int
  }

  /// How many failures and passes were counted.
  package private(set) var failures = 0
  package private(set) var passes = 0
  private var counts: [Culprit.Key: Sign] = [:]
  /// Why no failing run has what the reader says went wrong; `nil` if one has it, or if the reader says nothing.
  package var unknownSymptom: String? { hasSymptom ? nil : problem }
  private var hasSymptom = false
  private var problem: String?

  /// Creates the counts of no run.
  package init() {}

  /// Counts what is said of a run. `problem` is why it does not have what went wrong. O(what is said)
  package mutating func add(_ told: [Culprit], fails: Bool, problem: String? = nil) {
    if fails { failures += 1 } else { passes += 1 }
    if fails {
      (self.problem, hasSymptom) = (self.problem ?? problem, hasSymptom || problem == nil)
    }
    for culprit in told {
      guard counts.count < Self.most || counts[culprit.key] != nil else { continue }
      var sign = counts[culprit.key] ?? Sign(culprit: culprit, failures: 0, passes: 0)
      if fails { sign.failures += 1 } else { sign.passes += 1 }
      if fails, sign.failures == 1 { sign.culprit = culprit }
      counts[culprit.key] = sign
    }
  }

  /// What is said of failures rather than of passes: what touches that which went wrong first, and then what separates
  /// them best; at most three.
  package var best: [Sign] {
    guard failures > 0 else { return [] }
    let signs = counts.values.map { (sign: $0, score: score($0)) }.filter {
      $0.score >= Self.leastScore
    }
    return signs.sorted { a, b in
      let (isNear, isOtherNear) = (
        a.sign.culprit.touch > .queue, b.sign.culprit.touch > .queue
      )
      if isNear != isOtherNear { return isNear }
      if a.score != b.score { return a.score > b.score }
      return a.sign.culprit.precedes(b.sign.culprit)
    }.prefix(3).map(\.sign)
  }

  /// By how much more often it is said of a failure than of a pass, from -1 to 1.
  private func score(_ sign: Sign) -> Double {
    Double(sign.failures) / Double(failures)
      - (passes == 0 ? 0 : Double(sign.passes) / Double(passes))
  }

  /// The sentences in a language: `in 3 of 3 failures: Sync.swift:12:6: warning: …; in 0 of 17 passes`.
  package func sentences(in language: Language = .english) -> [String] {
    best.map { sign in
      let inFailures = language.text(
        "in \(grouped(sign.failures)) of \(grouped(failures)) failures")
      let located = language.text("\(inFailures): \(sign.culprit.located(in: language))")
      let fact = sign.culprit.touchSentence.map { language.text("\(located); \($0)") } ?? located
      guard passes > 0 else { return fact }
      let inPasses = language.text("in \(grouped(sign.passes)) of \(grouped(passes)) passes")
      return language.text("\(fact); \(inPasses)")
    }
  }

  /// How many different warnings are counted.
  private static let most = 1000
  private static let leastScore = 0.5
}

extension Culprit {
  /// Whether it is said before another one: the more serious one, and then the one that comes first in the program.
  fileprivate func precedes(_ other: Culprit) -> Bool {
    if isMoreThanAdvice != other.isMoreThanAdvice { return isMoreThanAdvice }
    if isAnnounced != other.isAnnounced { return isAnnounced }
    return (key.file ?? "", key.line, key.lint) < (
      other.key.file ?? "", other.key.line, other.key.lint
    )
  }
}
