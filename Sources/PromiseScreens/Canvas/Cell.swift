/// One cell of the screen.
package struct Cell: Hashable, Sendable {
  /// What stands in it: one character with its marks, or nothing where the right half of a wide
  /// character lies.
  package var text: String
  /// What it means.
  package var role: Role
  /// Drawn in reverse video: the selection.
  package var reversed: Bool

  /// A cell with one character.
  package init(_ text: String, role: Role = .body, reversed: Bool = false) {
    self.text = text
    self.role = role
    self.reversed = reversed
  }

  /// An empty cell.
  package static let blank = Cell(" ")
}
