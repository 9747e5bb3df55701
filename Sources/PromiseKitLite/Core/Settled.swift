/// What a promise was settled with. It is created once and shared by every promise that it reaches:
/// a link that passes it on, an adoption, and a fan-in copy a word or a reference, and need not
/// know the type of the value.
@usableFromInline
package enum Settled: Sendable {
  case fulfilled(Fulfillment)
  case rejected(Rejection)

  /// The outcome in the events.
  package var outcome: PromiseEvent.Outcome {
    switch self {
    case .fulfilled: .fulfilled
    case .rejected(let rejection): rejection.isCancelled ? .cancelled : .rejected
    }
  }

  /// The description of the value or the error, limited in length. Runs code of the program
  /// (`description`), so it is never called under a lock.
  package var description: String { description(for: .full) }

  /// The text of the value or the error for the events, limited in length. With
  /// ``PromiseTrace/Values/off``, the value is not looked at; code of the program runs only with
  /// ``PromiseTrace/Values/full``, or if the type says itself how it appears in a trace. Never called
  /// under a lock.
  package func description(for values: PromiseTrace.Values) -> String {
    switch self {
    case .fulfilled(let fulfillment): fulfillment.description(for: values)
    case .rejected(let rejection): values.text(of: rejection.error)
    }
  }
}

extension Settled {
  /// Returns a settlement with `value`.
  @inlinable
  package static func value<Value: Sendable>(_ value: Value) -> Settled {
    .fulfilled(Fulfillment(value))
  }

  /// Returns a settlement with `error`, which is not yet handled.
  @usableFromInline
  package static func error(_ error: any Error) -> Settled { .rejected(Rejection(error)) }

  /// Returns a settlement with `error` for a context that is canceled.
  static func cancellation(_ error: any Error) -> Settled {
    .rejected(Rejection(error, isFromContext: true))
  }

  /// Whether it is a cancellation: the error indicates one, or a context was canceled with it.
  var isCancellation: Bool {
    if case .rejected(let rejection) = self {
      rejection.isCancelled || rejection.isFromContext
    } else {
      false
    }
  }

  /// Returns the value or the error, for a promise of `Value`.
  @inlinable
  package func result<Value: Sendable>(_: Value.Type = Value.self) -> Result<Value, any Error> {
    switch self {
    case .fulfilled(let fulfillment): .success(fulfillment.value(Value.self))
    case .rejected(let rejection): .failure(rejection.error)
    }
  }

  /// Returns the value of a fulfilled promise of `Value`, or throws the error if it was rejected.
  @inlinable
  package func value<Value: Sendable>(_: Value.Type = Value.self) throws -> Value {
    try result(Value.self).get()
  }
}

extension Settled {
  /// The error; `nil` for a value.
  @usableFromInline
  package var error: (any Error)? {
    if case .rejected(let rejection) = self { rejection.error } else { nil }
  }
}

extension Settled {
  /// An anomaly of the settlement; `nil` if there is none.
  var oddity: PromiseEvent.Oddity? {
    switch self {
    case .fulfilled(let fulfillment): fulfillment.isError ? .errorAsValue : nil
    case .rejected(let rejection):
      if case PMKError.returnedSelf = rejection.error { .returnedSelf } else { nil }
    }
  }
}

/// A type with an empty value, with which an override fulfills a promise if no better value is
/// known.
protocol PlaceholderValue {
  /// The empty value: zero, or an empty collection.
  static var standIn: Self { get }
}

extension Int: PlaceholderValue { static var standIn: Int { 0 } }
extension Double: PlaceholderValue { static var standIn: Double { 0 } }
extension Bool: PlaceholderValue { static var standIn: Bool { false } }
extension String: PlaceholderValue { static var standIn: String { "" } }
extension Array: PlaceholderValue { static var standIn: [Element] { [] } }
extension Dictionary: PlaceholderValue { static var standIn: [Key: Value] { [:] } }
extension Optional: PlaceholderValue { static var standIn: Wrapped? { nil } }

