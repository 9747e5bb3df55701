/// What the signs mean, for the help.
enum Legend {
  /// The signs of states first, then those of lanes and time.
  static let entries: [(glyph: Glyph, role: Role, meaning: String)] = [
    (.pending, .pending, "pending"),
    (.queued, .queued, "queued: its handler is waiting in a queue"),
    (.held, .queued, "held by the gate: its queue is ready to run it"),
    (.running, .running, "running: its handler or body is running"),
    (.lockedIn, .lockedIn, "locked in: settles the same way as the promise it adopted"),
    (.fulfilled, .fulfilled, "fulfilled"),
    (.rejected, .rejected, "rejected"),
    (.cancelled, .cancelled, "cancelled"),
    (.passed, .passed, "passed: settled without running its handler"),
    (.unhandled, .rejected, "unhandled: rejected, and no handler took the error"),
    (.lost, .lost, "freed while pending: it never settles"),
    (.unknown, .pending, "unknown, because events were lost"),
    (.warning, .warning, "a warning: probably a mistake"),
    (.winner, .winner, "the input that settled a race"),
    (.laneJoin, .body, "an input of a fan-in"),
    (.laneSettledBy, .body, "the input that settled it"),
    (.laneDotted, .body, "adopted, or created inside a handler"),
    (.playhead, .body, "the playhead: dim parts are ahead or predicted"),
  ]

  /// How words are drawn; color only repeats what a sign or a word says.
  static let emphasis: [(sample: String, role: Role, meaning: String)] = [
    ("running", .running, "is running at the playhead"),
    ("line", .currentLine, "the running line of source, the event at the playhead"),
    ("warning", .warning, "is probably a mistake"),
    ("value", .fulfilled, "has a value; the bar of work that has returned one"),
    ("error", .rejected, "has failed; the bar of work that has"),
    ("waiting", .queued, "is waiting in a queue"),
    ("locked in", .lockedIn, "waits for the promise that it has adopted"),
    ("match", .match, "matches the search"),
    ("detail", .dim, "when, where or how; borders of panes"),
    ("ahead", .future, "has not happened yet at the playhead, or is predicted"),
    ("key", .key, "a key, or the border of the focused pane"),
  ]
}
