import CNcurses

/// A terminal without a screen, for a program whose lines are wanted as it prints them.
enum PseudoTerminal {
  /// The end to read, and the descriptor to hand to the program and to close then; none where the system has
  /// none left.
  static func open() -> (end: ReadingEnd, writing: Int32)? {
    var theirs: Int32 = -1
    let ours = cn_open_terminal(&theirs)
    guard ours >= 0 else { return nil }
    return (ReadingEnd(descriptor: ours), theirs)
  }
}
