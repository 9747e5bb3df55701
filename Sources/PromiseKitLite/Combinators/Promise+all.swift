extension Promise {
  /// Waits for all inputs. This is `when(fulfilled:)` under JavaScript's name. (rule 8)
  ///
  /// ```swift
  /// Promise.all(ids.map { load($0) }).done { pages in show(pages) }
  /// ```
  ///
  /// **Value.** All values, in the order of the inputs.
  /// **Error.** The first error; the other inputs continue.
  /// **Cancellation.** As an error.
  /// **Queue.** No closure.
  /// **Elsewhere.** PromiseKit `when(fulfilled:)`; google `all`; JavaScript `Promise.all`; Bolts
  /// `taskForCompletionOfAllTasks`, which waits for all.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  ///
  /// - Complexity: O(n), where n is the number of inputs.
  // So that inputs without values result in a promise without a value, unless an array is expected.
  @_disfavoredOverload
  public static func all<Inputs: Sequence>(
    label: String? = nil, _ thenables: Inputs,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise where Inputs.Element: Thenable, Value == [Inputs.Element.Value] {
    _all(Array(thenables), .named(label), CallSite(file, line, column))
  }

  /// Waits for any number of promises without values.
  ///
  /// ```swift
  /// Promise.all(ids.map { load($0).asVoid() }).done { showNext() }
  /// ```
  ///
  /// Otherwise, this is the same as ``all(label:_:file:line:column:)-6m7r9``.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  public static func all<Inputs: Sequence>(
    label: String? = nil, _ thenables: Inputs,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise where Inputs.Element: Thenable, Inputs.Element.Value == Void, Value == Void {
    _all(Array(thenables), .named(label), CallSite(file, line, column)) { _ in }
  }

  /// Waits for inputs of one type, promises and guarantees mixed, passed as separate arguments. Two
  /// to four inputs result in a tuple, unless an array is expected.
  ///
  /// ```swift
  /// let pages: Promise<[Page]> = Promise.all(load(id), Guarantee.value(start))
  /// pages.done { pages in show(pages) }
  /// ```
  ///
  /// Otherwise, this is the same as ``all(label:_:file:line:column:)-6m7r9``.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  @_disfavoredOverload
  public static func all<Element: Sendable>(
    label: String? = nil, _ first: any Thenable<Element>, _ others: any Thenable<Element>...,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise where Value == [Element] {
    _all([first] + others, .named(label), CallSite(file, line, column)) {
      try $0.map { try $0.value() }
    }
  }

  /// Waits for inputs without values, passed as separate arguments.
  ///
  /// ```swift
  /// Promise.all(save(text).asVoid(), save(image).asVoid()).done { showNext() }
  /// ```
  ///
  /// Otherwise, this is the same as ``all(label:_:file:line:column:)-6m7r9``.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  @_disfavoredOverload
  public static func all(
    label: String? = nil, _ first: any Thenable<Void>, _ others: any Thenable<Void>...,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise where Value == Void {
    _all([first] + others, .named(label), CallSite(file, line, column)) { _ in }
  }

  /// Waits for two inputs of any types.
  ///
  /// ```swift
  /// Promise.all(login(user), load(id)).done { token, page in show(token, page) }
  /// ```
  ///
  /// Otherwise, this is the same as ``all(label:_:file:line:column:)-6m7r9``.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  public static func all<A: Thenable, B: Thenable>(
    label: String? = nil, _ a: A, _ b: B,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise where Value == (A.Value, B.Value) {
    _all([a, b], .named(label), CallSite(file, line, column)) {
      try ($0[0].value(), $0[1].value())
    }
  }

  /// Waits for three inputs of any types.
  ///
  /// ```swift
  /// Promise.all(login(user), load(id), save(text))
  ///   .done { token, page, count in show(token, page, count) }
  /// ```
  ///
  /// Otherwise, this is the same as ``all(label:_:file:line:column:)-6m7r9``.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  public static func all<A: Thenable, B: Thenable, C: Thenable>(
    label: String? = nil, _ a: A, _ b: B, _ c: C,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise where Value == (A.Value, B.Value, C.Value) {
    _all([a, b, c], .named(label), CallSite(file, line, column)) {
      try ($0[0].value(), $0[1].value(), $0[2].value())
    }
  }

  /// Waits for four inputs of any types.
  ///
  /// ```swift
  /// Promise.all(login(user), load(id), save(text), after(seconds: 1))
  ///   .done { token, page, count, _ in show(token, page, count) }
  /// ```
  ///
  /// Otherwise, this is the same as ``all(label:_:file:line:column:)-6m7r9``.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  public static func all<A: Thenable, B: Thenable, C: Thenable, D: Thenable>(
    label: String? = nil, _ a: A, _ b: B, _ c: C, _ d: D,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise where Value == (A.Value, B.Value, C.Value, D.Value) {
    _all([a, b, c, d], .named(label), CallSite(file, line, column)) {
      try ($0[0].value(), $0[1].value(), $0[2].value(), $0[3].value())
    }
  }
}

extension Promise {
  /// Waits until all inputs have settled, and never fails. This is `when(resolved:)` under
  /// JavaScript's name. (rule 8)
  ///
  /// ```swift
  /// Promise.allSettled(uploads).done { results in report(results) }
  /// ```
  ///
  /// **Value.** All results, in the order of the inputs.
  /// **Error.** One of the results; it is handled.
  /// **Cancellation.** One of the results.
  /// **Queue.** No closure.
  /// **Elsewhere.** PromiseKit `when(resolved:)`; google `any`, which fails if all fail; JavaScript
  /// `Promise.allSettled`; Bolts –.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  ///
  /// - Complexity: O(n), where n is the number of inputs.
  public static func allSettled<Inputs: Sequence>(
    label: String? = nil, _ thenables: Inputs,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<[Result<Value, any Error>]>
  where Inputs.Element: Thenable, Inputs.Element.Value == Value {
    _allSettled(Array(thenables), .named(label), CallSite(file, line, column))
  }

  /// Waits until all inputs have settled, promises and guarantees mixed, passed as separate
  /// arguments.
  ///
  /// ```swift
  /// Promise.allSettled(load(id), Guarantee.value(start)).done { results in report(results) }
  /// ```
  ///
  /// Otherwise, this is the same as ``allSettled(label:_:file:line:column:)``.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  public static func allSettled(
    label: String? = nil, _ first: any Thenable<Value>, _ others: any Thenable<Value>...,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<[Result<Value, any Error>]> {
    _allSettled([first] + others, .named(label), CallSite(file, line, column))
  }
}

extension Promise {
  /// Returns a promise that settles as the first *fulfilled* input does. This is `race(fulfilled:)`
  /// under JavaScript's name; AYPromise calls it *race*. If all inputs are rejected, it is rejected
  /// with ``PMKError/noWinner(_:)``, which has every error in the order of the inputs. (rule 8)
  ///
  /// ```swift
  /// Promise.any([fetch(page, from: near), fetch(page, from: far)]).done { page in show(page) }
  /// ```
  ///
  /// Without inputs, the promise is rejected with ``PMKError/badInput``.
  ///
  /// **Value.** The first input that is fulfilled.
  /// **Error.** `PMKError.noWinner` with all errors, if no input is fulfilled.
  /// **Cancellation.** As an error.
  /// **Queue.** No closure.
  /// **Elsewhere.** PromiseKit `race(fulfilled:)`; google –; JavaScript `Promise.any`; Bolts
  /// `taskForCompletionOfAnyTask`.
  ///
  /// - Complexity: O(n), where n is the number of inputs.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  public static func any<Inputs: Sequence>(
    label: String? = nil, _ thenables: Inputs,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise where Inputs.Element: Thenable, Inputs.Element.Value == Value {
    _race(.any, .any, Array(thenables), .named(label), CallSite(file, line, column))
  }

  /// Returns a promise that settles as the first fulfilled input does, promises and guarantees
  /// mixed, passed as separate arguments.
  ///
  /// ```swift
  /// Promise.any(fetch(page, from: near), fetch(page, from: far)).done { page in show(page) }
  /// ```
  ///
  /// Otherwise, this is the same as ``any(label:_:file:line:column:)``.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  public static func any(
    label: String? = nil, _ first: any Thenable<Value>, _ others: any Thenable<Value>...,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise {
    _race(.any, .any, [first] + others, .named(label), CallSite(file, line, column))
  }
}
