import PromiseEvents

/// The durations of many things: their number, the sum, the shortest, the longest, and quantiles.
///
/// The durations are in buckets, eight for each doubling, which know their shortest and longest: a quantile is
/// off by at most an eighth. A duration can be removed again.
package struct DurationHistogram: Hashable, Sendable {
  fileprivate struct Bucket: Hashable, Sendable {
    var place: Int32
    var count: Int32
    var shortest: Int64
    var longest: Int64
  }

  /// The buckets that are not empty, the shortest durations first.
  private var buckets: [Bucket] = []
  /// The number of durations.
  package private(set) var count = 0
  /// Their sum in nanoseconds.
  package private(set) var total: Int64 = 0

  /// The bytes of the buckets.
  package var byteCount: Int { buckets.count * MemoryLayout<Bucket>.stride }

  /// Creates a histogram without durations.
  package init() {}

  /// The shortest duration; approximate if durations were removed.
  package var shortest: Int64? { buckets.first?.shortest }
  /// The longest duration; approximate if durations were removed.
  package var longest: Int64? { buckets.last?.longest }
  /// The mean of the durations.
  package var mean: Int64? { count > 0 ? total / Int64(count) : nil }
  /// The median: at most half of the durations are longer.
  package var median: Int64? { quantile(0.5) }

  /// Returns the duration that a share of them, from 0 to 1, does not exceed. O(buckets)
  package func quantile(_ share: Double) -> Int64? {
    guard count > 0 else { return nil }
    var rank = min(count, max(1, Int((share * Double(count)).rounded(.up))))
    for bucket in buckets {
      guard rank > bucket.count else { return bucket.value(rank: rank) }
      rank -= Int(bucket.count)
    }
    return longest
  }

  /// Adds a duration in nanoseconds; a negative one counts as zero.
  package mutating func insert(_ duration: Int64) {
    let duration = max(0, duration)
    let place = Self.place(of: duration)
    let index = buckets.partitionPoint { $0.place < place }
    count += 1
    total = total.saturatingPlus(duration)
    if index < buckets.count, buckets[index].place == place {
      buckets[index].count = buckets[index].count.saturatingPlus(1)
      buckets[index].shortest = min(buckets[index].shortest, duration)
      buckets[index].longest = max(buckets[index].longest, duration)
    } else {
      buckets.insert(
        Bucket(place: place, count: 1, shortest: duration, longest: duration), at: index)
    }
  }

  /// Removes a duration that was added before.
  package mutating func remove(_ duration: Int64) {
    let duration = max(0, duration)
    let place = Self.place(of: duration)
    let index = buckets.partitionPoint { $0.place < place }
    guard index < buckets.count, buckets[index].place == place else { return }
    count -= 1
    total = total.saturatingMinus(duration)
    buckets[index].count -= 1
    if buckets[index].count == 0 { buckets.remove(at: index) }
  }

  /// Returns the index of a bucket: eight for each doubling, and one for each of the first eight numbers.
  private static func place(of duration: Int64) -> Int32 {
    guard duration >= 8 else { return Int32(duration) }
    let exponent = 63 - duration.leadingZeroBitCount
    return Int32(exponent - 2) * 8 + Int32(duration >> (exponent - 3) & 7)
  }
}

extension DurationHistogram.Bucket {
  /// Returns the duration with a rank, from 1, if they are spread evenly.
  fileprivate func value(rank: Int) -> Int64 {
    guard count > 1 else { return longest }
    let share = Double(rank - 1) / Double(count - 1)
    return min(longest, shortest + Int64(Double(longest - shortest) * share))
  }
}
