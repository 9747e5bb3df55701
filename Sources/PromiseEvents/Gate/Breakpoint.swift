/// What closes the gate of a program, or stops the playback of a run.
///
/// Its text has a kind, a name, and, if wanted, a count and a condition on the described value:
///
/// ```
/// label submit
/// line Checkout/main.swift:42 count 3
/// state rejected of "send order"
/// queue main if value contains "503"
/// ```
package struct Breakpoint: Hashable, Sendable {
  package var place: Place
  /// It stops at this match, counted from 1, and at every later one.
  package var count: Int
  package var condition: Condition?
  /// Whether it stops at all.
  package var isOn: Bool

  package init(_ place: Place, count: Int = 1, condition: Condition? = nil, isOn: Bool = true) {
    (self.place, self.count, self.condition, self.isOn) = (place, count, condition, isOn)
  }

  /// Where a program stops.
  package enum Place: Hashable, Sendable {
    /// Before a job that settles a promise with this label.
    case label(String)
    /// Before a job of a chain with this tag.
    case tag(String)
    /// Before a job on the queue with this label.
    case queue(String)
    /// Before a job that settles a promise that was created on this line. The file is the end of a
    /// `#fileID`.
    case line(file: String, line: Int)
    /// When a promise settles in this way; with a label, only such a promise.
    case state(PromiseEvent.Outcome, of: String?)
    /// When a promise is rejected with an error whose description contains this text.
    case error(String)
    /// When the graph of the program has this warning. Only promise-tui knows.
    case warning(String)
  }

  /// What the description of the value must be.
  package struct Condition: Hashable, Sendable {
    package var test: Test
    package var text: String

    package init(_ test: Test, _ text: String) { (self.test, self.text) = (test, text) }

    package enum Test: String, CaseIterable, Sendable {
      case contains
      case equals = "="
      case differs = "!="
    }

    package func holds(for value: String) -> Bool {
      switch test {
      case .contains: value.containsText(text)
      case .equals: value == text
      case .differs: value != text
      }
    }
  }

  /// Whether a job can match.
  package var matchesJobs: Bool {
    switch place {
    case .label, .tag, .queue, .line: isOn
    case .state, .error, .warning: false
    }
  }

  /// Whether a settlement can match.
  package var matchesSettlements: Bool {
    switch place {
    case .state, .error: isOn
    case .label, .tag, .queue, .line, .warning: false
    }
  }
}

extension String {
  /// Returns whether the text contains another one.
  package func containsText(_ part: String) -> Bool {
    guard !part.isEmpty else { return true }
    let (own, sought) = (Array(utf8), Array(part.utf8))
    guard sought.count <= own.count else { return false }
    return (0...(own.count - sought.count)).contains { start in
      own[start..<start + sought.count].elementsEqual(sought)
    }
  }

  /// Returns whether the path has `end` as its last components.
  package func isPath(endingIn end: String) -> Bool { self == end || hasSuffix("/" + end) }
}
