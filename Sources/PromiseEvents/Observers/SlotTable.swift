#if !PROMISE_TSAN
  public import Synchronization
#endif

/// What an observer remembers of the live promises or the running jobs, by number: a bounded table
/// that several threads use at the same time.
///
/// The table is divided into shards with a lock each. Neighboring numbers, which threads use at the
/// same time, are in different shards. No code of the program runs under a lock.
@usableFromInline
package final class ShardedTable<Value: Sendable>: Sendable {
  @usableFromInline package let shards: [Shard]

  /// Creates a table for at least `limit` values.
  ///
  /// - Complexity: It takes memory for the values that it contains, and some room.
  package init(limit: Int) {
    let perShard = max(SlotTable<Value>.reach, (max(1, limit) + 15) / 16)
    shards = (0..<16).map { _ in Shard(limit: perShard) }
  }

  /// A part of the table.
  @usableFromInline
  package final class Shard: Sendable {
    @usableFromInline package let table: ShardLock<SlotTable<Value>>

    init(limit: Int) { table = ShardLock(SlotTable(limit: limit)) }
  }

  /// Returns what `body` returns, with the part of the table in which `number` is.
  @inlinable
  package func with<R: Sendable>(_ number: Int, _ body: (inout SlotTable<Value>) -> R) -> R {
    shards[number & 15].table.withLock { body(&$0) }
  }

  /// The number of values.
  package var count: Int { shards.reduce(0) { $0 + $1.table.withLock { $0.count } } }

  /// The number of values that gave way to others because the table was full.
  package var evictions: Int { shards.reduce(0) { $0 + $1.table.withLock { $0.evictions } } }
}

#if PROMISE_TSAN
  /// The lock of a shard.
  @usableFromInline package typealias ShardLock = SanitizedMutex
#else
  /// The lock of a shard.
  @usableFromInline package typealias ShardLock = Synchronization.Mutex
#endif

/// A bounded table of values by number. A number is in one of a few places, so that each operation
/// takes the same short time. When all of them are taken, the table grows, up to its limit; then the
/// value with the lowest number gives way.
@usableFromInline
package struct SlotTable<Value: Sendable>: Sendable {
  /// The number in each place; 0 for none.
  @usableFromInline var numbers: [Int]
  @usableFromInline var values: [Value?]
  /// The largest size, a power of two.
  @usableFromInline let limit: Int
  /// The number of values that gave way to others because the table was full.
  @usableFromInline package var evictions = 0

  /// The number of places in which a number can be.
  @inlinable static var reach: Int { 8 }

  /// Creates a table for at least `limit` values.
  init(limit: Int) {
    var size = Self.reach
    while size < limit, size < 1 << 30 { size *= 2 }
    self.limit = size
    numbers = Array(repeating: 0, count: Self.reach)
    values = Array(repeating: nil, count: Self.reach)
  }

  /// The number of values. Complexity: O(n)
  var count: Int { numbers.count { $0 != 0 } }

  /// The value of a number.
  @inlinable
  package subscript(_ number: Int) -> Value? { place(of: number).flatMap { values[$0] } }

  /// Removes and returns the value of a number.
  @inlinable
  package mutating func remove(_ number: Int) -> Value? {
    guard let place = place(of: number) else { return nil }
    numbers[place] = 0
    return values[place].take()
  }

  /// Changes the value of a number in place, if it has one. `body` must not set it to `nil`.
  @inlinable
  package mutating func change(_ number: Int, _ body: (inout Value?) -> Void) {
    guard let place = place(of: number) else { return }
    body(&values[place])
  }

  /// Sets the value of a number. Returns the value of another one that had to give way, if any.
  @inlinable
  @discardableResult
  package mutating func set(_ value: Value, of number: Int) -> Value? {
    guard let place = place(of: number) ?? freePlace(for: number) else {
      return makeRoom(for: value, of: number)
    }
    numbers[place] = number
    values[place] = value
    return nil
  }

  /// The first place for a number. All numbers of a shard have the same lowest four bits.
  @inlinable
  func home(of number: Int) -> Int { number >> 4 & (numbers.count - 1) }

  @inlinable
  func place(of number: Int) -> Int? {
    let (home, last) = (home(of: number), numbers.count - 1)
    for step in 0..<Self.reach where numbers[(home + step) & last] == number {
      return (home + step) & last
    }
    return nil
  }

  @inlinable
  func freePlace(for number: Int) -> Int? {
    let (home, last) = (home(of: number), numbers.count - 1)
    for step in 0..<Self.reach where numbers[(home + step) & last] == 0 {
      return (home + step) & last
    }
    return nil
  }

  /// Sets the value of a number for which there is no room.
  @inlinable
  @inline(never)
  mutating func makeRoom(for value: Value, of number: Int) -> Value? {
    while numbers.count < limit {
      grow()
      if let place = freePlace(for: number) {
        (numbers[place], values[place]) = (number, value)
        return nil
      }
    }
    let (home, last) = (home(of: number), numbers.count - 1)
    var oldest = home
    for step in 1..<Self.reach where numbers[(home + step) & last] < numbers[oldest] {
      oldest = (home + step) & last
    }
    let evicted = values[oldest]
    (numbers[oldest], values[oldest]) = (number, value)
    evictions += 1
    return evicted
  }

  /// Doubles the size.
  @inlinable
  mutating func grow() {
    let (oldNumbers, oldValues) = (numbers, values)
    numbers = Array(repeating: 0, count: oldNumbers.count * 2)
    values = Array(repeating: nil, count: numbers.count)
    for place in oldNumbers.indices where oldNumbers[place] != 0 {
      // Numbers that shared their places are now divided among twice as many.
      guard let free = freePlace(for: oldNumbers[place]) else {
        evictions += 1
        continue
      }
      (numbers[free], values[free]) = (oldNumbers[place], oldValues[place])
    }
  }
}
