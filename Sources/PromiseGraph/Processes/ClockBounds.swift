import PromiseEvents

/// How far the clocks of several machines can be apart, judging by messages: a message is received after it was
/// sent.
///
/// The *offset* of a clock is added to its times to get those of the first clock. Each message limits the
/// difference of two offsets; the limits together are difference constraints, whose shortest paths are the
/// closest limits for each clock.
struct ClockBounds: Sendable {
  /// No limit is known.
  static var none: Int64 { .max }

  /// `limits[a][b]` is the most by which the offset of clock `a` can exceed that of clock `b`.
  private(set) var limits: [[Int64]]

  /// Creates bounds for clocks about which nothing is known.
  init(clocks count: Int) {
    limits = (0..<count).map { clock in
      (0..<count).map { $0 == clock ? 0 : Self.none }
    }
  }

  private var count: Int { limits.count }

  /// Records that the offset of clock `a` exceeds that of clock `b` by at most `limit`.
  mutating func add(_ a: Int, exceeds b: Int, byAtMost limit: Int64) {
    limits[a][b] = min(limits[a][b], limit)
  }

  /// Adds `slack` to every limit.
  func loosened(by slack: Int64) -> ClockBounds {
    var bounds = self
    for a in limits.indices {
      for b in limits.indices where a != b && limits[a][b] != Self.none {
        bounds.limits[a][b] = limits[a][b].saturatingPlus(slack)
      }
    }
    return bounds
  }

  /// Returns the closest limits that follow from all of them; `nil` if they contradict each other. O(clocks³)
  func closed() -> ClockBounds? {
    var bounds = self
    for middle in limits.indices {
      for a in limits.indices where bounds.limits[a][middle] != Self.none {
        for b in limits.indices where bounds.limits[middle][b] != Self.none {
          let sum = bounds.limits[a][middle].saturatingPlus(bounds.limits[middle][b])
          if sum < bounds.limits[a][b] { bounds.limits[a][b] = sum }
        }
      }
    }
    return bounds.limits.indices.contains { bounds.limits[$0][$0] < 0 } ? nil : bounds
  }
}

/// The offset of a clock, and how exact it is.
struct ClockOffset: Hashable, Sendable {
  /// The nanoseconds that are added to its times.
  var offset: Int64 = 0
  /// By how many nanoseconds the offset can be off; `nil` if it is exact.
  var uncertainty: Int64?

  /// It is not known by how much the offset can be off.
  static var unknown: Int64 { ProcessNode.unknownUncertainty }
}

extension ClockBounds {
  /// Returns the offsets of all clocks. Those that are fixed already stay; a clock whose offset is limited to both
  /// sides gets the middle; one that is not gets the nearest possible offset to its guess.
  ///
  /// - Parameters:
  ///   - fixed: The offsets that have been used already; the first clock has the offset 0.
  ///   - guesses: The offsets by the time of day of each machine, if that is known.
  /// - Returns: The offsets, and by how much the limits contradict each other.
  func offsets(
    fixed: [Int64?], guesses: [Int64?]
  ) -> (offsets: [ClockOffset], contradiction: Int64) {
    let (slack, possible) = consistent()
    var offsets: [ClockOffset] = []
    var chosen = possible
    for clock in 0..<count {
      if clock == 0 {
        offsets.append(ClockOffset())
        continue
      }
      let (low, high) = (Self.negated(possible.limits[0][clock]), possible.limits[clock][0])
      let (near, far) = (Self.negated(chosen.limits[0][clock]), chosen.limits[clock][0])
      let offset: Int64
      if let known = fixed[clock] {
        offset = known
      } else if let near, far != Self.none {
        offset =
          low != nil && high != Self.none
          ? min(max(Self.middle(low ?? 0, high), near), far) : Self.middle(near, far)
      } else {
        offset = Self.guess(guesses[clock], near, far)
      }
      offsets.append(
        ClockOffset(offset: offset, uncertainty: Self.uncertainty(offset, low, high, slack)))
      chosen.add(clock, exceeds: 0, byAtMost: offset)
      chosen.add(0, exceeds: clock, byAtMost: Self.negated(offset) ?? 0)
      // Offsets that were used already can contradict what is known by now.
      chosen = chosen.closed() ?? possible
    }
    return (offsets, slack)
  }

  /// Returns the offset of a clock that is limited to one side, or not at all. A message does not take an hour, so a
  /// time of day by which it would is wrong.
  private static func guess(_ guess: Int64?, _ low: Int64?, _ high: Int64) -> Int64 {
    let edge = low ?? (high == none ? nil : high)
    guard let guess else { return edge ?? 0 }
    let offset = min(max(guess, low ?? .min), high)
    guard let edge, max(offset, edge).saturatingMinus(min(offset, edge)) > longestMessage else {
      return offset
    }
    return edge
  }

  /// The nanoseconds that a message is expected to take at most.
  private static var longestMessage: Int64 { 60_000_000_000 }

  /// Returns the closest limits, and by how much all of them had to be loosened for that.
  private func consistent() -> (slack: Int64, bounds: ClockBounds) {
    if let bounds = closed() { return (0, bounds) }
    var (low, high): (Int64, Int64) = (0, 1)
    while high < Self.most, loosened(by: high).closed() == nil { (low, high) = (high, high * 2) }
    while high - low > max(1, high / 1024) {
      let middle = low + (high - low) / 2
      if loosened(by: middle).closed() == nil { low = middle } else { high = middle }
    }
    return (high, loosened(by: high).closed() ?? ClockBounds(clocks: count))
  }

  /// Returns by how much an offset can be off that lies between two limits, or beside them.
  private static func uncertainty(
    _ offset: Int64, _ low: Int64?, _ high: Int64, _ slack: Int64
  ) -> Int64 {
    guard let low, high != none else { return ClockOffset.unknown }
    let most = max(high.saturatingMinus(offset), offset.saturatingMinus(low))
    return min(ClockOffset.unknown - 1, max(0, most).saturatingPlus(slack))
  }

  private static func middle(_ a: Int64, _ b: Int64) -> Int64 {
    a.saturatingPlus(b.saturatingMinus(a) / 2)
  }

  /// Returns the number with the other sign; `nil` for no limit.
  private static func negated(_ limit: Int64) -> Int64? {
    limit == none ? nil : Int64(0).saturatingMinus(limit)
  }

  /// The most by which clocks are expected to differ: some years.
  private static var most: Int64 { Int64(1) << 60 }
}
