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
