/// Identifies a promise across runs of a program. The number of a promise differs between
/// schedules, and changes as soon as something before it changes. The key uses the label, the
/// operation, and the source location instead, plus a count that distinguishes promises that share
/// all three.
package struct PromiseKey: Hashable, Sendable {
  package var label: String?
  package var operation: PromiseEvent.Operation
  package var site: SourceSite?
  /// The number of promises with the same label, operation, and site that were created before it.
  package var occurrence: Int

  /// Creates the key of a promise, after `occurrence` similar ones.
  package init(_ creation: PromiseEvent.Creation, occurrence: Int = 0) {
    label = creation.label
    operation = creation.operation
    site = creation.site
    self.occurrence = occurrence
  }

  /// The key of the first promise with the same label, operation, and site.
  package var first: PromiseKey {
    var key = self
    key.occurrence = 0
    return key
  }

  /// The name of the promise: its label or its operation, followed by `#2`, `#3`, … for later
  /// promises that share it.
  package var name: String {
    let name = label ?? operation.rawValue
    return occurrence == 0 ? name : "\(name)#\(occurrence + 1)"
  }

  /// Returns the name of the promise in a run in which it has the given number: its label or,
  /// without one, the number and the operation.
  package func name(of promise: PromiseID) -> String {
    label == nil ? "\(promise) \(operation.rawValue)" : name
  }

  /// Returns the promise with this key in a run; `nil` if the run has none. O(events)
  package func promise(in events: some Sequence<PromiseEvent>) -> PromiseID? {
    let alike = first
    var left = occurrence
    for event in events {
      guard case .created(let creation) = event.kind, PromiseKey(creation) == alike else {
        continue
      }
      if left == 0 { return creation.promise }
      left -= 1
    }
    return nil
  }
}

/// Assigns keys to promises, in the order in which they are created.
package struct KeyCounter {
  private var counts: [PromiseKey: Int] = [:]

  package init() {}

  /// Returns the key of the next promise.
  package mutating func key(of creation: PromiseEvent.Creation) -> PromiseKey {
    var key = PromiseKey(creation)
    let count = counts[key, default: 0]
    counts[key] = count + 1
    key.occurrence = count
    return key
  }
}
