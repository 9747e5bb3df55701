// Names that PromiseKit 8 deprecates but still has.

/// Returns a promise for a function whose completion handler receives a value and an error.
///
/// ```swift
/// wrap { done in session.load(url, done) }.done { (data: Data) in show(data) }.cauterize()
/// ```
@available(*, deprecated, message: "Use `Promise { seal in … }`")
@preconcurrency
public func wrap<T: Sendable>(
  _ body: (@escaping @Sendable (T?, (any Error)?) -> Void) throws -> Void
) -> Promise<T> {
  Promise { seal in try body { value, error in seal.resolve(value, error) } }
}

/// Returns a promise for a function whose completion handler always receives a value, and an
/// optional error.
///
/// ```swift
/// wrap { (done: @escaping @Sendable (Int, (any Error)?) -> Void) in done(1, nil) }
///   .done { count in show(count) }.cauterize()
/// ```
@available(*, deprecated, message: "Use `Promise { seal in … }`")
@preconcurrency
public func wrap<T: Sendable>(
  _ body: (@escaping @Sendable (T, (any Error)?) -> Void) throws -> Void
) -> Promise<T> {
  Promise { seal in try body { value, error in seal.resolve(value, error) } }
}

/// Returns a promise for a function whose completion handler receives the error first.
///
/// ```swift
/// wrap { (done: @escaping @Sendable ((any Error)?, Int?) -> Void) in done(nil, 1) }
///   .done { count in show(count) }.cauterize()
/// ```
@available(*, deprecated, message: "Use `Promise { seal in … }`")
@preconcurrency
public func wrap<T: Sendable>(
  _ body: (@escaping @Sendable ((any Error)?, T?) -> Void) throws -> Void
) -> Promise<T> {
  Promise { seal in try body { error, value in seal.resolve(value, error) } }
}

/// Returns a promise for a function whose completion handler receives an optional error.
///
/// ```swift
/// wrap { (done: @escaping @Sendable ((any Error)?) -> Void) in done(nil) }
///   .done { showNext() }.cauterize()
/// ```
@available(*, deprecated, message: "Use `Promise { seal in … }`")
@preconcurrency
public func wrap(
  _ body: (@escaping @Sendable ((any Error)?) -> Void) throws -> Void
) -> Promise<Void> {
  Promise { seal in try body { error in seal.resolve(error) } }
}

/// Returns a promise for a function whose completion handler receives a value.
///
/// ```swift
/// wrap { (done: @escaping @Sendable (Int) -> Void) in done(1) }
///   .done { count in show(count) }.cauterize()
/// ```
@available(*, deprecated, message: "Use `Promise { seal in … }`")
@preconcurrency
public func wrap<T: Sendable>(
  _ body: (@escaping @Sendable (T) -> Void) throws -> Void
) -> Promise<T> {
  Promise { seal in try body { value in seal.fulfill(value) } }
}
