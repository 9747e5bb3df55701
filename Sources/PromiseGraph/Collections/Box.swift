package import PromiseEvents

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

/// An identity or none in the room of a number: one that nobody uses stands for none.
@propertyWrapper
package struct Compact<ID: EventIdentity>: Hashable, Sendable {
  private var number: Int

  package init(wrappedValue: ID?) { number = wrappedValue?.rawValue ?? Self.none }

  package var wrappedValue: ID? {
    @inline(__always)
    get { number == Self.none ? nil : ID(number) }
    set { number = newValue?.rawValue ?? Self.none }
  }

  private static var none: Int { .min + 0xFACE }
}
