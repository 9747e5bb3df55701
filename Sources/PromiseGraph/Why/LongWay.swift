/// The steps of a way of any length, of which only the first and the last ones are kept.
struct LongWay<Step> {
  /// What is told of a way.
  enum Piece {
    case step(Step)
    /// So many steps are left out; the first of them.
    case gap(Int, Step)
  }

  private var first: [Step] = []
  private var hidden: Step?
  private var tail: [Step] = []
  /// Where the oldest step of the tail stands, once it is full.
  private var oldest = 0
  /// How many steps there are.
  private(set) var count = 0

  /// Adds a step at the end. O(1)
  mutating func append(_ step: Step) {
    count += 1
    if first.count < Self.firstLimit {
      first.append(step)
    } else if tail.count < Self.tailLimit {
      tail.append(step)
    } else {
      hidden = hidden ?? tail[oldest]
      tail[oldest] = step
      oldest = (oldest + 1) % Self.tailLimit
    }
  }

  /// The last step.
  var last: Step? {
    tail.isEmpty ? first.last : tail[(oldest + tail.count - 1) % tail.count]
  }

  /// What is told, in order.
  var pieces: [Piece] {
    let end = (tail[oldest...] + tail[..<oldest]).map(Piece.step)
    guard let hidden else { return first.map(Piece.step) + end }
    return first.map(Piece.step) + [.gap(count - first.count - tail.count, hidden)] + end
  }

  private static var firstLimit: Int { 6 }
  private static var tailLimit: Int { 4 }
}
