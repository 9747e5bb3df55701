/// One table from meaning to appearance.
///
/// Shape carries every state; colour only repeats it. The palette is told apart by people who see
/// colours differently: blue and cyan, orange and yellow, grey; red appears only with the cross.
package struct Theme: Hashable, Sendable {
  /// What it is called.
  package let name: String
  private let appearances: [Role: Appearance]

  /// A table; roles that it leaves out are plain.
  init(name: String, _ appearances: [Role: Appearance]) {
    self.name = name
    self.appearances = appearances
  }

  /// How text of `role` is drawn; what the table leaves out is plain.
  package subscript(role: Role) -> Appearance { appearances[role] ?? Appearance() }
}

extension Theme {
  /// With colour, on the terminal's own foreground and background.
  package static let colour = Theme(
    name: "colour",
    [
      .dim: Appearance(.gray, dim: true),
      .title: Appearance(bold: true),
      .heading: Appearance(bold: true),
      .border: Appearance(.gray, dim: true),
      .focusedBorder: Appearance(.cyan, bold: true),
      .key: Appearance(.cyan, bold: true),
      .warning: Appearance(.orange, bold: true),
      .queued: Appearance(.cyan),
      .running: Appearance(.yellow, bold: true),
      .lockedIn: Appearance(.blue),
      .fulfilled: Appearance(.blue, bold: true),
      .rejected: Appearance(.red, bold: true),
      .cancelled: Appearance(.orange),
      .passed: Appearance(.gray),
      .lost: Appearance(.gray, dim: true),
      .future: Appearance(.gray, dim: true),
      .winner: Appearance(.orange, bold: true),
      .currentLine: Appearance(.yellow, bold: true),
      .match: Appearance(underline: true),
    ])

  /// Without colour: weight alone.
  package static let monochrome = Theme(
    name: "monochrome",
    [
      .dim: Appearance(dim: true),
      .title: Appearance(bold: true),
      .heading: Appearance(bold: true),
      .border: Appearance(dim: true),
      .focusedBorder: Appearance(bold: true),
      .key: Appearance(bold: true),
      .warning: Appearance(bold: true),
      .running: Appearance(bold: true),
      .rejected: Appearance(bold: true),
      .lost: Appearance(dim: true),
      .future: Appearance(dim: true),
      .winner: Appearance(bold: true),
      .currentLine: Appearance(bold: true),
      .match: Appearance(underline: true),
    ])
}
