/// What the signs mean, for the help and for documents.
package enum Legend {
  /// One sign, the role it is drawn in, and its meaning.
  package struct Entry: Hashable, Sendable {
    /// The sign.
    package let glyph: Glyph
    /// What it is drawn as.
    package let role: Role
    /// What it says.
    package let meaning: String

    /// A row of the legend.
    init(_ glyph: Glyph, _ role: Role, _ meaning: String) {
      self.glyph = glyph
      self.role = role
      self.meaning = meaning
    }
  }

  /// The signs of states first, then those of edges and time.
  package static let entries: [Entry] = [
    Entry(.pending, .pending, "pending"),
    Entry(.queued, .queued, "queued: its handler waits in a queue"),
    Entry(.running, .running, "running: its handler or body runs"),
    Entry(.lockedIn, .lockedIn, "locked in: settles as the promise does that it has adopted"),
    Entry(.fulfilled, .fulfilled, "fulfilled"),
    Entry(.rejected, .rejected, "rejected"),
    Entry(.cancelled, .cancelled, "cancelled"),
    Entry(.passed, .passed, "passed: settled without running its handler"),
    Entry(.unhandled, .rejected, "rejected, and nobody handled it"),
    Entry(.lost, .lost, "freed while pending: it never settles"),
    Entry(.unknown, .pending, "unknown since events were lost"),
    Entry(.warning, .warning, "a warning: likely a mistake"),
    Entry(.winner, .winner, "the input that settled a race"),
    Entry(.laneJoin, .body, "an input of a fan-in"),
    Entry(.laneSettledBy, .body, "the input that settled it"),
    Entry(.laneDotted, .body, "adopted, or made inside"),
    Entry(.playhead, .body, "the playhead; what is dim lies ahead or is predicted"),
  ]

  /// Text drawn in one role, and what that says.
  package struct Emphasis: Hashable, Sendable {
    /// A word drawn so.
    package let sample: String
    /// What it is drawn as.
    package let role: Role
    /// What it says.
    package let meaning: String

    /// A row of the legend.
    init(_ sample: String, _ role: Role, _ meaning: String) {
      self.sample = sample
      self.role = role
      self.meaning = meaning
    }
  }

  /// How words are drawn; colour only repeats what a sign or a word says.
  package static let emphasis: [Emphasis] = [
    Emphasis("running", .running, "runs at the playhead"),
    Emphasis("line", .currentLine, "the line of source that runs, the event at the playhead"),
    Emphasis("warning", .warning, "is likely to be a mistake"),
    Emphasis("match", .match, "is what was searched for"),
    Emphasis("beside", .dim, "says when, where or how; borders of panes"),
    Emphasis("ahead", .future, "has not happened at the playhead, or is predicted"),
    Emphasis("key", .key, "a key, and the pane that has the keys"),
  ]
}
