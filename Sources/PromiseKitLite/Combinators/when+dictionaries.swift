/// Waits for the values of a dictionary. The returned promise is fulfilled with a dictionary of
/// their values under the same keys, or rejected with the first error. RSVP calls this *hash*.
/// (rule 8)
///
/// The inputs are in the order of the keys if they are `Comparable`, and of the descriptions of the
/// keys otherwise. Therefore the events, and which of two errors is first, are the same in every
/// run.
///
/// ```swift
/// when(fulfilled: ["avatar": load(face), "cover": load(cover)]).done { images in show(images) }
/// ```
///
/// - Parameter label: The name of the promise in events and on the screen.
///
/// - Complexity: O(n log n) to sort the keys, and O(n) for the rest.
public func when<Key: Hashable & Sendable, U: Thenable>(
  label: String? = nil, fulfilled thenables: [Key: U],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<[Key: U.Value]> {
  _all(thenables, .named(label), CallSite(file, line, column))
}

/// Waits until the values of a dictionary have settled, and never fails. The inputs are in the
/// order of the keys, or of their descriptions. RSVP calls this *hashSettled*. (rule 8)
///
/// ```swift
/// when(resolved: ["avatar": load(face), "cover": load(cover)]).done { results in
///   for (name, result) in results { report(name, result) }
/// }
/// ```
///
/// - Parameter label: The name of the promise in events and on the screen.
///
/// - Complexity: O(n log n) to sort the keys, and O(n) for the rest.
@_disfavoredOverload
public func when<Key: Hashable & Sendable, U: Thenable>(
  label: String? = nil, resolved thenables: [Key: U],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Key: Result<U.Value, any Error>]> {
  _allSettled(thenables, .named(label), CallSite(file, line, column))
}

private func _all<Key: Hashable & Sendable, U: Thenable>(
  _ thenables: [Key: U], _ label: Label?, _ site: CallSite
) -> Promise<[Key: U.Value]> {
  let (keys, inputs) = ordered(thenables)
  return _all(inputs, label, site) { settled in
    Dictionary(uniqueKeysWithValues: zip(keys, try settled.map { try $0.value(U.Value.self) }))
  }
}

private func _allSettled<Key: Hashable & Sendable, U: Thenable>(
  _ thenables: [Key: U], _ label: Label?, _ site: CallSite
) -> Guarantee<[Key: Result<U.Value, any Error>]> {
  _allSettled(thenables, label, site) { $0.result(U.Value.self) }
}

/// Waits until the values of a dictionary have settled. `value` converts each settlement.
package func _allSettled<Key: Hashable & Sendable, U: Thenable, Value: Sendable>(
  _ thenables: [Key: U], _ label: Label?, _ site: CallSite,
  _ value: @escaping @Sendable (Settled) -> Value
) -> Guarantee<[Key: Value]> {
  let (keys, inputs) = ordered(thenables)
  return _allSettled(inputs, label, site) { settled in
    Dictionary(uniqueKeysWithValues: zip(keys, settled.map(value)))
  }
}

/// Returns the keys in an order that is the same in every run, and the inputs that belong to them.
private func ordered<Key: Hashable, U: Thenable>(
  _ thenables: [Key: U]
) -> (keys: [Key], inputs: [PromiseCore]) {
  let pairs = inSteadyOrder(Array(thenables), by: \.key)
  return (pairs.map(\.key), pairs.map(\.value))
}
