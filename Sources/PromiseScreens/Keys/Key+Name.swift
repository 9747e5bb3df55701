extension Key {
  /// The key as the footer and the help call it; arrows are words where signs are ASCII, because
  /// `<` and `>` would be taken for the keys of that name.
  package func name(_ glyphs: GlyphSet) -> String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .up: glyphs == .unicode ? String(Glyph.arrowUp.unicode) : "Up"
    case .down: glyphs == .unicode ? String(Glyph.arrowDown.unicode) : "Down"
    case .left: glyphs == .unicode ? String(Glyph.arrowLeft.unicode) : "Left"
    case .right: glyphs == .unicode ? String(Glyph.arrowRight.unicode) : "Right"
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "S-Tab"
    case .backspace: "Backspace"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .control(let letter): "^\(letter.uppercased())"
    }
  }
}
