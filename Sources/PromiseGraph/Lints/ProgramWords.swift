package import PromiseEvents

/// What a lint says of a program in JavaScript, where that differs from what it says of one in Swift.
package struct ProgramWords: Sendable {
  /// What the mistake is; `nil` for the lint's own summary.
  package var summary: String?
  /// What to do about it; `nil` for the lint's own fix.
  package var fix: String?

  /// The lint's own words fit.
  static let same = ProgramWords()
}

extension Lint {
  /// Whether the lint checks programs in a language. A language that is not known counts as one with the same
  /// rules as JavaScript.
  package static func applies(to program: PromiseEvent.ProgramLanguage) -> Bool {
    program == .swift || inJavaScript != nil
  }

  /// Returns what to do about the mistake in a program.
  static func fix(
    in language: Language, for program: PromiseEvent.ProgramLanguage
  ) -> String {
    guard program == .javaScript, let words = inJavaScript?.fix else { return fix(in: language) }
    return language.text(Phrase(words))
  }
}
