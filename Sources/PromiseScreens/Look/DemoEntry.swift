package import PromiseCourse

/// A demo as the picker lists it.
package struct DemoEntry: Hashable, Sendable {
  /// What it is called on the command line: `login-fetch-submit`, or `all/dictionary` for a variant.
  package var name: String
  /// What it is called for people; the name where there is nothing better.
  package var title: String
  /// What it teaches, in one line.
  package var teaches: String
  /// Its knobs and their values, as `delay=80 answer=ok`.
  package var knobs: String
  /// The chapter of the course that it is in, if it is in any.
  package var chapter: Chapter?
  /// Where it comes from: paragraphs, rules, libraries.
  package var from = ""
  /// The same with some knobs turned.
  package var variants: [Variant] = []
  /// The text beside it, in the language of whoever reads.
  package var lesson: Lesson?

  /// Demos that belong together.
  package struct Chapter: Hashable, Sendable {
    package var name: String
    /// What it is about, in one line.
    package var about: String

    package init(name: String, about: String) {
      self.name = name
      self.about = about
    }
  }

  /// A variant of a demo, as the picker lists it.
  package struct Variant: Hashable, Sendable {
    package var name: String
    /// What is different, in one line.
    package var about: String

    package init(name: String, about: String) {
      self.name = name
      self.about = about
    }
  }

  /// Without a title the name stands for it.
  package init(name: String, title: String? = nil, teaches: String, knobs: String = "") {
    self.name = name
    self.title = title ?? name
    self.teaches = teaches
    self.knobs = knobs
  }
}
