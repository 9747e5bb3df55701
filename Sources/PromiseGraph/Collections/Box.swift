package import PromiseEvents

/// A separately stored value that copies share until one of them changes it.
///
/// A property in a box makes the type around it smaller: the compiler writes the copying of every property into
/// each function that copies the type, and a copy at run time visits all of them. It is an array of one element,
/// because Swift copies arrays on write.
@propertyWrapper
package struct Box<Value> {
  private var storage: [Value]

  /// Creates a box with a value.
  package init(wrappedValue: Value) { storage = [wrappedValue] }

  /// The value.
  package var wrappedValue: Value {
    _read { yield storage[0] }
    _modify { yield &storage[0] }
  }
}

extension Box: Equatable where Value: Equatable {}
extension Box: Hashable where Value: Hashable {}
extension Box: Sendable where Value: Sendable {}

/// A box for a value that most elements do not have. Copies share it as in a ``Box``.
package struct MaybeBox<Value> {
  private var storage: [Value] = []

  /// Creates an empty box.
  package init() {}

  /// Whether it has a value.
  package var isFull: Bool { !storage.isEmpty }

  /// The value, or `other` if it is empty; changing that stores it.
  package subscript(orElse other: @autoclosure () -> Value) -> Value {
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

/// An optional identity in the space of a number: an unused number stands for `nil`.
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
