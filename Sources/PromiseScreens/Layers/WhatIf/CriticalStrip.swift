import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseSimulation

/// The critical values of a length as a strip, with the present length in it:
/// `0 ├─ fresh wins ─┤100├─ cache.read wins ──▲140─▸`.
struct CriticalStrip {
  /// A part of the strip; a stretch can grow.
  private struct Part {
    var spans: [Span]
    /// How much of the room that is left over belongs before and after the present length, in thousandths; `nil`
    /// for a border.
    var share: Int?
    var mark: Span?

    var width: Int { (spans + [mark].compactMap { $0 }).reduce(0) { $0 + displayWidth($1.text) } }
  }

  private let stretches: [CriticalStretch]
  private let present: Int64
  private let glyphs: GlyphSet

  /// Creates the strip of these stretches, one of which contains the length `present`.
  init(_ stretches: [CriticalStretch], present: Int64, _ glyphs: GlyphSet) {
    self.stretches = stretches
    self.present = present
    self.glyphs = glyphs
  }

  /// Returns the strip in at most `width` cells: as many stretches around the present length as fit.
  func line(width: Int) -> StyledLine? {
    guard let here = stretches.firstIndex(where: \.isPresent), width > 0 else { return nil }
    var shown = here...here
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for next in [
        shown.lowerBound...shown.upperBound + 1, shown.lowerBound - 1...shown.upperBound,
      ]
      where stretches.indices.contains(next.lowerBound)
        && stretches.indices.contains(next.upperBound)
        && self.width(of: parts(next)) <= width
      {
        shown = next
        isGrowing = true
        break
      }
    }
    return filled(parts(shown), width: width)
      .cut(to: width, ellipsis: glyphs[.ellipsis])
  }

  private func width(of parts: [Part]) -> Int { parts.reduce(0) { $0 + $1.width } }

  /// Returns the parts of some stretches in a row, as narrow as possible.
  private func parts(_ shown: ClosedRange<Int>) -> [Part] {
    let isFirst = shown.lowerBound == stretches.startIndex
    let start = shortMilliseconds(stretches[shown.lowerBound].start)
    let lead = isFirst ? "\(start) " : "\(glyphs[.ellipsis])\(right)\(start)"
    var parts = [Part(spans: [Span(lead, .key), Span(left, .dim)])]
    for place in shown {
      let stretch = stretches[place]
      parts.append(part(of: stretch))
      if let end = stretch.end.map(shortMilliseconds) {
        let isLast = place == stretches.count - 1
        let more = place == shown.upperBound ? "\(glyphs[.ellipsis])" : ""
        parts.append(
          Part(
            spans: [Span(right, .dim), Span(end, .key)]
              + (isLast ? [Span("?", .dim)] : [Span(left + more, .dim)])))
      } else {
        parts.append(Part(spans: [Span(arrow, .dim)]))
      }
    }
    return parts
  }

  private func part(of stretch: CriticalStretch) -> Part {
    let label = clipped(
      sanitized(stretch.label), to: Self.mostOfLabel, ellipsis: glyphs[.ellipsis])
    var part = Part(
      spans: [
        Span(dash, .dim), Span(" \(label) ", stretch.isPresent ? .heading : .body),
        Span(dash, .dim),
      ], share: 1000)
    guard stretch.isPresent else { return part }
    part.mark = Span("\(mark)\(shortMilliseconds(present))", .running)
    if let end = stretch.end, end > stretch.start {
      let passed = Double(present.saturatingMinus(stretch.start))
      part.share = Int(1000 * min(1, max(0, passed / Double(end.saturatingMinus(stretch.start)))))
    } else {
      part.share = present == stretch.start ? 0 : 500
    }
    return part
  }

  /// Returns the parts with dashes in the room that is left over.
  private func filled(_ parts: [Part], width: Int) -> StyledLine {
    let growing = parts.count { $0.share != nil }
    var left = max(0, min(Self.mostGrowth * growing, width - self.width(of: parts)))
    var rest = growing
    var line = StyledLine()
    for part in parts {
      line.spans += part.spans
      guard let share = part.share, rest > 0 else { continue }
      let room = left / rest
      (left, rest) = (left - room, rest - 1)
      let before = part.mark == nil ? room : room * share / 1000
      line.add(String(repeating: dash, count: before), .dim)
      guard let mark = part.mark else { continue }
      line.spans.append(mark)
      line.add(String(repeating: dash, count: room - before), .dim)
    }
    return line
  }

  private var dash: String { String(glyphs[.timeLine]) }
  private var left: String { glyphs == .unicode ? "├" : "|" }
  private var right: String { glyphs == .unicode ? "┤" : "|" }
  private var arrow: String { glyphs == .unicode ? "─▸" : "->" }
  private var mark: String { glyphs == .unicode ? "▲" : "^" }
  private static var mostOfLabel: Int { 24 }
  private static var mostGrowth: Int { 16 }
}
