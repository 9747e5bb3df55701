extension Thenable {
  /// Hands the value or the error over to somebody else, inline: on the thread that settles the promise,
  /// or at once if it is settled.
  ///
  /// ```swift
  /// let (promise, seal) = Promise<Data>.pending()
  /// download(url).pipe(to: seal.resolve)
  /// promise.done { data in show(data) }.catch { error in alert(error) }
  /// ```
  ///
  /// A `then` or a `map` is nearly always what is meant: a pipe ends the chain, and an error counts as
  /// handled, since whoever gets it has it. PromiseKit builds its own operators on it.
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - receive: Runs once this promise is settled, for a cancellation too.
  @preconcurrency
  @inlinable
  @_disfavoredOverload
  public func pipe(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    to receive: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    _pipe(.named(label), CallSite(file, line, column), receive)
  }

  @inlinable
  func _pipe(
    _ label: Label?, _ site: CallSite,
    _ receive: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    let child = Guarantee<Void>(.done, of: self, label: label, at: site)
    attach(.all(.allErrors), on: nil, child: child) { settled in
      .value(receive(settled.result(Value.self)))
    }
  }
}
