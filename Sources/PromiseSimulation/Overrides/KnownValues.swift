import PromiseKitLite
import Synchronization

/// What promises were fulfilled with in other runs of the same program: where one is to succeed by hand, it
/// does so with such a value.
package final class KnownValues: Sendable {
  private let values = Mutex<[PromiseKey: Settled]>([:])
  /// The occurrences that are known of those that are alike.
  private let alike = Mutex<[PromiseKey: [PromiseKey]]>([:])

  package init() {}

  /// Takes in what the promise of `key` was fulfilled with, unless something is known of it.
  func add(_ settled: Settled, for key: PromiseKey) {
    let isNew = values.withLock { values in
      guard values[key] == nil, values.count < Self.most else { return false }
      values[key] = settled
      return true
    }
    if isNew { alike.withLock { $0[key.first, default: []].append(key) } }
  }

  /// What the promise of `key`, and then what others like it, were fulfilled with.
  func values(for key: PromiseKey) -> [Settled] {
    let others = alike.withLock { $0[key.first] ?? [] }.prefix(8)
    return values.withLock { values in ([key] + others).compactMap { values[$0] } }
  }

  /// Nothing is known yet.
  package var isEmpty: Bool { values.withLock { $0.isEmpty } }

  private static let most = 4096
}
