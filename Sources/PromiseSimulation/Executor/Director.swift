import PromiseKitLite

/// Who decides every step of a run, also where only one thing can happen.
protocol Director: AnyObject, Sendable {
  /// A run begins that `witness` is told of.
  func begin(_ witness: Witness)
  /// What happens next; none ends the run.
  func choose(from options: [Choice], newestPromise: Int) -> Choice?
}
