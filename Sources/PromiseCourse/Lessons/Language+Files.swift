package import PromiseGraph

extension Language {
  /// The ending of the names of lesson files in this language.
  package var ending: String {
    switch self {
    case .english: ".md"
    case .chinese: ".zh.md"
    }
  }
}
