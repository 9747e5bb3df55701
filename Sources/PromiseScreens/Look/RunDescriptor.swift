package import PromiseCourse
package import PromiseEvents

/// A demo as the picker lists it.
package struct RunDescriptor: Hashable, Sendable {
  /// Its name on the command line: `login-fetch-submit`, or `all/dictionary` for a variant.
  package var name: String
  /// Its title for readers; the name if there is none.
  package var title: String
  /// What it teaches, in one line.
  package var teaches: String
  /// Its knobs and their values, as `delay=80 answer=ok`.
  package var knobs: String
  /// Its chapter of the course, if any.
  package var chapter: Chapter?
  /// Whether it is one of the demos to begin with, which the list shows first.
  package var startsCourse = false
  /// Its sources: paragraphs, rules, libraries.
  package var from = ""
  /// Variants with other knob settings.
  package var variants: [Variant] = []
  /// Its lesson, in the language of the screens.
  package var lesson: Lesson?
  /// Its chain in JavaScript, if the screens show that instead of its source.
  package var script: DemoScript?
  /// The library by whose rules it runs; `nil` if it runs by those of PromiseKitLite.
  package var library: String?

  /// A group of related demos.
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
    /// What it changes, in one line.
    package var about: String

    package init(name: String, about: String) {
      self.name = name
      self.about = about
    }
  }

  /// Creates a descriptor; without a title, the name is used.
  package init(name: String, title: String? = nil, teaches: String, knobs: String = "") {
    self.name = name
    self.title = title ?? name
    self.teaches = teaches
    self.knobs = knobs
  }
}

/// A live program whose trace has begun.
package struct LiveProgram: Hashable, Sendable {
  /// How the screens describe it.
  package var entry: RunDescriptor
  /// Whether its times are virtual, because it runs a simulation.
  package var isVirtual: Bool
  /// The number of the event after which the trace starts; of the events before, only those that describe
  /// what existed then are sent. 0 if it starts at the beginning of the program.
  package var since: Int
  /// Whether its output is captured, and has a pane.
  package var hasOutput: Bool
  /// Whether it was started by this program, and can be started again.
  package var canRunAgain: Bool
  /// The breakpoints of its gate; `nil` if it has no gate.
  package var breakpoints: [Breakpoint]?

  /// Creates a program without events so far.
  package init(
    entry: RunDescriptor, isVirtual: Bool = false, since: Int = 0, hasOutput: Bool = false,
    canRunAgain: Bool = false, breakpoints: [Breakpoint]? = nil
  ) {
    self.breakpoints = breakpoints
    self.entry = entry
    self.isVirtual = isVirtual
    self.since = since
    self.hasOutput = hasOutput
    self.canRunAgain = canRunAgain
  }
}
