/// How far a reader has come in the course: which demos were played to their end, and the best result of the
/// quiz about each. It is kept from one start of the program to the next.
package struct CourseProgress: Hashable, Sendable, Codable {
  /// The result of a quiz about a demo.
  package struct Result: Hashable, Sendable, Codable {
    /// The number of right answers.
    package var right: Int
    /// The number of questions.
    package var questions: Int

    package init(right: Int, of questions: Int) {
      self.right = right
      self.questions = questions
    }
  }

  /// The names of the demos that were played to their end.
  package private(set) var played: Set<String>
  /// The best result of each demo's quiz, by the name of the demo.
  package private(set) var results: [String: Result]

  package init(played: Set<String> = [], results: [String: Result] = [:]) {
    self.played = Set(played.map(Self.demo))
    self.results = results
  }

  /// Returns the name of the demo without that of its variant.
  private static func demo(_ name: String) -> String {
    String(name.prefix { $0 != "/" })
  }

  /// Whether `demo`, or a variant of it, was played to its end.
  package func hasPlayed(_ demo: String) -> Bool { played.contains(Self.demo(demo)) }

  /// Returns the best result of the quiz about `demo`; `nil` if no question was answered.
  package func result(of demo: String) -> Result? { results[Self.demo(demo)] }

  /// Notes that `demo` was played to its end. Returns whether that is new.
  package mutating func play(_ demo: String) -> Bool { played.insert(Self.demo(demo)).inserted }

  /// Notes a result of the quiz about `demo`. Returns whether it is better than the result before.
  package mutating func take(_ result: Result, of demo: String) -> Bool {
    if let old = self.result(of: demo), !result.isBetter(than: old) { return false }
    results[Self.demo(demo)] = result
    return true
  }
}

extension CourseProgress.Result {
  /// Whether more of the questions are answered correctly than in `other`, or as many of fewer questions.
  fileprivate func isBetter(than other: Self) -> Bool {
    (right, -questions) > (other.right, -other.questions)
  }
}
