package import PromiseKitLite
import Synchronization

/// What names a promise in every run of a program: not its number, which is another one as soon as
/// something before it is changed, but what the program says of it, and which one of several alike it is.
package struct PromiseKey: Hashable, Sendable {
  package var label: String?
  package var operation: PromiseEvent.Operation
  package var site: SourceSite?
  /// How many alike were made before it.
  package var occurrence: Int

  /// The key of a promise of which this is known.
  package init(
    label: String?, operation: PromiseEvent.Operation, site: SourceSite?, occurrence: Int
  ) {
    (self.label, self.operation) = (label, operation)
    (self.site, self.occurrence) = (site, occurrence)
  }

  /// The key of a promise that began so, after so many alike.
  package init(_ creation: PromiseEvent.Creation, occurrence: Int = 0) {
    label = creation.label
    operation = creation.operation
    site = creation.site
    self.occurrence = occurrence
  }

  /// The key of the first one of those that are alike.
  var first: PromiseKey {
    var key = self
    key.occurrence = 0
    return key
  }

  /// What the promise is called: its label or what made it, and, of several alike, which one it is.
  package var name: String {
    let name = label ?? operation.rawValue
    return occurrence == 0 ? name : "\(name)#\(occurrence + 1)"
  }
}

/// Gives promises their keys, in the order in which they are made.
package struct KeyCounter {
  private var counts: [PromiseKey: Int] = [:]

  package init() {}

  /// The key of the next promise, which began so.
  package mutating func key(of creation: PromiseEvent.Creation) -> PromiseKey {
    var key = PromiseKey(creation)
    let count = counts[key, default: 0]
    counts[key] = count + 1
    key.occurrence = count
    return key
  }
}

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
