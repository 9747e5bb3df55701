/// The result of a promise: PromiseKit's own `Result`, with one type parameter.
///
/// ```swift
/// load(id).tap { (result: PromiseKit.Result<Page>) in
///   switch result {
///   case .fulfilled(let page): show(page)
///   case .rejected(let error as FetchError): show(error.alternative)
///   case .rejected(let error): report(error)
///   }
/// }.cauterize()
/// ```
///
/// In a file that imports PromiseKit, `Result` is this type; Swift's own is `Swift.Result`.
public enum Result<T> {
  /// The promise was fulfilled with this value.
  case fulfilled(T)
  /// The promise was rejected with this error.
  case rejected(any Error)
}

extension PromiseKit.Result: Sendable where T: Sendable {}

extension PromiseKit.Result {
  /// Whether the result is a value.
  public var isFulfilled: Bool {
    if case .fulfilled = self { true } else { false }
  }
}

extension PromiseKit.Result {
  init(_ result: Swift.Result<T, any Error>) {
    switch result {
    case .success(let value): self = .fulfilled(value)
    case .failure(let error): self = .rejected(error)
    }
  }

  /// The result as Swift's type.
  var swift: Swift.Result<T, any Error> {
    switch self {
    case .fulfilled(let value): .success(value)
    case .rejected(let error): .failure(error)
    }
  }
}

extension Resolver {
  /// Fulfills or rejects the promise.
  ///
  /// ```swift
  /// let (page, seal) = Promise<Page>.pending()
  /// seal.resolve(.fulfilled(start))
  /// page.done { page in show(page) }.catch { error in alert(error) }
  /// ```
  ///
  /// It can be passed as a function: `promise.pipe(to: seal.resolve)`.
  @_disfavoredOverload
  public func resolve(_ result: PromiseKit.Result<Value>) { resolve(result.swift) }

  /// The form of ``resolve(_:)`` that records its call site.
  public func resolve(
    _ result: PromiseKit.Result<Value>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    resolve(result.swift, file: file, line: line, column: column)
  }
}
