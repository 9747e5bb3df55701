/// A type whose values say themselves how they appear in a trace.
///
/// A recording runs no code of the program: it shows numbers, texts, and the parts of enumerations,
/// structures, and collections, which the library can read itself, and of a class only the name. A
/// type that conforms to this protocol is asked instead.
///
/// ```swift
/// struct Money: Sendable, PromiseTraceDescribable {
///   var cents: Int
///   var traceDescription: String { "\(cents / 100).\(cents % 100) €" }
/// }
/// print(Money(cents: 1250).traceDescription)
/// // Prints "12.50 €"
/// ```
///
/// ``traceDescription`` is called on the thread that settles the promise, and only while the promise
/// is recorded or observed. It must return quickly, take no lock that a caller of a resolver can
/// hold, and not change what the program does.
public protocol PromiseTraceDescribable {
  /// The text of the value in a trace, of which the first 120 characters are written.
  var traceDescription: String { get }
}
