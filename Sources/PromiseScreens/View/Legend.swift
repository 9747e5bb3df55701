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
    Entry(.winner, .winner, "the input that settled a race"),
    Entry(.laneJoin, .body, "an input of a fan-in"),
    Entry(.laneSettledBy, .body, "the input that settled it"),
    Entry(.laneDotted, .body, "adopted, or made inside"),
    Entry(.playhead, .body, "the playhead; what is dim lies ahead or is predicted"),
  ]
}
