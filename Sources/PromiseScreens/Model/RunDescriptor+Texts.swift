import PromiseCourse
import PromiseGraph
import PromiseInsight

extension RunDescriptor {
  /// Returns what it teaches, in a line: in another language than English, the title of its lesson.
  func topic(_ language: Language) -> String { translated(language)?.title ?? teaches }

  /// Returns what it teaches: in another language than English, the introduction of its lesson.
  func about(_ language: Language) -> String {
    translated(language) == nil ? teaches : introduction ?? teaches
  }

  /// The first paragraph of its lesson.
  var introduction: String? {
    lesson?.introduction.lazy.compactMap { block in
      if case .paragraph(let text) = block { text } else { nil }
    }.first
  }

  /// The chapter under which the list shows it.
  var listedChapter: Chapter? { startsCourse ? .startHere : chapter }

  /// Returns its title for readers.
  func title(_ language: Language) -> String { translated(language)?.title ?? title }

  /// The lesson, if it is a translation.
  private func translated(_ language: Language) -> Lesson? {
    lesson.flatMap { language != .english && $0.language == language ? $0 : nil }
  }
}

extension RunDescriptor.Chapter {
  /// The demos that begin the course, at the top of the list.
  static let startHere = Self(name: "start here", about: "the best demos to begin with, in order")
}
