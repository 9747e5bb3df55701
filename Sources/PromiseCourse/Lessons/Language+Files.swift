package import PromiseGraph
import PromiseInsight

extension Language {
  /// The ending of the names of lesson files in this language.
  package var ending: String { self == .english ? ".md" : ".\(code).md" }
}
