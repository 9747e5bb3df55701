package import PromiseGraph

extension Language {
  /// How the names of the lessons' files end that are written in it.
  package var ending: String {
    switch self {
    case .english: ".md"
    case .chinese: ".zh.md"
    }
  }
}
