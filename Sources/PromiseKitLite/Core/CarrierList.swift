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
  func capture(after parent: CapturedValue?, isNew: inout Bool) -> CapturedValue? {
    let others = older?.capture(after: parent, isNew: &isNew)
    if let value = Self.capture(carrier) {
      isNew = true
      return CapturedValue(value, of: self, before: others)
    }
    guard let value = parent?[self] else { return others }
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
