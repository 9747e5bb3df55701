/// Groups by what their chains have in common; copies share what has not changed.
struct GroupIndex: Equatable, Sendable {
  /// The groups by a part of their keys' hashes, from 1.
  private var buckets = IdentityTable<PagedArray<GroupID>>()

  /// The groups among which the one with `key` is, if there is one.
  func candidates(for key: GroupKey) -> PagedArray<GroupID> {
    buckets[Self.bucket(of: key)] ?? []
  }

  /// Adds a group with `key`.
  mutating func insert(_ group: GroupID, for key: GroupKey) {
    let bucket = Self.bucket(of: key)
    buckets.insert(bucket, [])
    buckets.update(bucket) { $0.append(group) }
  }

  private static func bucket(of key: GroupKey) -> Int { key.hashValue & 0x3FFF + 1 }
}