extension Settled {
  /// Returns a settlement of a promise of `Value` with the first value of that type in `known`;
  /// otherwise with an empty value, such as zero; `nil` if the type has none.
  static func standIn<Value: Sendable>(for _: Value.Type, among known: [Settled]) -> Settled? {
    for case .fulfilled(let fulfillment) in known where fulfillment.holds(Value.self) {
      return .fulfilled(fulfillment)
    }
    if let nothing = () as? Value { return .value(nothing) }
    guard let type = Value.self as? any PlaceholderValue.Type, let value = type.standIn as? Value
    else {
      return nil
    }
    return .value(value)
  }
}

extension Fulfillment {
  /// Returns whether the value has this type.
  func holds<Value: Sendable>(_: Value.Type) -> Bool {
    switch self {
    case .word(_, let type): type == Value.self
    case .boxed(let box): box is Box<Value>
    }
  }
}

/// The value of a fulfilled promise, which the core passes on without knowing its type.
@usableFromInline
package enum Fulfillment: Sendable {
  /// A value without references that fits into a word: its bytes and its type.
  case word(UInt, any Any.Type)
  /// Any other value, in a ``Box``.
  case boxed(any AnyObject & Sendable)

  /// Stores a value. If the compiler knows the type, the branch is resolved at compile time.
  @inlinable
  package init<Value: Sendable>(_ value: Value) {
    guard Self.fits(Value.self) else {
      self = .boxed(Box(value))
      return
    }
    var word: UInt = 0
    withUnsafeMutableBytes(of: &word) { $0.storeBytes(of: value, as: Value.self) }
    self = .word(word, Value.self)
  }

  /// Returns the value, which must be a `Value`.
  @inlinable
  package func value<Value: Sendable>(_: Value.Type) -> Value {
    switch self {
    case .word(let word, _): withUnsafeBytes(of: word) { $0.load(as: Value.self) }
    case .boxed(let box): unsafeDowncast(box, to: Box<Value>.self).value
    }
  }

  /// Returns whether values of the type are stored without a box.
  @inlinable
  static func fits<Value>(_: Value.Type) -> Bool {
    _isPOD(Value.self) && MemoryLayout<Value>.size <= MemoryLayout<UInt>.size
      && MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment
  }

  /// The text of the value for the events, limited in length; empty for `Void`.
  func description(for values: PromiseTrace.Values) -> String {
    if values == .off { return "" }
    return switch self {
    case .word(let word, let type) where type == Int.self: "\(Int(bitPattern: word))"
    case .word(let word, let type): Self.describe(word, as: type, for: values)
    case .boxed(let box): (box as? any DescribedValue)?.description(for: values) ?? ""
    }
  }

  /// Whether the value is an error. Runs no code of the program.
  var isError: Bool {
    switch self {
    case .word(_, let type): type != Int.self && type is any Error.Type
    case .boxed(let box): (box as? any DescribedValue)?.isError ?? false
    }
  }

  private static func describe<Value>(
    _ word: UInt, as _: Value.Type, for values: PromiseTrace.Values
  ) -> String {
    if Value.self == Void.self { return "" }
    return withUnsafeBytes(of: word) { values.text(of: $0.load(as: Value.self)) }
  }
}

/// A value of any type, in a class instance.
@usableFromInline
package final class Box<Value: Sendable>: Sendable {
  @usableFromInline package let value: Value

  @inlinable
  package init(_ value: Value) { self.value = value }
}

/// A value that can describe itself to an observer.
private protocol DescribedValue {
  func description(for values: PromiseTrace.Values) -> String
  var isError: Bool { get }
}

extension Box: DescribedValue {
  fileprivate func description(for values: PromiseTrace.Values) -> String {
    values.text(of: value)
  }
  fileprivate var isError: Bool { value is any Error }
}
