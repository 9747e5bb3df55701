/// Takes a task-local value of another library through the handlers of promises: the current span of
/// a tracing library, or the metadata of a logger.
///
/// Handlers run later, on other threads, where the task-local values of the code that attached them
/// are gone. A carrier captures such a value, and binds it again around the handler:
///
/// ```swift
/// enum Tenant { @TaskLocal static var current: String? }
///
/// struct TenantCarrier: PromiseContextCarrier {
///   func capture() -> String? { Tenant.current }
///   func bind<R>(_ captured: String?, for _: PromiseID?, _ body: () throws -> R) rethrows -> R {
///     try Tenant.$current.withValue(captured, operation: body)
///   }
/// }
///
/// PromiseEnvironment.shared.carry(TenantCarrier())
/// Tenant.$current.withValue("acme") {
///   login().done { token in print(Tenant.current ?? "none") }.cauterize()
/// }
/// ```
///
/// The value that a handler sees is the one that was current where its link was attached. If there
/// was none, it is the one of the promise before it, and so on up to the beginning of the chain. A
/// handler never sees the value of the code that settles the promise, even if it runs inline. The
/// same holds for the body of a promise, for its cancel handlers, for the attempts and the condition
/// of `retrying`, for the iterator of `when(fulfilled:concurrently:)`, and for the task of
/// `Promise(async:)`. It does not depend on observers or recordings, and holds in simulations too.
///
/// As long as no carrier was added in the process, a link pays one relaxed load for this.
public protocol PromiseContextCarrier: Sendable {
  /// What is captured.
  associatedtype Captured: Sendable

  /// Returns the value for a promise that is created here; `nil` if the code has none.
  ///
  /// It is called for every promise, on the thread that creates it, with no lock held.
  func capture() -> Captured?

  /// Runs `body` with `captured` as the current value.
  ///
  /// - Parameters:
  ///   - captured: The value; `nil` if there is none, in which case `body` sees none either.
  ///   - promise: The promise that `body` settles, if it has a name in the events.
  ///   - body: The closure to run immediately, once.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws.
  func bind<R>(
    _ captured: Captured?, for promise: PromiseID?, _ body: () throws -> R
  ) rethrows -> R
}
