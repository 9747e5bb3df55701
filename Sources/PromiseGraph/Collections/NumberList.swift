/// An ordered list of numbers of which any can be taken out in O(1).
///
/// The list itself is three words; what stands before and after a number lies in a table that several
/// lists share, as long as no number is in two of them.
struct NumberList: Hashable, Sendable {
  /// What stands before and after one number.
  struct Neighbours: Hashable, Sendable {
    var previous: Int?
    var next: Int?
  }

  /// The first number, the last one, and how many there are.
  private(set) var first: Int?
  private(set) var last: Int?
  private(set) var count = 0

  /// Adds `number` at the end, unless it is in a list already.
  mutating func append(_ number: Int, in table: inout IdentityTable<Neighbours>) {
    let last = last
    guard !table.contains(number), table.insert(number, Neighbours(previous: last)) else { return }
    if let last { table.update(last) { $0.next = number } }
    first = first ?? number
    self.last = number
    count += 1
  }

  /// Takes `number`, which is in this list, out; nothing happens where it is in none.
  mutating func remove(_ number: Int, in table: inout IdentityTable<Neighbours>) {
    guard let neighbours = table[number] else { return }
    if let previous = neighbours.previous {
      table.update(previous) { $0.next = neighbours.next }
    } else {
      first = neighbours.next
    }
    if let next = neighbours.next {
      table.update(next) { $0.previous = neighbours.previous }
    } else {
      last = neighbours.previous
    }
    table.remove(number)
    count -= 1
  }

  /// The first `limit` numbers in order. O(their count)
  func numbers(in table: IdentityTable<Neighbours>, limit: Int = .max) -> [Int] {
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

/// The numbers of things by a key of theirs; copies share what has not changed.
///
/// It keeps no keys: whoever looks one up is asked of the few numbers among which it may be.
struct HashIndex<Key: Bucketed>: Equatable {
  /// The numbers by a part of their keys' hashes, from 1.
  private var buckets = IdentityTable<PagedArray<Int>>()

  /// An index without numbers.
  init() {}

  /// The number with `key`, if there is one: `isIt` is asked of those that may be.
  func first(for key: Key, where isIt: (Int) -> Bool) -> Int? {
    buckets.read(Self.bucket(of: key)) { $0.first(where: isIt) } ?? nil
  }

  /// Adds a number with `key`.
  mutating func insert(_ number: Int, for key: Key) {
    let bucket = Self.bucket(of: key)
    buckets.insert(bucket, [])
    buckets.update(bucket) { $0.append(number) }
  }

  private static func bucket(of key: Key) -> Int { key.bucket & 0x3FFF + 1 }
}

/// A key that says quickly in which bucket of an index it is to be looked for.
protocol Bucketed: Equatable {
  /// Any number; few keys of an index should have the same lower bits.
  var bucket: Int { get }
}

extension HashIndex: Sendable where Key: Sendable {}
