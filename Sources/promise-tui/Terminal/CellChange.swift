import PromiseScreens

/// One cell that the terminal shows otherwise than it should.
struct CellChange: Hashable {
  var x: Int
  var y: Int
  /// One character with its marks.
  var text: String
  /// The cells that it takes: 1 or 2.
  var width: Int
  var role: Role
  var reversed: Bool
}

extension Canvas {
  /// The cells in which this canvas differs from what is shown, from left to right and from top to
  /// bottom; all cells where nothing is known of what is shown, or its size differs.
  ///
  /// The right half of a wide character is no change of its own: putting the left half draws both.
  func changes(since shown: Canvas?) -> [CellChange] {
    let shown = shown.flatMap { $0.width == width && $0.height == height ? $0 : nil }
    if shown == self { return [] }
    var changes: [CellChange] = []
    for y in 0..<height {
      for x in 0..<width {
        let cell = self[x, y]
        guard !cell.text.isEmpty,
          shown.map({ $0[x, y] != cell || isWide(x, y) != $0.isWide(x, y) })
            ?? true
        else { continue }
        changes.append(
          CellChange(
            x: x, y: y, text: cell.text, width: isWide(x, y) ? 2 : 1, role: cell.role,
            reversed: cell.reversed))
      }
    }
    return changes
  }

  private func isWide(_ x: Int, _ y: Int) -> Bool { self[x + 1, y].text.isEmpty }
}
