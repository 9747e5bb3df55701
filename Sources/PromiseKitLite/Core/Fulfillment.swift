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
