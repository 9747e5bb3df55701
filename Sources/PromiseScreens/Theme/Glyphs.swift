/// The signs that the screen is drawn with, by meaning, each with an ASCII equivalent. Each is one cell wide.
package enum Glyph: String, Hashable, Sendable, CaseIterable {
  case pending, queued, running, lockedIn, fulfilled, rejected, cancelled, passed, unhandled, lost
  case winner, unknown, warning
  // Lanes of the chain pane.
  case laneVertical, laneHorizontal, laneDotted, laneBranch, laneLast, laneJoinFirst, laneJoin
  case laneJoinLast, laneSettledBy
  // Frames.
  case frameHorizontal, frameVertical, frameTopLeft, frameTopRight, frameBottomLeft
  case frameBottomRight
  // The time pane.
  case barFull, barLeft, barRight, barLow, timeLine, timeWaiting, timeFanIn, playhead, dotted,
    bookmark
  // Input fill of a fan-in, and others.
  case filled, empty, pause, arrowRight, arrowLeft, arrowUp, arrowDown, ellipsis

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
    case .filled: "▓"
    case .empty: "░"
    case .pause: "‖"
    case .arrowRight: "→"
    case .arrowLeft: "←"
    case .arrowUp: "↑"
    case .arrowDown: "↓"
    case .ellipsis: "…"
    }
  }

  /// The sign on a terminal without Unicode.
  package var ascii: Character {
    switch self {
    case .pending: "o"
    case .queued: "#"
    case .running: ">"
    case .lockedIn: "@"
    case .fulfilled: "+"
    case .rejected: "x"
    case .cancelled: "/"
    case .passed: "."
    case .unhandled: "!"
    case .lost: "%"
    case .winner: "*"
    case .unknown: "?"
    case .warning: "^"
    case .laneVertical: "|"
    case .laneHorizontal: "-"
    case .laneDotted: "."
    case .laneBranch: "+"
    case .laneLast: "`"
    case .laneJoinFirst: "`"
    case .laneJoin: "+"
    case .laneJoinLast: "'"
    case .laneSettledBy: "+"
    case .frameHorizontal: "-"
    case .frameVertical: "|"
    case .frameTopLeft: "+"
    case .frameTopRight: "+"
    case .frameBottomLeft: "+"
    case .frameBottomRight: "+"
    case .barFull: "#"
    case .barLeft: "#"
    case .barRight: "#"
    case .barLow: "_"
    case .timeLine: "-"
    case .timeWaiting: "."
    case .timeFanIn: "="
    case .playhead: ":"
    case .dotted: "~"
    case .bookmark: "'"
    case .filled: "#"
    case .empty: "."
    case .pause: "|"
    case .arrowRight: ">"
    case .arrowLeft: "<"
    case .arrowUp: "^"
    case .arrowDown: "v"
    case .ellipsis: "~"
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
}
