/// The numbers of things by a key of theirs; copies share what has not changed.
///
/// It keeps no keys: whoever looks one up gets the few numbers among which it may be.
struct HashIndex<Key: Hashable>: Equatable {
  /// The numbers by a part of their keys' hashes, from 1.
  private var buckets = IdentityTable<PagedArray<Int>>()

  /// An index without numbers.
  init() {}

  /// The numbers among which the one with `key` is, if there is one.
  func candidates(for key: Key) -> PagedArray<Int> { buckets[Self.bucket(of: key)] ?? [] }

  /// Adds a number with `key`.
  mutating func insert(_ number: Int, for key: Key) {
    let bucket = Self.bucket(of: key)
    buckets.insert(bucket, [])
    buckets.update(bucket) { $0.append(number) }
  }

  private static func bucket(of key: Key) -> Int { key.hashValue & 0x3FFF + 1 }
}

extension HashIndex: Sendable where Key: Sendable {}
