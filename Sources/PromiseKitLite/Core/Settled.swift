/// What a promise was settled with. It is made once and shared by every promise that it reaches: a
/// link that passes it on, an adoption and a fan-in copy a word or a reference, and none of them has to
/// know the value's type.
@usableFromInline
package enum Settled: Sendable {
  case fulfilled(Fulfillment)
  case rejected(Rejection)

  /// The state that the events show.
  package var outcome: PromiseEvent.Outcome {
    switch self {
    case .fulfilled: .fulfilled
    case .rejected(let rejection): rejection.isCancelled ? .cancelled : .rejected
    }
  }

  /// The value or the error, described in a bounded number of characters. Runs the program's code
  /// (`description`), so never under a lock.
  package var description: String {
    switch self {
    case .fulfilled(let fulfillment): fulfillment.description
    case .rejected(let rejection): BoundedText.describing(rejection.error)
    }
  }
}

extension Settled {
  /// A settlement with `value`.
  @inlinable
  package static func value<Value: Sendable>(_ value: Value) -> Settled {
    .fulfilled(Fulfillment(value))
  }

  /// A settlement with `error`, not handled so far.
  @usableFromInline
  package static func error(_ error: any Error) -> Settled { .rejected(Rejection(error)) }

  /// A settlement with `error` by a context that is cancelled.
  static func cancellation(_ error: any Error) -> Settled {
    .rejected(Rejection(error, isFromContext: true))
  }

  /// It is a cancellation: the error says so, or a context was cancelled with it.
  var isCancellation: Bool {
    if case .rejected(let rejection) = self {
      rejection.isCancelled || rejection.isFromContext
    } else {
      false
    }
  }

  /// The value or the error, for a promise of `Value`.
  @inlinable
  package func result<Value: Sendable>(_: Value.Type = Value.self) -> Result<Value, any Error> {
    switch self {
    case .fulfilled(let fulfillment): .success(fulfillment.value(Value.self))
    case .rejected(let rejection): .failure(rejection.error)
    }
  }

  /// The value of a promise of `Value` that is known to be fulfilled; throws what it was rejected
  /// with otherwise.
  @inlinable
  package func value<Value: Sendable>(_: Value.Type = Value.self) throws -> Value {
    try result(Value.self).get()
  }
}

extension Settled {
  /// The error, if it is a rejection.
  @usableFromInline
  package var error: (any Error)? {
    if case .rejected(let rejection) = self { rejection.error } else { nil }
  }
}

extension Settled {
  /// What is odd about it.
  var oddity: PromiseEvent.Oddity? {
    switch self {
    case .fulfilled(let fulfillment): fulfillment.isError ? .errorAsValue : nil
    case .rejected(let rejection):
      if case PMKError.returnedSelf = rejection.error { .returnedSelf } else { nil }
    }
  }
}

/// A type with a value that says nothing: what a promise is fulfilled with where its outcome is changed by
/// hand and nobody knows a better value.
protocol PlaceholderValue {
  /// Nothing, zero, or empty.
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
  /// A settlement of a promise of `Value` with the first of `known` that is such a value, else with
  /// nothing, zero or empty; none where no value of the type can be had.
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
  /// It is a value of this type.
  func holds<Value: Sendable>(_: Value.Type) -> Bool {
    switch self {
    case .word(_, let type): type == Value.self
    case .boxed(let box): box is Box<Value>
    }
  }
}

/// A fulfilled promise's value, which the core passes on without knowing its type.
@usableFromInline
package enum Fulfillment: Sendable {
  /// A value without references that fits into a word: its bytes, and what they are.
  case word(UInt, any Any.Type)
  /// Any other value, in a ``Box``.
  case boxed(any AnyObject & Sendable)

  /// Takes a value in. Where the type is known to the compiler, so is the branch.
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

  /// The value, which is a `Value`.
  @inlinable
  package func value<Value: Sendable>(_: Value.Type) -> Value {
    switch self {
    case .word(let word, _): withUnsafeBytes(of: word) { $0.load(as: Value.self) }
    case .boxed(let box): unsafeDowncast(box, to: Box<Value>.self).value
    }
  }

  /// Values of the type are kept without a box.
  @inlinable
  static func fits<Value>(_: Value.Type) -> Bool {
    _isPOD(Value.self) && MemoryLayout<Value>.size <= MemoryLayout<UInt>.size
      && MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment
  }

  /// The value, described in a bounded number of characters. Runs the program's code.
  var description: String {
    switch self {
    case .word(let word, let type) where type == Int.self: "\(Int(bitPattern: word))"
    case .word(let word, let type): Self.describe(word, as: type)
    case .boxed(let box): (box as? any DescribedValue)?.boundedDescription ?? ""
    }
  }

  /// The value is an error. Nothing of the program is run.
  var isError: Bool {
    switch self {
    case .word(_, let type): type != Int.self && type is any Error.Type
    case .boxed(let box): (box as? any DescribedValue)?.isError ?? false
    }
  }

  private static func describe<Value>(_ word: UInt, as _: Value.Type) -> String {
    withUnsafeBytes(of: word) { bytes in
      let value = bytes.load(as: Value.self)
      return value is Void ? "" : BoundedText.describing(value)
    }
  }
}

/// A value of any type behind a reference.
@usableFromInline
package final class Box<Value: Sendable>: Sendable {
  @usableFromInline package let value: Value

  @inlinable
  package init(_ value: Value) { self.value = value }
}

/// A value that can describe itself to an observer.
private protocol DescribedValue {
  var boundedDescription: String { get }
  var isError: Bool { get }
}

extension Box: DescribedValue {
  fileprivate var boundedDescription: String { BoundedText.describing(value) }
  fileprivate var isError: Bool { value is any Error }
}
