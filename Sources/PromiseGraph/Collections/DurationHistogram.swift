/// How long many things took: how many, the sum, the shortest, the longest, and what share took how long.
///
/// The durations lie in buckets, eight for each doubling, that know the shortest and the longest in
/// them: what is told of a share is off by an eighth at most. One can be taken out again.
package struct DurationHistogram: Hashable, Sendable {
  fileprivate struct Bucket: Hashable, Sendable {
    var place: Int32
    var count: Int32
    var shortest: Int64
    var longest: Int64
  }

  /// Only those that hold something, the shortest durations first.
  private var buckets: [Bucket] = []
  /// How many durations there are.
  package private(set) var count = 0
  /// Their sum in nanoseconds.
  package private(set) var total: Int64 = 0

  /// The bytes of its buckets.
  var byteCount: Int { buckets.count * MemoryLayout<Bucket>.stride }

  /// No duration at all.
  package init() {}

  /// The shortest one. Where durations were taken out it may have been about as long.
  package var shortest: Int64? { buckets.first?.shortest }
  /// The longest one. Where durations were taken out it may have been about as long.
  package var longest: Int64? { buckets.last?.longest }
  /// The mean.
  package var mean: Int64? { count > 0 ? total / Int64(count) : nil }
  /// Half of them took this long at most.
  package var median: Int64? { quantile(0.5) }

  /// The duration that such a share of them, from 0 to 1, does not exceed. O(buckets)
  package func quantile(_ share: Double) -> Int64? {
    guard count > 0 else { return nil }
    var rank = min(count, max(1, Int((share * Double(count)).rounded(.up))))
    for bucket in buckets {
      guard rank > bucket.count else { return bucket.value(rank: rank) }
      rank -= Int(bucket.count)
    }
    return longest
  }

  /// Adds a duration of so many nanoseconds; one below zero counts as zero.
  mutating func insert(_ duration: Int64) {
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

  /// Takes out a duration that was added before.
  mutating func remove(_ duration: Int64) {
    let duration = max(0, duration)
    let place = Self.place(of: duration)
    let index = buckets.partitionPoint { $0.place < place }
    guard index < buckets.count, buckets[index].place == place else { return }
    count -= 1
    total = total.saturatingMinus(duration)
    buckets[index].count -= 1
    if buckets[index].count == 0 { buckets.remove(at: index) }
  }

  /// Eight places for each doubling, one for each of the first eight numbers.
  private static func place(of duration: Int64) -> Int32 {
    guard duration >= 8 else { return Int32(duration) }
    let exponent = 63 - duration.leadingZeroBitCount
    return Int32(exponent - 2) * 8 + Int32(duration >> (exponent - 3) & 7)
  }
}

extension DurationHistogram.Bucket {
  /// What the one of that rank, from 1, took, if they lie evenly.
  fileprivate func value(rank: Int) -> Int64 {
    guard count > 1 else { return longest }
    let share = Double(rank - 1) / Double(count - 1)
    return min(longest, shortest + Int64(Double(longest - shortest) * share))
  }
}
