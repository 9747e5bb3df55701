import PromiseGraph
import PromiseInsight
package import PromiseSimulation

/// What a program prints by the rules of another library.
package struct QuizLibrary: Hashable, Sendable {
  /// The library.
  package let dialect: Dialect
  /// What the program prints, in order.
  package let notes: [String]
  /// The rules that decide why that is not what it prints by the rules of PromiseKitLite.
  package let rules: [Dialect.Rule]

  /// Runs `program`, which prints `notes` by the rules of PromiseKitLite, by those of each other library.
  ///
  /// A library is left out if too much of it is unknown, or if what it prints depends on what is unknown.
  package static func all(of program: DialectProgram, besides notes: [String]) -> [QuizLibrary] {
    let own = Dialect.promiseKitLite
    guard (2...QuizMaker.mostNotes).contains(notes.count), program.order(as: own) == notes else {
      return []
    }
    let libraries = Dialect.all.compactMap { dialect -> QuizLibrary? in
      guard dialect.unknownRules.count <= mostUnknown,
        let lines = program.knownOrder(as: dialect).lines, lines.count <= QuizMaker.mostNotes
      else { return nil }
      let rules =
        lines == notes || lines.isEmpty ? [] : program.decidingRules(from: dialect, to: own)
      return QuizLibrary(dialect: dialect, notes: lines, rules: rules)
    }
    return libraries.contains { !$0.rules.isEmpty } ? libraries : []
  }

  /// The most rules that may be unknown of a library: each takes further runs.
  private static var mostUnknown: Int { 3 }
}

/// A rule that decides a question about libraries.
package struct QuizRule: Hashable, Sendable {
  package let rule: Dialect.Rule
  /// The library that is the right answer.
  package let library: Dialect

  /// Returns what the library does and where that is known from, and what PromiseKitLite does.
  func sentence(in language: Language) -> String {
    let own = Dialect.promiseKitLite
    let answer = language.text(Phrase(rule.words(library.simulated(rule))))
    let standard = language.text(Phrase(rule.words(own.simulated(rule))))
    return language.text(
      "\(library.title): \(answer) [\(library[rule].evidence)]; \(own.title): \(standard)")
  }
}

extension QuizMaker {
  /// In which library does the program print this?
  func libraryQuestion() -> QuizQuestion? {
    let right = pick(libraries.filter { !$0.rules.isEmpty }, for: "library") { $0.rules.count }
    guard let right else { return nil }
    let wrong = libraries.filter { $0.notes != right.notes }.map {
      QuizAnswer.library($0.dialect.title)
    }
    // Where the run here prints something else for the first time.
    let same = zip(run.notes, right.notes).prefix { $0.text == $1 }.count
    let deciding = run.notes.map(\.event)
    guard let first = run.notes.first else { return nil }
    var question = QuizQuestion(
      .library, at: max(0, (first.start ?? first.event) - 1), deciding: deciding)
    question.printed = right.notes
    question.rules = right.rules.map { QuizRule(rule: $0, library: right.dialect) }
    let place = min(same, deciding.count - 1)
    return complete(question, right: .library(right.dialect.title), wrong: wrong) { _ in place }
  }
}
