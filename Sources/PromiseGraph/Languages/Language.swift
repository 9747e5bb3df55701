/// A language of the screens and the lessons.
package enum Language: String, Hashable, Sendable, CaseIterable {
  case english = "en"
  /// Written with simplified characters.
  case chinese = "zh"

  /// Creates the language of a locale such as `zh_CN.UTF-8` or `zh-Hans`; English for any other.
  package init(locale: String) {
    let name = locale.lowercased().prefix { $0.isLetter }
    self = name == "zh" ? .chinese : .english
  }

  /// Returns `phrase` in this language, or in English if the language's table does not contain it.
  package func text(_ phrase: Phrase) -> String {
    switch self {
    case .english: phrase.english
    case .chinese: Chinese.table[phrase.key].map(phrase.filling) ?? phrase.english
    }
  }
}
