import PromiseGraph

extension StateCounts {
  /// A state as it is counted, and its sign.
  struct Kind: Sendable {
    let count: @Sendable (StateCounts) -> Int
    let glyph: Glyph
    let role: Role
    let matches: @Sendable (PromiseState) -> Bool
  }

  /// The states in the order of their urgency.
  static let order: [Kind] = [
    Kind(count: \.rejected, glyph: .rejected, role: .rejected) { $0 == .rejected },
    Kind(count: \.running, glyph: .running, role: .running) { $0 == .running },
    Kind(count: \.queued, glyph: .queued, role: .queued) { $0 == .queued },
    Kind(count: \.lost, glyph: .lost, role: .lost) { $0 == .lost },
    Kind(count: \.lockedIn, glyph: .lockedIn, role: .lockedIn) {
      if case .lockedIn = $0 { true } else { false }
    },
    Kind(count: \.pending, glyph: .pending, role: .pending) { $0 == .pending },
    Kind(count: \.unknown, glyph: .unknown, role: .pending) { $0 == .unknown },
    Kind(count: \.cancelled, glyph: .cancelled, role: .cancelled) { $0 == .cancelled },
    Kind(count: \.fulfilled, glyph: .fulfilled, role: .fulfilled) { $0 == .fulfilled },
  ]

  /// The state of the greatest urgency that any promise is in.
  var mostUrgent: Kind? { Self.order.first { $0.count(self) > 0 } }

  /// How many promises are in which state, each with its sign: `✗ 2  ▸ 8  ✓ 990`.
  func spans(_ glyphs: GlyphSet) -> [Span] {
    var spans: [Span] = []
    for kind in Self.order {
      let count = kind.count(self)
      guard count > 0 else { continue }
      if !spans.isEmpty { spans.append(Span("  ", .body)) }
      spans.append(Span(String(glyphs[kind.glyph]), kind.role))
      spans.append(Span(" \(count)", .body))
    }
    return spans
  }
}
