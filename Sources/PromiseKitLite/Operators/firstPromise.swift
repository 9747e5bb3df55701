extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns a promise for the first element.
  ///
  /// ```swift
  /// let (lines, input) = AsyncStream<String>.makeStream()
  /// lines.firstPromise().done { line in print(line) }.catch { error in alert(error) }
  /// input.yield("hello")
  /// ```
  ///
  /// The sequence is iterated in a task of its own, which ends with the first element. If the chain's
  /// ``CancelContext`` cancels the promise, the task is canceled.
  ///
  /// **Value.** The first element of an `AsyncSequence`.
  /// **Error.** The error of the sequence; without an element, `PMKError.emptySequence`.
  /// **Cancellation.** The task that iterates is canceled.
  /// **Queue.** A task of its own.
  /// **Elsewhere.** PromiseKit –; google –; JavaScript –; Bolts –.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  /// - Returns: A promise for the element. An error of the sequence rejects it; if the sequence ends
  ///   without an element, ``PMKError/emptySequence`` does.
  public func firstPromise(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Element> {
    _firstPromise(.named(label), CallSite(file, line, column)) { _ in true }
  }

  /// Returns a promise for the first element that satisfies `predicate`.
  ///
  /// ```swift
  /// let (lines, input) = AsyncStream<String>.makeStream()
  /// lines.firstPromise(where: { line in line.hasPrefix("ok") })
  ///   .done { line in print(line) }
  ///   .catch { error in alert(error) }
  /// input.yield("ok")
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - predicate: Returns whether an element is the one. It runs in the task that iterates; an error
  ///     that it throws rejects the promise.
  /// - Returns: A promise for the element. An error of the sequence rejects it; if no element
  ///   satisfies the predicate, ``PMKError/emptySequence`` does.
  /// - Complexity: O(n), where n is the number of elements up to the one that is returned.
  @preconcurrency
  public func firstPromise(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    where predicate: @escaping @Sendable (Element) async throws -> Bool
  ) -> Promise<Element> {
    _firstPromise(.named(label), CallSite(file, line, column), where: predicate)
  }

  private func _firstPromise(
    _ label: Label?, _ site: CallSite,
    where predicate: @escaping @Sendable (Element) async throws -> Bool
  ) -> Promise<Element> {
    let promise = Promise<Element>(root: .async, label: label, at: site)
    promise.runTask(isolation: nil) {
      for try await element in self where try await predicate(element) { return .value(element) }
      try Task.checkCancellation()
      throw PMKError.emptySequence
    }
    return promise
  }
}
