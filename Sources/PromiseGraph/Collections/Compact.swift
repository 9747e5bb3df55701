package import PromiseKitLite

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
