import PromiseGraph

/// The lanes and the glyph of one row as text, in a gutter of a fixed width.
struct ChainLanes {
  let glyphs: GlyphSet
  /// The cells of the gutter; a row that needs more ends in an ellipsis and its glyph.
  let width: Int

  /// The gutter of `row`, with `sign` where its glyph stands; nothing for a row without one.
  func spans(_ row: ChainLayout.Row, sign: Glyph?, role: Role) -> [Span] {
    guard width > 0 else { return [] }
    let isCut = sign != nil && row.column >= width
    let room = isCut ? max(0, width - 2) : width
    var spans = lanes(row.signs.prefix(min(room, sign == nil ? room : row.column)))
    var used = min(room, min(row.signs.count, sign == nil ? room : row.column))
    if isCut, width > 1 {
      spans.append(Span(String(repeating: " ", count: max(0, room - used)), .dim))
      spans.append(Span(String(glyphs[.ellipsis]), .dim))
      used = width - 1
    }
    if let sign {
      spans.append(Span(String(glyphs[sign]), role))
      used += 1
    }
    if used < width { spans.append(Span(String(repeating: " ", count: width - used), .body)) }
    return spans
  }

  /// Neighbours of one meaning as one span.
  private func lanes(_ signs: some Sequence<ChainLayout.Sign>) -> [Span] {
    var spans: [Span] = []
    for sign in signs {
      let (text, role) = draw(sign)
      if spans.last?.role == role {
        spans[spans.count - 1].text.append(text)
      } else {
        spans.append(Span(String(text), role))
      }
    }
    return spans
  }

  private func draw(_ sign: ChainLayout.Sign) -> (Character, Role) {
    switch sign {
    case .blank: (" ", .dim)
    case .vertical: (glyphs[.laneVertical], .dim)
    case .horizontal: (glyphs[.laneHorizontal], .dim)
    case .dotted: (glyphs[.laneDotted], .dim)
    case .branch: (glyphs[.laneBranch], .dim)
    case .last: (glyphs[.laneLast], .dim)
    case .joinFirst: (glyphs[.laneJoinFirst], .dim)
    case .join: (glyphs[.laneJoin], .dim)
    case .settledBy: (glyphs[.laneSettledBy], .winner)
    }
  }
}
