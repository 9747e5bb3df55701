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

  /// ``resolve(_:)``, which records the line that called it.
  public func resolve(
    _ result: PromiseKit.Result<Value>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    resolve(result.swift, file: file, line: line, column: column)
  }
}
