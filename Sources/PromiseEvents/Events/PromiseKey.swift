/// What names a promise in every run of a program: not its number, which is another one in another schedule
/// and as soon as something before it is changed, but what the program says of it, and which one of several
/// alike it is.
package struct PromiseKey: Hashable, Sendable {
  package var label: String?
  package var operation: PromiseEvent.Operation
  package var site: SourceSite?
  /// How many alike were made before it.
  package var occurrence: Int

  /// The key of a promise that began so, after so many alike.
  package init(_ creation: PromiseEvent.Creation, occurrence: Int = 0) {
    label = creation.label
    operation = creation.operation
    site = creation.site
    self.occurrence = occurrence
  }

  /// The key of the first one of those that are alike.
  package var first: PromiseKey {
    var key = self
    key.occurrence = 0
    return key
  }

  /// What the promise is called: its label or what made it, and, of several alike, which one it is.
  package var name: String {
    let name = label ?? operation.rawValue
    return occurrence == 0 ? name : "\(name)#\(occurrence + 1)"
  }

  /// What it is called in a run in which it has that number: by its label, or, without one, its number and
  /// what made it.
  package func name(of promise: PromiseID) -> String {
    label == nil ? "\(promise) \(operation.rawValue)" : name
  }

  /// The promise of this key in a run; none where that has none. O(events)
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
