/// A key as the terminal reports it.
package enum Key: Hashable, Sendable {
  /// A key that types this character; space is one.
  case character(Character)
  case up, down, left, right
  case enter, escape, tab, backTab, backspace
  case home, end, pageUp, pageDown
  /// A letter with Control held, as a small letter.
  case control(Character)
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// The key that types this character.
  package init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}

/// What the mouse did, and in which cell; the first is 0, 0.
package struct Mouse: Hashable, Sendable {
  /// What it did.
  package enum Deed: Hashable, Sendable {
    /// The left button went down, or up.
    case press, release
    /// It moved while the left button was down.
    case drag
    /// The wheel was turned by a notch.
    case wheelUp, wheelDown
  }

  /// What it did.
  package var deed: Deed
  /// The column.
  package var x: Int
  /// The row.
  package var y: Int

  /// Something that happened in a cell, or outside of all.
  package init(_ deed: Deed, x: Int, y: Int) {
    self.deed = deed
    self.x = x
    self.y = y
  }
}
