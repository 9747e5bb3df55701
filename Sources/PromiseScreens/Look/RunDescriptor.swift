package import PromiseCourse
package import PromiseEvents

/// A demo as the picker lists it.
package struct RunDescriptor: Hashable, Sendable {
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

/// A run that is over, and all that was recorded of it.
package struct Recording: Hashable, Sendable {
  /// How the screens name it.
  package var entry: RunDescriptor
  /// The times are those of a simulation.
  package var isVirtual: Bool
  /// Of the events up to this number only those are there that tell what was alive then: the run begins
  /// after it. 0 where it is told from its beginning.
  package var since: Int
  /// The events, in order.
  package var events: [PromiseEvent]

  package init(entry: RunDescriptor, isVirtual: Bool, events: [PromiseEvent], since: Int = 0) {
    self.since = since
    self.entry = entry
    self.isVirtual = isVirtual
    self.events = events
  }
}

/// A program that runs by itself, as its trace begins to tell of it.
package struct LiveProgram: Hashable, Sendable {
  /// How the screens name it.
  package var entry: RunDescriptor
  /// The times are those of a simulation that it runs.
  package var isVirtual: Bool
  /// Of the events up to this number only those come that tell what was alive then: the run begins after
  /// it. 0 where it is told from its beginning.
  package var since: Int
  /// What it prints is captured, and has a pane of its own.
  package var hasOutput: Bool
  /// It was started here, and can be started again.
  package var canRunAgain: Bool

  /// A program of which nothing has been told yet.
  package init(
    entry: RunDescriptor, isVirtual: Bool = false, since: Int = 0, hasOutput: Bool = false,
    canRunAgain: Bool = false
  ) {
    self.entry = entry
    self.isVirtual = isVirtual
    self.since = since
    self.hasOutput = hasOutput
    self.canRunAgain = canRunAgain
  }
}
