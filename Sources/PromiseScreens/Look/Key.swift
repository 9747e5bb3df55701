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
