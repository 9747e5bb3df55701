/// Applies the overrides of a simulated run: the length of a timer, the outcome of a promise.
///
/// The environment of an ordinary program has no overrider. An override is reported as ``PromiseEvent/Kind/intervened(promise:what:)``.
package protocol Overrider: AnyObject, Sendable {
  /// Receives the creation of a promise.
  func meet(_ promise: PromiseCore, _ creation: PromiseEvent.Creation)
  /// Returns when a timer of `promise` fires that would otherwise fire at `due`.
  func due(_ due: Int64, of promise: PromiseCore) -> Int64
  /// Returns the settlement of `promise` when its body, resolver, or handler settles it with
  /// `settled`.
  func outcome(_ settled: Settled, of promise: PromiseCore) -> Settled
}

extension PromiseCore {
  /// Whether its resolver can settle the promise: it is pending, and not locked in to another
  /// promise.
  package var isOpen: Bool { locked { $0.isOpen } }

  /// Whether the promise can be rejected, that is, is not a guarantee.
  package var canFail: Bool { !isGuarantee }
}
