/// A value in a place of its own that copies share until one of them changes it.
///
/// It is an array of one element: the box that Swift itself copies on write.
struct Box<Value> {
  private var storage: [Value]

  /// A box that holds `value`.
  init(_ value: Value) { storage = [value] }

  /// What it holds.
  var value: Value {
    _read { yield storage[0] }
    _modify { yield &storage[0] }
  }
}

extension Box: Equatable where Value: Equatable {}
extension Box: Hashable where Value: Hashable {}
extension Box: Sendable where Value: Sendable {}

/// A place for a value that most things lack, and which copies share as in a ``Box``.
struct MaybeBox<Value> {
  private var storage: [Value] = []

  /// A box that holds nothing.
  init() {}

  /// It holds something.
  var isFull: Bool { !storage.isEmpty }

  /// What it holds, or `other`, which it holds once that is changed.
  subscript(orElse other: @autoclosure () -> Value) -> Value {
    @inline(__always)
    _read {
      if storage.isEmpty { yield other() } else { yield storage[0] }
    }
    @inline(__always)
    _modify {
      if storage.isEmpty { storage = [other()] }
      yield &storage[0]
    }
  }
}

extension MaybeBox: Equatable where Value: Equatable {}
extension MaybeBox: Hashable where Value: Hashable {}
extension MaybeBox: Sendable where Value: Sendable {}
