import Synchronization

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

extension PromiseEnvironment {
  /// Takes the values of `carrier` through the handlers of this environment's promises that are
  /// created from now on. A carrier cannot be removed.
  ///
  /// ```swift
  /// enum User { @TaskLocal static var name: String? }
  ///
  /// struct UserCarrier: PromiseContextCarrier {
  ///   func capture() -> String? { User.name }
  ///   func bind<R>(_ captured: String?, for _: PromiseID?, _ body: () throws -> R) rethrows -> R {
  ///     try User.$name.withValue(captured, operation: body)
  ///   }
  /// }
  /// PromiseEnvironment.shared.carry(UserCarrier())
  /// ```
  public func carry(_ carrier: some PromiseContextCarrier) {
    var older = carriers.load(ordering: .acquiring)
    while true {
      let new = Unmanaged.passRetained(CarrierList(carrier, before: older?.takeUnretainedValue()))
      let (isSet, other) = carriers.compareExchange(
        expected: older, desired: new, ordering: .acquiringAndReleasing)
      if isSet { break }
      new.release()
      older = other
    }
    // The list before it is kept alive by the new one.
    older?.release()
    CarriedContext.begin()
  }

  /// The carriers of the environment, the newest first; `nil` if there are none.
  var carrierList: CarrierList? {
    carriers.load(ordering: .acquiring).map { $0._withUnsafeGuaranteedRef { $0 } }
  }

  /// Removes the carriers, if nothing else refers to the environment.
  func dropCarriers() {
    carriers.exchange(nil, ordering: .acquiringAndReleasing)?.release()
  }
}

/// The carriers of an environment. A list never changes; a new carrier becomes the first of a new
/// list.
final class CarrierList: Sendable {
  private let carrier: any PromiseContextCarrier
  private let older: CarrierList?
  /// The newest carrier that knows about distributed traces; `nil` if there is none.
  let tracing: (any TraceCarrier)?

  init(_ carrier: some PromiseContextCarrier, before older: CarrierList?) {
    (self.carrier, self.older) = (carrier, older)
    tracing = carrier as? any TraceCarrier ?? older?.tracing
  }

  /// Returns the values for a promise that is created here; those of `parent` where there is none.
  /// `isNew` becomes `true` if one of the values is not that of `parent`.
  func capture(after parent: CarriedContext?, isNew: inout Bool) -> CapturedValue? {
    let others = older?.capture(after: parent, isNew: &isNew)
    if let value = Self.capture(carrier) {
      isNew = true
      return CapturedValue(value, of: self, before: others)
    }
    guard let value = parent?.values?[self] else { return others }
    return CapturedValue(value, of: self, before: others)
  }

  private static func capture(_ carrier: some PromiseContextCarrier) -> (any Sendable)? {
    carrier.capture()
  }

  /// Runs `body` with the values of a promise.
  func bind<R>(
    _ values: CapturedValue?, for promise: PromiseID?, _ body: () throws -> R
  ) rethrows -> R {
    try bind(carrier, values, for: promise) {
      try older.map { try $0.bind(values, for: promise, body) } ?? body()
    }
  }

  private func bind<C: PromiseContextCarrier, R>(
    _ carrier: C, _ values: CapturedValue?, for promise: PromiseID?, _ body: () throws -> R
  ) rethrows -> R {
    try carrier.bind(values?[self] as? C.Captured, for: promise, body)
  }

}

/// A value that a carrier has captured, and those of other carriers.
final class CapturedValue: Sendable {
  private let value: any Sendable
  private let owner: CarrierList
  private let others: CapturedValue?

  init(_ value: any Sendable, of owner: CarrierList, before others: CapturedValue?) {
    (self.value, self.owner, self.others) = (value, owner, others)
  }

  /// The value of one carrier.
  subscript(owner: CarrierList) -> (any Sendable)? {
    if self.owner === owner { return value }
    return others?[owner]
  }
}
