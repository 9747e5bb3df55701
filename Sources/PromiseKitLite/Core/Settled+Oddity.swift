extension Settled {
  /// What is odd about it.
  var oddity: PromiseEvent.Oddity? {
    switch self {
    case .fulfilled(let fulfillment): fulfillment.isError ? .errorAsValue : nil
    case .rejected(let rejection):
      if case PMKError.returnedSelf = rejection.error { .returnedSelf } else { nil }
    }
  }
}
