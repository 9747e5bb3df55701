/// Waits for all: fulfilled with the values in the order of the inputs, however they settle, or
/// rejected with the first error. The others go on; what they do later is told as ignored. (rule 8)
///
/// No inputs: fulfilled at once with none. What the field calls *all*.
///
/// ```swift
/// when(fulfilled: ids.map { load($0) }).done { pages in show(pages) }
/// ```
///
/// Complexity: O(n) in all.
public func when<U: Thenable>(
  fulfilled thenables: [U],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<[U.Value]> {
  _all(thenables, nil, CallSite(file, line, column))
}

/// ``when(fulfilled:file:line:column:)`` with a label.
public func when<U: Thenable>(
  _ label: String, fulfilled thenables: [U],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<[U.Value]> {
  _all(thenables, Label(label), CallSite(file, line, column))
}

private func _all<U: Thenable>(_ inputs: [U], _ label: Label?, _ site: CallSite) -> Promise<
  [U.Value]
> {
  let promise = Promise<[U.Value]>(.all, of: inputs, label: label, at: site)
  FanIn.join(.all, inputs, into: promise) { settled in
    do { return .value(try settled.map { try $0.value(U.Value.self) }) } catch {
      return .error(error)
    }
  }
  return promise
}

/// Waits for two of any kind, as ``when(fulfilled:file:line:column:)`` does for many of one kind.
public func when<U: Thenable, V: Thenable>(
  fulfilled a: U, _ b: V,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(U.Value, V.Value)> {
  let promise = Promise<(U.Value, V.Value)>(
    .all, of: [a, b], label: nil, at: CallSite(file, line, column))
  FanIn.join(.all, [a, b], into: promise) { settled in
    do {
      return .value(
        try (settled[0].value(U.Value.self), settled[1].value(V.Value.self)))
    } catch {
      return .error(error)
    }
  }
  return promise
}

/// Waits for two of any kind, as ``when(fulfilled:file:line:column:)`` does for many of one kind, with a label.
public func when<U: Thenable, V: Thenable>(
  _ label: String, fulfilled a: U, _ b: V,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(U.Value, V.Value)> {
  let promise = Promise<(U.Value, V.Value)>(
    .all, of: [a, b], label: Label(label), at: CallSite(file, line, column))
  FanIn.join(.all, [a, b], into: promise) { settled in
    do {
      return .value(
        try (settled[0].value(U.Value.self), settled[1].value(V.Value.self)))
    } catch {
      return .error(error)
    }
  }
  return promise
}

/// Waits for three of any kind, as ``when(fulfilled:file:line:column:)`` does for many of one kind.
public func when<U: Thenable, V: Thenable, W: Thenable>(
  fulfilled a: U, _ b: V, _ c: W,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(U.Value, V.Value, W.Value)> {
  let promise = Promise<(U.Value, V.Value, W.Value)>(
    .all, of: [a, b, c], label: nil, at: CallSite(file, line, column))
  FanIn.join(.all, [a, b, c], into: promise) { settled in
    do {
      return .value(
        try (
          settled[0].value(U.Value.self), settled[1].value(V.Value.self),
          settled[2].value(W.Value.self)
        ))
    } catch {
      return .error(error)
    }
  }
  return promise
}

/// Waits for three of any kind, as ``when(fulfilled:file:line:column:)`` does for many of one kind, with a label.
public func when<U: Thenable, V: Thenable, W: Thenable>(
  _ label: String, fulfilled a: U, _ b: V, _ c: W,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(U.Value, V.Value, W.Value)> {
  let promise = Promise<(U.Value, V.Value, W.Value)>(
    .all, of: [a, b, c], label: Label(label), at: CallSite(file, line, column))
  FanIn.join(.all, [a, b, c], into: promise) { settled in
    do {
      return .value(
        try (
          settled[0].value(U.Value.self), settled[1].value(V.Value.self),
          settled[2].value(W.Value.self)
        ))
    } catch {
      return .error(error)
    }
  }
  return promise
}

/// Waits for four of any kind, as ``when(fulfilled:file:line:column:)`` does for many of one kind.
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable>(
  fulfilled a: U, _ b: V, _ c: W, _ d: X,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(U.Value, V.Value, W.Value, X.Value)> {
  let promise = Promise<(U.Value, V.Value, W.Value, X.Value)>(
    .all, of: [a, b, c, d], label: nil, at: CallSite(file, line, column))
  FanIn.join(.all, [a, b, c, d], into: promise) { settled in
    do {
      return .value(
        try (
          settled[0].value(U.Value.self), settled[1].value(V.Value.self),
          settled[2].value(W.Value.self), settled[3].value(X.Value.self)
        ))
    } catch {
      return .error(error)
    }
  }
  return promise
}

/// Waits for four of any kind, as ``when(fulfilled:file:line:column:)`` does for many of one kind, with a label.
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable>(
  _ label: String, fulfilled a: U, _ b: V, _ c: W, _ d: X,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(U.Value, V.Value, W.Value, X.Value)> {
  let promise = Promise<(U.Value, V.Value, W.Value, X.Value)>(
    .all, of: [a, b, c, d], label: Label(label), at: CallSite(file, line, column))
  FanIn.join(.all, [a, b, c, d], into: promise) { settled in
    do {
      return .value(
        try (
          settled[0].value(U.Value.self), settled[1].value(V.Value.self),
          settled[2].value(W.Value.self), settled[3].value(X.Value.self)
        ))
    } catch {
      return .error(error)
    }
  }
  return promise
}

/// Waits for five of any kind, as ``when(fulfilled:file:line:column:)`` does for many of one kind.
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable, Y: Thenable>(
  fulfilled a: U, _ b: V, _ c: W, _ d: X, _ e: Y,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(U.Value, V.Value, W.Value, X.Value, Y.Value)> {
  let promise = Promise<(U.Value, V.Value, W.Value, X.Value, Y.Value)>(
    .all, of: [a, b, c, d, e], label: nil, at: CallSite(file, line, column))
  FanIn.join(.all, [a, b, c, d, e], into: promise) { settled in
    do {
      return .value(
        try (
          settled[0].value(U.Value.self), settled[1].value(V.Value.self),
          settled[2].value(W.Value.self), settled[3].value(X.Value.self),
          settled[4].value(Y.Value.self)
        ))
    } catch {
      return .error(error)
    }
  }
  return promise
}

/// Waits for five of any kind, as ``when(fulfilled:file:line:column:)`` does for many of one kind, with a label.
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable, Y: Thenable>(
  _ label: String, fulfilled a: U, _ b: V, _ c: W, _ d: X, _ e: Y,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(U.Value, V.Value, W.Value, X.Value, Y.Value)> {
  let promise = Promise<(U.Value, V.Value, W.Value, X.Value, Y.Value)>(
    .all, of: [a, b, c, d, e], label: Label(label), at: CallSite(file, line, column))
  FanIn.join(.all, [a, b, c, d, e], into: promise) { settled in
    do {
      return .value(
        try (
          settled[0].value(U.Value.self), settled[1].value(V.Value.self),
          settled[2].value(W.Value.self), settled[3].value(X.Value.self),
          settled[4].value(Y.Value.self)
        ))
    } catch {
      return .error(error)
    }
  }
  return promise
}
