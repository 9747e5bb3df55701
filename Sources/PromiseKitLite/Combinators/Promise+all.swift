extension Promise {
  /// Waits for all: the same as `when(fulfilled:)`, with JavaScript's word. (rule 8)
  ///
  /// ```swift
  /// Promise.all(ids.map { load($0) }).done { pages in show(pages) }
  /// ```
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  ///
  /// Complexity: O(n) in all.
  public static func all<Inputs: Sequence>(
    label: String? = nil, _ thenables: Inputs,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise where Inputs.Element: Thenable, Value == [Inputs.Element.Value] {
    _all(Array(thenables), .named(label), CallSite(file, line, column))
  }

  /// Waits for promises of nothing, as many as there are: fulfilled with nothing.
  ///
  /// ```swift
  /// Promise.all(ids.map { load($0).asVoid() }).done { showNext() }
  /// ```
  ///
  /// Otherwise, this is the same as ``all(label:_:file:line:column:)``.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  public static func all<Inputs: Sequence>(
    label: String? = nil, _ thenables: Inputs,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise where Inputs.Element: Thenable, Inputs.Element.Value == Void, Value == Void {
    _all(Array(thenables), .named(label), CallSite(file, line, column)) { _ in }
  }

  /// Waits for inputs of one type, promises and guarantees mixed, one by one. Two to four are fulfilled
  /// with a tuple instead, unless an array is asked for.
  ///
  /// ```swift
  /// let pages: Promise<[Page]> = Promise.all(load(id), Guarantee.value(start))
  /// pages.done { pages in show(pages) }
  /// ```
  ///
  /// Otherwise, this is the same as ``all(label:_:file:line:column:)``.
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

  /// Waits for two of any kind.
  ///
  /// ```swift
  /// Promise.all(login(user), load(id)).done { token, page in show(token, page) }
  /// ```
  ///
  /// Otherwise, this is the same as ``all(label:_:file:line:column:)``.
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

  /// Waits for three of any kind.
  ///
  /// ```swift
  /// Promise.all(login(user), load(id), save(text))
  ///   .done { token, page, count in show(token, page, count) }
  /// ```
  ///
  /// Otherwise, this is the same as ``all(label:_:file:line:column:)``.
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

  /// Waits for four of any kind.
  ///
  /// ```swift
  /// Promise.all(login(user), load(id), save(text), after(seconds: 1))
  ///   .done { token, page, count, _ in show(token, page, count) }
  /// ```
  ///
  /// Otherwise, this is the same as ``all(label:_:file:line:column:)``.
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
  /// Waits for all, whatever becomes of them: the same as `when(resolved:)`, with JavaScript's word. It
  /// never fails. (rule 8)
  ///
  /// ```swift
  /// Promise.allSettled(uploads).done { results in report(results) }
  /// ```
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  ///
  /// Complexity: O(n) in all.
  public static func allSettled<Inputs: Sequence>(
    label: String? = nil, _ thenables: Inputs,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<[Result<Value, any Error>]>
  where Inputs.Element: Thenable, Inputs.Element.Value == Value {
    _allSettled(Array(thenables), .named(label), CallSite(file, line, column))
  }

  /// Waits for all, one by one, promises and guarantees mixed, whatever becomes of them.
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
  /// Settles as the first that is *fulfilled*: the same as `race(fulfilled:)`, with JavaScript's word, for
  /// what AYPromise calls *race*. If all are rejected it is rejected with ``PMKError/noWinner(_:)``, with every
  /// error in the order of the inputs. (rule 8)
  ///
  /// ```swift
  /// Promise.any([fetch(page, from: near), fetch(page, from: far)]).done { page in show(page) }
  /// ```
  ///
  /// No inputs: rejected with ``PMKError/badInput``. Complexity: O(n) in all.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  public static func any<Inputs: Sequence>(
    label: String? = nil, _ thenables: Inputs,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise where Inputs.Element: Thenable, Inputs.Element.Value == Value {
    _race(.any, .any, Array(thenables), .named(label), CallSite(file, line, column))
  }

  /// Settles as the first that is fulfilled, one by one, promises and guarantees mixed.
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
