/// Carries a rejection as long as it exists, as a promise does: for a handler that keeps one for later.
final class Carrier: Sendable {
  private let rejection: Rejection?
  private let environment: PromiseEnvironment
  /// The promise that the rejection is kept for, where somebody observes, or witnesses the run.
  private let promise: PromiseID?

  init(_ settled: Settled, for promise: PromiseCore) {
    rejection = if case .rejected(let rejection) = settled { rejection } else { nil }
    environment = promise.environment
    self.promise = promise.named.map { _ in promise.id }
    rejection?.addCarrier()
  }

  deinit {
    guard let rejection else { return }
    environment.letGo(of: rejection, by: promise)
  }
}

extension PromiseEnvironment {
  /// A carrier of `rejection` goes away: `promise`, or what kept it for that. If it was the last one, and
  /// nobody took care of the rejection, that is told.
  func letGo(of rejection: Rejection, by promise: PromiseID?) {
    guard let promise else {
      if rejection.removeCarrier() { tellUnhandled(rejection, at: nil) }
      return
    }
    tellEnd(of: promise) { [self] in
      if rejection.removeCarrier() { tellUnhandled(rejection, at: promise) }
    }
  }

  /// Nobody took care of `rejection`, unless somebody did. `promise` had it last, where somebody
  /// observes.
  func tellUnhandled(_ rejection: Rejection, at promise: PromiseID?) {
    guard rejection.forget() else { return }
    witness?.tellUnhandled(BoundedText.describing(rejection.error))
    if let promise {
      post(
        .errorUnhandled(
          promise: promise, origin: rejection.origin(orFirst: promise, in: self),
          error: BoundedText.describing(rejection.error)))
    }
    warn(.unhandledRejection(rejection.error, rejection.place))
  }
}
