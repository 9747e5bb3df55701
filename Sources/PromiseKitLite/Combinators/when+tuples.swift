// `when(fulfilled:)` over inputs of several types. A list of types of any length (`each Thenable`) would
// be one function, but the closures that follow it would not infer: so there is one for each number.

/// Waits for inputs of several types, promises and guarantees mixed: fulfilled with their values, which
/// arrive as several parameters, or rejected with the first error. (rule 8)
///
/// ```swift
/// when(fulfilled: login(user), fetch(page)).done { token, items in show(items, token) }
/// ```
///
/// Otherwise as ``when(fulfilled:file:line:column:)``.
public func when<A: Thenable, B: Thenable>(
  fulfilled a: A, _ b: B,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value)> {
  _all([a, b], nil, CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value())
  }
}

/// Waits for two of any kind, with a label.
public func when<A: Thenable, B: Thenable>(
  _ label: String, fulfilled a: A, _ b: B,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value)> {
  _all([a, b], Label(label), CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value())
  }
}

/// Waits for three of any kind.
///
/// ```swift
/// when(fulfilled: login(user), load(id), save(text))
///   .done { token, page, count in show(token, page, count) }
/// ```
///
/// Otherwise as ``when(fulfilled:file:line:column:)``.
public func when<A: Thenable, B: Thenable, C: Thenable>(
  fulfilled a: A, _ b: B, _ c: C,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value, C.Value)> {
  _all([a, b, c], nil, CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value())
  }
}

/// Waits for three of any kind, with a label.
public func when<A: Thenable, B: Thenable, C: Thenable>(
  _ label: String, fulfilled a: A, _ b: B, _ c: C,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value, C.Value)> {
  _all([a, b, c], Label(label), CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value())
  }
}

/// Waits for four of any kind.
///
/// ```swift
/// when(fulfilled: login(user), load(id), save(text), after(seconds: 1))
///   .done { token, page, count, _ in show(token, page, count) }
/// ```
///
/// Otherwise as ``when(fulfilled:file:line:column:)``.
public func when<A: Thenable, B: Thenable, C: Thenable, D: Thenable>(
  fulfilled a: A, _ b: B, _ c: C, _ d: D,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value, C.Value, D.Value)> {
  _all([a, b, c, d], nil, CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value(), $0[3].value())
  }
}

/// Waits for four of any kind, with a label.
public func when<A: Thenable, B: Thenable, C: Thenable, D: Thenable>(
  _ label: String, fulfilled a: A, _ b: B, _ c: C, _ d: D,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value, C.Value, D.Value)> {
  _all([a, b, c, d], Label(label), CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value(), $0[3].value())
  }
}

/// Waits for five of any kind.
///
/// ```swift
/// when(fulfilled: login(user), load(id), save(text), fetchNames(), after(seconds: 1))
///   .done { token, page, count, names, _ in show(token, page, count, names) }
/// ```
///
/// Otherwise as ``when(fulfilled:file:line:column:)``.
public func when<A: Thenable, B: Thenable, C: Thenable, D: Thenable, E: Thenable>(
  fulfilled a: A, _ b: B, _ c: C, _ d: D, _ e: E,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value, C.Value, D.Value, E.Value)> {
  _all([a, b, c, d, e], nil, CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value(), $0[3].value(), $0[4].value())
  }
}

/// Waits for five of any kind, with a label.
public func when<A: Thenable, B: Thenable, C: Thenable, D: Thenable, E: Thenable>(
  _ label: String, fulfilled a: A, _ b: B, _ c: C, _ d: D, _ e: E,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value, C.Value, D.Value, E.Value)> {
  _all([a, b, c, d, e], Label(label), CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value(), $0[3].value(), $0[4].value())
  }
}

/// Waits for six of any kind.
///
/// ```swift
/// when(fulfilled: login(user), load(id), save(text), fetchNames(), fetchUser(id), after(seconds: 1))
///   .done { token, page, count, names, user, _ in show(token, page, count, names, user) }
/// ```
///
/// Otherwise as ``when(fulfilled:file:line:column:)``.
public func when<A: Thenable, B: Thenable, C: Thenable, D: Thenable, E: Thenable, F: Thenable>(
  fulfilled a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value, C.Value, D.Value, E.Value, F.Value)> {
  _all([a, b, c, d, e, f], nil, CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value(), $0[3].value(), $0[4].value(), $0[5].value())
  }
}

/// Waits for six of any kind, with a label.
public func when<A: Thenable, B: Thenable, C: Thenable, D: Thenable, E: Thenable, F: Thenable>(
  _ label: String, fulfilled a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value, C.Value, D.Value, E.Value, F.Value)> {
  _all([a, b, c, d, e, f], Label(label), CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value(), $0[3].value(), $0[4].value(), $0[5].value())
  }
}

/// Waits for seven of any kind.
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
/// Otherwise as ``when(fulfilled:file:line:column:)``.
public func when<
  A: Thenable, B: Thenable, C: Thenable, D: Thenable, E: Thenable, F: Thenable, G: Thenable
>(
  fulfilled a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value)> {
  _all([a, b, c, d, e, f, g], nil, CallSite(file, line, column)) {
    try (
      $0[0].value(), $0[1].value(), $0[2].value(), $0[3].value(), $0[4].value(), $0[5].value(),
      $0[6].value()
    )
  }
}

/// Waits for seven of any kind, with a label.
public func when<
  A: Thenable, B: Thenable, C: Thenable, D: Thenable, E: Thenable, F: Thenable, G: Thenable
>(
  _ label: String, fulfilled a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value)> {
  _all([a, b, c, d, e, f, g], Label(label), CallSite(file, line, column)) {
    try (
      $0[0].value(), $0[1].value(), $0[2].value(), $0[3].value(), $0[4].value(), $0[5].value(),
      $0[6].value()
    )
  }
}

/// Waits for eight of any kind.
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
/// Otherwise as ``when(fulfilled:file:line:column:)``.
public func when<
  A: Thenable, B: Thenable, C: Thenable, D: Thenable, E: Thenable, F: Thenable, G: Thenable,
  H: Thenable
>(
  fulfilled a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value, H.Value)> {
  _all([a, b, c, d, e, f, g, h], nil, CallSite(file, line, column)) {
    try (
      $0[0].value(), $0[1].value(), $0[2].value(), $0[3].value(), $0[4].value(), $0[5].value(),
      $0[6].value(), $0[7].value()
    )
  }
}

/// Waits for eight of any kind, with a label.
public func when<
  A: Thenable, B: Thenable, C: Thenable, D: Thenable, E: Thenable, F: Thenable, G: Thenable,
  H: Thenable
>(
  _ label: String, fulfilled a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<(A.Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value, H.Value)> {
  _all([a, b, c, d, e, f, g, h], Label(label), CallSite(file, line, column)) {
    try (
      $0[0].value(), $0[1].value(), $0[2].value(), $0[3].value(), $0[4].value(), $0[5].value(),
      $0[6].value(), $0[7].value()
    )
  }
}
