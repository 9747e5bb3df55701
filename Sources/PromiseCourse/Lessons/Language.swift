/// A language that lessons are written in.
package enum Language: String, Hashable, Sendable, CaseIterable {
  case english = "en"
  /// Written with simplified characters.
  case chinese = "zh"

  /// The language of a locale, as `zh_CN.UTF-8` or `zh-Hans`; English where it is any other.
  package init(locale: String) {
    let name = locale.lowercased().prefix { $0.isLetter }
    self = name == "zh" ? .chinese : .english
  }

  /// How the names of the files end that are written in it.
  package var ending: String {
    switch self {
    case .english: ".md"
    case .chinese: ".zh.md"
    }
  }
}
