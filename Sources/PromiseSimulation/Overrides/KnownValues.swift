import PromiseKitLite
import Synchronization

/// The values that promises were fulfilled with in other runs of the same program. A what-if that
/// makes a promise succeed uses such a value.
package final class KnownValues: Sendable {
  private let values = Mutex<[PromiseKey: Settled]>([:])
  /// The known keys, grouped by label, operation, and site.
  private let similar = Mutex<[PromiseKey: [PromiseKey]]>([:])

  package init() {}

  /// Records the value that the promise with `key` was fulfilled with, unless one is already known.
  func add(_ settled: Settled, for key: PromiseKey) {
    let isNew = values.withLock { values in
      guard values[key] == nil, values.count < Self.most else { return false }
      values[key] = settled
      return true
    }
    if isNew { similar.withLock { $0[key.first, default: []].append(key) } }
  }

  /// Returns the known values for the promise with `key`, followed by those of similar promises.
  func values(for key: PromiseKey) -> [Settled] {
    let others = similar.withLock { $0[key.first] ?? [] }.prefix(8)
    return values.withLock { values in ([key] + others).compactMap { values[$0] } }
  }

  /// A Boolean value that indicates whether nothing is known yet.
  package var isEmpty: Bool { values.withLock { $0.isEmpty } }

  private static let most = 4096
}
