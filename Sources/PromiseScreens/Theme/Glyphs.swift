/// The signs that the screen is drawn with, by meaning, each with an ASCII equivalent. Each is one cell wide.
package enum Glyph: String, Hashable, Sendable, CaseIterable {
  case pending, queued, running, lockedIn, fulfilled, rejected, cancelled, passed, unhandled, lost
  case winner, unknown, warning
  // Lanes of the chain pane.
  case laneVertical, laneHorizontal, laneDotted, laneBranch, laneLast, laneJoinFirst, laneJoin
  case laneJoinLast, laneSettledBy
  /// An outcome on its way along an edge.
  case flow
  // Frames.
  case frameHorizontal, frameVertical, frameTopLeft, frameTopRight, frameBottomLeft
  case frameBottomRight
  // The time pane.
  case barFull, barLeft, barRight, barLow, timeLine, timeWaiting, timeFanIn, playhead, dotted,
    bookmark
  /// A job that waits in a queue.
  case hatch
  /// The moment at which a fan-in settled, in the rows above it.
  case decision
  // The progress of the run in the header.
  case progressDone, progressHead, progressAhead
  // Input fill of a fan-in, and others.
  case filled, empty, pause, arrowRight, arrowLeft, arrowUp, arrowDown, ellipsis
  /// A job that the gate holds.
  case held
  /// A line of standard error.
  case errorOutput

  /// The sign on a terminal with Unicode.
  package var unicode: Character {
    switch self {
    case .pending: "○"
    case .queued: "▣"
    case .running: "▸"
    case .lockedIn: "◎"
    case .fulfilled: "✓"
    case .rejected: "✗"
    case .cancelled: "⊘"
    case .passed: "·"
    case .unhandled: "‼"
    case .lost: "†"
    case .winner: "★"
    case .unknown: "?"
    case .warning: "△"
    case .laneVertical: "│"
    case .laneHorizontal: "─"
    case .laneDotted: "┄"
    case .laneBranch: "├"
    case .laneLast: "└"
    case .laneJoinFirst: "╰"
    case .laneJoin: "┴"
    case .laneJoinLast: "╯"
    case .laneSettledBy: "╆"
    case .flow: "●"
    case .frameHorizontal: "─"
    case .frameVertical: "│"
    case .frameTopLeft: "┌"
    case .frameTopRight: "┐"
    case .frameBottomLeft: "└"
    case .frameBottomRight: "┘"
    case .barFull: "█"
    case .barLeft: "▐"
    case .barRight: "▌"
    case .barLow: "▄"
    case .timeLine: "─"
    case .timeWaiting: "·"
    case .timeFanIn: "═"
    case .playhead: "┊"
    case .dotted: "┄"
    case .bookmark: "◆"
    case .hatch: "▒"
    case .decision: "╎"
    case .progressDone: "━"
    case .progressHead: "╸"
    case .progressAhead: "─"
    case .filled: "▓"
    case .empty: "░"
    case .pause: "‖"
    case .arrowRight: "→"
    case .arrowLeft: "←"
    case .arrowUp: "↑"
    case .arrowDown: "↓"
    case .ellipsis: "…"
    case .held: "■"
    case .errorOutput: "E"
    }
  }

  /// The sign on a terminal without Unicode.
  ///
  /// A sign has one meaning there, too: signs are equal only where their meanings are, such as a job that
  /// waits in a queue as a state and as a stretch of time.
  package var ascii: Character {
    switch self {
    case .pending: "o"
    case .queued, .barLow, .hatch: "%"
    case .running: ">"
    case .lockedIn: "@"
    case .fulfilled: "+"
    case .rejected: "x"
    case .cancelled: "/"
    case .passed: "\""
    case .unhandled: "!"
    case .lost: "t"
    case .winner, .laneSettledBy, .decision: "*"
    case .unknown: "?"
    case .warning: "W"
    case .flow: "$"
    case .frameHorizontal, .laneHorizontal, .laneDotted, .timeLine: "-"
    case .frameVertical, .laneVertical, .laneBranch: "|"
    case .frameTopLeft, .frameTopRight: ","
    case .frameBottomLeft, .laneLast, .laneJoinFirst: "`"
    case .frameBottomRight, .laneJoinLast: "'"
    case .laneJoin: "^"
    case .barFull, .filled, .progressDone, .progressHead: "="
    case .barLeft: "["
    case .barRight: "]"
    case .dotted, .empty, .progressAhead: "_"
    case .timeWaiting, .timeFanIn: "."
    case .playhead: ":"
    case .bookmark: "#"
    case .pause: "H"
    case .arrowRight: "}"
    case .arrowLeft: "{"
    case .arrowUp: "\\"
    case .arrowDown: ";"
    case .ellipsis: "~"
    case .held: "h"
    case .errorOutput: "E"
    }
  }
}

/// The set of signs that a terminal can show.
package enum GlyphSet: String, Hashable, Sendable, CaseIterable {
  case unicode, ascii

  /// The sign for `glyph`.
  package subscript(glyph: Glyph) -> Character {
    switch self {
    case .unicode: glyph.unicode
    case .ascii: glyph.ascii
    }
  }

  /// Returns the sign for `glyph`, repeated `count` times.
  package func line(_ glyph: Glyph, _ count: Int) -> String {
    String(repeating: self[glyph], count: max(0, count))
  }

  /// An arrow to the right between words.
  package var arrow: String { self == .unicode ? String(Glyph.arrowRight.unicode) : "->" }

  /// The columns of a small bar chart, from none to full.
  package var levels: [Character] { Array(self == .unicode ? "▁▂▃▄▅▆▇█" : "_1234567") }
}

/// The sides of a cell to which lines lead from its middle.
struct LineSides: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let up = LineSides(rawValue: 1)
  static let down = LineSides(rawValue: 2)
  static let left = LineSides(rawValue: 4)
  static let right = LineSides(rawValue: 8)
}

extension GlyphSet {
  /// The lines of the graph by the number of their sides.
  private static let light = Array(" │││─┘┐┤─└┌├─┴┬┼")
  private static let heavy = Array(" ┃┃┃━┛┓┫━┗┏┣━┻┳╋")
  private static let dotted = Array(" ┊┊┊┄┘┐┤┄└┌├┄┴┬┼")
  private static let heavyDotted = Array(" ┇┇┇┅┛┓┫┅┗┏┣┅┻┳╋")
  private static let asciiLight = Array(" |||-',|-`,|-^-|")
  private static let asciiHeavy = Array(" |||=',|=`,|=^=|")
  private static let asciiDotted = Array(" :::.',:.`,:.^.:")

  /// Returns the sign for lines to some sides of a cell.
  func line(_ sides: LineSides, isHeavy: Bool, isDotted: Bool) -> Character {
    let signs =
      self == .unicode
      ? isHeavy ? isDotted ? Self.heavyDotted : Self.heavy : isDotted ? Self.dotted : Self.light
      : isHeavy ? Self.asciiHeavy : isDotted ? Self.asciiDotted : Self.asciiLight
    return signs[Int(sides.rawValue)]
  }

  /// Returns the head of an arrow to the right or down, or of one that leads back.
  func arrowHead(isDown: Bool, isReversed: Bool) -> Character {
    switch (isDown, isReversed) {
    case (false, false): self == .unicode ? Glyph.arrowRight.unicode : ">"
    case (false, true): self == .unicode ? Glyph.arrowLeft.unicode : "<"
    case (true, false): self == .unicode ? Glyph.arrowDown.unicode : "v"
    case (true, true): self == .unicode ? Glyph.arrowUp.unicode : "^"
    }
  }
}
