extension PromiseTrace {
  /// What a recording contains of values, errors, and notes, which may be secret.
  ///
  /// ```swift
  /// try PromiseTrace.start(to: .file("run.ptrace"), values: .off)
  /// ```
  public enum Values: UInt8, Hashable, Sendable {
    /// No text of values, errors, and notes. They are not even looked at.
    case off
    /// What the library can read itself in bounded time, without running code of the program:
    /// numbers, texts, and the parts of enumerations, structures, and collections. This is the
    /// default. A type that conforms to ``PromiseTraceDescribable`` describes itself.
    case on
    /// What `print` writes. That calls the `description` of the program's types, on the thread that
    /// settles the promise, for as long as that takes.
    case full
  }
}

extension PromiseTrace.Values {
  /// Returns the text of a value or an error, limited in length.
  package func text<Value>(of value: Value) -> String {
    switch self {
    case .off: ""
    case .on: BoundedText.reading(value)
    case .full: BoundedText.describing(value)
    }
  }
}
