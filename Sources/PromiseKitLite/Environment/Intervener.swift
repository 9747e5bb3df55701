/// Who changes a simulated run by hand: the length of a timer, the outcome of a promise.
///
/// An environment of an ordinary program has none, and pays a branch for that where somebody observes it.
/// What is changed is told as ``PromiseEvent/Kind/intervened(promise:what:)``.
package protocol Intervener: AnyObject, Sendable {
  /// A promise begins.
  func meet(_ promise: PromiseCore, _ creation: PromiseEvent.Creation)
  /// When a timer fires that `promise` waits for and that would fire at `due`.
  func due(_ due: Int64, of promise: PromiseCore) -> Int64
  /// What `promise` settles with where its body, resolver or handler settles it with `settled`.
  func outcome(_ settled: Settled, of promise: PromiseCore) -> Settled
}

extension PromiseCore {
  /// What it settles with, if somebody changes the run by hand. Asked only of a promise that is pending.
  func intervened(_ settled: Settled, by settler: CoreState.Source) -> Settled {
    guard let intervener = ownEnvironment?.intervener, settler == .itself, observed != nil, isOpen
    else { return settled }
    return intervener.outcome(settled, of: self)
  }

  /// It can be settled by its resolver: it is pending, and not locked in to another one.
  package var isOpen: Bool { locked { $0.isOpen } }

  /// It is a promise, which can be rejected, and no guarantee.
  package var canFail: Bool { !isGuarantee }
}
