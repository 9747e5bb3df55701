import CNcurses
import PromiseScreens

/// Which number curses knows each colour of a theme by, on a terminal of so many colours.
struct Palette {
  /// The colours of the terminal, by the number of the pair that shows them.
  let colors: [Int: Int]
  /// What pair 0 shows, and the background of all others; none where the terminal's own are kept.
  let ground: (text: Int, background: Int)?
  private let pairs: [Color: Int]

  /// The palette of `theme` for a terminal of `count` colours. A colour that the terminal lacks is its
  /// own foreground.
  init(_ theme: Theme, count: Int) {
    func index(_ color: Color) -> Int? {
      count >= 256 ? color.indexOf256 : count >= 8 ? color.indexOf8 : nil
    }
    var colors: [Int: Int] = [:]
    var pairs: [Color: Int] = [:]
    let used = Set(Role.allCases.map { theme[$0].color })
    for (number, color) in Color.allCases.filter(used.contains).enumerated() {
      guard let index = index(color) else { continue }
      colors[number + 1] = index
      pairs[color] = number + 1
    }
    self.colors = colors
    self.pairs = pairs
    ground = theme.ground.flatMap { ground in
      index(ground.text).flatMap { text in index(ground.background).map { (text, $0) } }
    }
  }

  /// The number of the pair; 0 is the terminal's own colour.
  func pair(of color: Color) -> Int { pairs[color] ?? 0 }
}

extension Appearance {
  /// The attributes as curses is told them. Two reasons to reverse a cell make it reverse once, and what
  /// `hasColor` is not made fainter by the terminal than that colour is.
  func attributes(reversed: Bool, hasColor: Bool = false) -> Int {
    (bold ? CN_BOLD : 0) | (dim && !hasColor ? CN_DIM : 0) | (underline ? CN_UNDERLINE : 0)
      | (reverse || reversed ? CN_REVERSE : 0)
  }
}
