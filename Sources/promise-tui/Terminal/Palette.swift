import CNcurses
import PromiseScreens

/// Which number curses knows each colour of the themes by, on a terminal of so many colours.
struct Palette {
  /// The colours of the terminal, by the number of the pair that shows them.
  let colors: [Int: Int]
  private let pairs: [Color: Int]

  /// The palette for a terminal of `count` colours. A colour that the terminal lacks is its own
  /// foreground.
  init(count: Int) {
    var colors: [Int: Int] = [:]
    var pairs: [Color: Int] = [:]
    for (number, color) in Color.allCases.enumerated() {
      let index = count >= 256 ? color.indexOf256 : count >= 8 ? color.indexOf8 : nil
      guard let index else { continue }
      colors[number + 1] = index
      pairs[color] = number + 1
    }
    self.colors = colors
    self.pairs = pairs
  }

  /// The number of the pair; 0 is the terminal's own colour.
  func pair(of color: Color) -> Int { pairs[color] ?? 0 }
}

extension Appearance {
  /// The attributes as curses is told them. Two reasons to reverse a cell make it reverse once.
  func attributes(reversed: Bool) -> Int {
    (bold ? CN_BOLD : 0) | (dim ? CN_DIM : 0) | (underline ? CN_UNDERLINE : 0)
      | (reverse || reversed ? CN_REVERSE : 0)
  }
}
