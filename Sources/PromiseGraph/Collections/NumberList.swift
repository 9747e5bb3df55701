/// An ordered list of numbers from which any can be removed in O(1).
///
/// The list itself is three words. The neighbors of a number are in a table that several lists can share, as
/// long as no number is in two of them.
package struct NumberList: Hashable, Sendable {
  /// The numbers before and after a number.
  package struct Neighbors: Hashable, Sendable {
    package var previous: Int?
    var next: Int?
  }

  /// The first number, the last number, and the count.
  package private(set) var first: Int?
  package private(set) var last: Int?
  package private(set) var count = 0

  /// Adds `number` at the end, unless it is in a list already.
  package mutating func append(_ number: Int, in table: inout IdentityTable<Neighbors>) {
    let last = last
    guard !table.contains(number), table.insert(number, Neighbors(previous: last)) else { return }
    if let last { table.update(last) { $0.next = number } }
    first = first ?? number
    self.last = number
    count += 1
  }

  /// Removes `number` if it is in this list. It must not be in another list.
  package mutating func remove(_ number: Int, in table: inout IdentityTable<Neighbors>) {
    guard let neighbors = table[number] else { return }
    if let previous = neighbors.previous {
      table.update(previous) { $0.next = neighbors.next }
    } else {
      first = neighbors.next
    }
    if let next = neighbors.next {
      table.update(next) { $0.previous = neighbors.previous }
    } else {
      last = neighbors.previous
    }
    table.remove(number)
    count -= 1
  }

  /// Returns the first `limit` numbers in order. O(their count)
  package func numbers(in table: IdentityTable<Neighbors>, limit: Int = .max) -> [Int] {
    var numbers: [Int] = []
    numbers.reserveCapacity(Swift.min(count, limit))
    var next = first
    while let number = next, numbers.count < limit {
      numbers.append(number)
      next = table[number]?.next
    }
    return numbers
  }
}

/// The numbers of elements by key. Copies share what has not changed.
///
/// It stores no keys: a lookup checks the few candidate numbers with a closure.
struct HashIndex<Key: Bucketed>: Equatable {
  /// The numbers by part of their keys' hashes, from 1.
  private var buckets = IdentityTable<PagedArray<Int>>()

  /// Creates an empty index.
  package init() {}

  /// Returns the number with `key`; `isIt` checks each candidate.
  package func first(for key: Key, where isIt: (Int) -> Bool) -> Int? {
    buckets.read(Self.bucket(of: key)) { $0.first(where: isIt) } ?? nil
  }

  /// Adds a number with `key`.
  package mutating func insert(_ number: Int, for key: Key) {
    let bucket = Self.bucket(of: key)
    buckets.insert(bucket, [])
    buckets.update(bucket) { $0.append(number) }
  }

  /// Adds a number with `key`, unless `limit` numbers are in the same bucket.
  package mutating func insert(_ number: Int, for key: Key, limit: Int) {
    guard buckets.read(Self.bucket(of: key), { $0.count }) ?? 0 < limit else { return }
    insert(number, for: key)
  }

  /// Removes a number with `key` if it is there. O(numbers in its bucket)
  package mutating func remove(_ number: Int, for key: Key) {
    let bucket = Self.bucket(of: key)
    guard let numbers = buckets[bucket], numbers.contains(number) else { return }
    if numbers.count == 1 {
      buckets.remove(bucket)
    } else {
      buckets.update(bucket) { $0 = PagedArray(numbers.filter { $0 != number }) }
    }
  }

  /// Returns the numbers with `key` in the order in which they were added; `isIt` checks each candidate.
  package func all(for key: Key, where isIt: (Int) -> Bool) -> [Int] {
    buckets.read(Self.bucket(of: key)) { $0.filter(isIt) } ?? []
  }

  private static func bucket(of key: Key) -> Int { key.bucket & 0x3FFF + 1 }
}

/// A key with a bucket for an index.
protocol Bucketed: Equatable {
  /// A number; few keys of an index should have the same lower bits, whatever a trace contains.
  var bucket: Int { get }
}

extension HashIndex: Sendable where Key: Sendable {}
