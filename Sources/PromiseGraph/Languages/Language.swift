/// A language of the screens and the lessons.
///
/// English needs no translations: its texts are the phrases in the code.
package struct Language: Sendable {
  /// Its code of ISO 639-1, as in the setting `lang`.
  package let code: String
  /// The translation of each phrase, by its key.
  private let translations: [String: String]

  /// Creates a language with its translations. O(1)
  package init(code: String, translations: [String: String]) {
    (self.code, self.translations) = (code, translations)
  }

  package static let english = Language(code: "en", translations: [:])

  /// Returns `phrase` in this language, or in English if it has no translation.
  package func text(_ phrase: Phrase) -> String {
    translations[phrase.key].map(phrase.filling) ?? phrase.english
  }
}

extension Language: Hashable {
  package static func == (one: Self, other: Self) -> Bool { one.code == other.code }

  package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
