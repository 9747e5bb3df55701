// `when(fulfilled:)` for inputs of several types. A single function with a parameter pack
// (`each Thenable`) would do, but the types of the closures that follow it could not be inferred.
// Therefore there is one function for each number of inputs.

/// Waits for two inputs of any types, promises and guarantees mixed. The returned promise is
/// fulfilled with their values, which a handler receives as separate parameters, or rejected with
/// the first error. (rule 8)
///
/// ```swift
/// when(fulfilled: login(user), fetch(page)).done { token, items in show(items, token) }
/// ```
///
/// Otherwise, this is the same as ``when(label:fulfilled:file:line:column:)->Promise<[Inputs.Element.Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func when<A: Thenable, B: Thenable>(
  label: String? = nil, fulfilled a: A, _ b: B,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value)> {
  _all([a, b], .named(label), CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value())
  }
}

/// Waits for three inputs of any types.
///
/// ```swift
/// when(fulfilled: login(user), load(id), save(text))
///   .done { token, page, count in show(token, page, count) }
/// ```
///
/// Otherwise, this is the same as ``when(label:fulfilled:file:line:column:)->Promise<[Inputs.Element.Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func when<A: Thenable, B: Thenable, C: Thenable>(
  label: String? = nil, fulfilled a: A, _ b: B, _ c: C,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value, C.Value)> {
  _all([a, b, c], .named(label), CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value())
  }
}

/// Waits for four inputs of any types.
///
/// ```swift
/// when(fulfilled: login(user), load(id), save(text), after(seconds: 1))
///   .done { token, page, count, _ in show(token, page, count) }
/// ```
///
/// Otherwise, this is the same as ``when(label:fulfilled:file:line:column:)->Promise<[Inputs.Element.Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func when<A: Thenable, B: Thenable, C: Thenable, D: Thenable>(
  label: String? = nil, fulfilled a: A, _ b: B, _ c: C, _ d: D,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value, C.Value, D.Value)> {
  _all([a, b, c, d], .named(label), CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value(), $0[3].value())
  }
}

/// Waits for five inputs of any types.
///
/// ```swift
/// when(fulfilled: login(user), load(id), save(text), fetchNames(), after(seconds: 1))
///   .done { token, page, count, names, _ in show(token, page, count, names) }
/// ```
///
/// Otherwise, this is the same as ``when(label:fulfilled:file:line:column:)->Promise<[Inputs.Element.Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func when<A: Thenable, B: Thenable, C: Thenable, D: Thenable, E: Thenable>(
  label: String? = nil, fulfilled a: A, _ b: B, _ c: C, _ d: D, _ e: E,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value, C.Value, D.Value, E.Value)> {
  _all([a, b, c, d, e], .named(label), CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value(), $0[3].value(), $0[4].value())
  }
}

/// Waits for six inputs of any types.
///
/// ```swift
/// when(fulfilled: login(user), load(id), save(text), fetchNames(), fetchUser(id), after(seconds: 1))
///   .done { token, page, count, names, user, _ in show(token, page, count, names, user) }
/// ```
///
/// Otherwise, this is the same as ``when(label:fulfilled:file:line:column:)->Promise<[Inputs.Element.Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func when<A: Thenable, B: Thenable, C: Thenable, D: Thenable, E: Thenable, F: Thenable>(
  label: String? = nil, fulfilled a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value, C.Value, D.Value, E.Value, F.Value)> {
  _all([a, b, c, d, e, f], .named(label), CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value(), $0[3].value(), $0[4].value(), $0[5].value())
  }
}

/// Waits for seven inputs of any types.
///
/// ```swift
/// when(
///   fulfilled: login(user), load(id), save(text), fetchNames(), fetchUser(id), fetchIDs(),
///   after(seconds: 1)
/// ).done { token, page, count, names, user, ids, _ in
///   show(token, page, count, names, user, ids)
/// }
/// ```
///
/// Otherwise, this is the same as ``when(label:fulfilled:file:line:column:)->Promise<[Inputs.Element.Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func when<
  A: Thenable, B: Thenable, C: Thenable, D: Thenable, E: Thenable, F: Thenable, G: Thenable
>(
  label: String? = nil, fulfilled a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value)> {
  _all([a, b, c, d, e, f, g], .named(label), CallSite(file, line, column)) {
    try (
      $0[0].value(), $0[1].value(), $0[2].value(), $0[3].value(), $0[4].value(), $0[5].value(),
      $0[6].value()
    )
  }
}

/// Waits for eight inputs of any types.
///
/// ```swift
/// when(
///   fulfilled: login(user), load(id), save(text), fetchNames(), fetchUser(id), fetchIDs(),
///   fetchPages(), after(seconds: 1)
/// ).done { token, page, count, names, user, ids, pages, _ in
///   show(token, page, count, names, user, ids, pages)
/// }
/// ```
///
/// Otherwise, this is the same as ``when(label:fulfilled:file:line:column:)->Promise<[Inputs.Element.Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func when<
  A: Thenable, B: Thenable, C: Thenable, D: Thenable, E: Thenable, F: Thenable, G: Thenable,
  H: Thenable
>(
  label: String? = nil, fulfilled a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value, H.Value)> {
  _all([a, b, c, d, e, f, g, h], .named(label), CallSite(file, line, column)) {
    try (
      $0[0].value(), $0[1].value(), $0[2].value(), $0[3].value(), $0[4].value(), $0[5].value(),
      $0[6].value(), $0[7].value()
    )
  }
}
