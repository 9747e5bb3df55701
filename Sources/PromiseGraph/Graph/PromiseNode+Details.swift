package import PromiseKitLite

extension PromiseNode {
  /// What only some promises have, in a box that the others do without.
  struct Details: Hashable, Sendable {
    var bodyStarted: Moment?
    var bodyEnded: Moment?
    var adopted: PromiseID?
    var adoptedAt: Moment?
    var adoptedBy: PagedArray<PromiseID> = []
    var inputs: PagedArray<InputNode> = []
    var heard = InputCounts()
    var timer: TimerID?
    var handledBy: PromiseID?
    var unhandled: Moment?
    var ignoredResolutions: PagedArray<Moment> = []
    var strandedBy: PromiseID?

    /// Those of a promise that has none.
    static let none = Details()
  }

  /// When its body began and ended, for `Promise { seal in … }`.
  package var bodyStarted: Moment? {
    get { self[\.bodyStarted] }
    _modify { yield &self[\.bodyStarted] }
  }
  package var bodyEnded: Moment? {
    get { self[\.bodyEnded] }
    _modify { yield &self[\.bodyEnded] }
  }
  /// The promise it is, or was, locked in to.
  package var adopted: PromiseID? {
    get { self[\.adopted] }
    _modify { yield &self[\.adopted] }
  }
  package var adoptedAt: Moment? {
    get { self[\.adoptedAt] }
    _modify { yield &self[\.adoptedAt] }
  }
  /// The promises that are locked in to this one.
  package var adoptedBy: PagedArray<PromiseID> {
    get { self[\.adoptedBy] }
    _modify { yield &self[\.adoptedBy] }
  }
  /// Of a fan-in: its inputs in order.
  package var inputs: PagedArray<InputNode> {
    get { self[\.inputs] }
    _modify { yield &self[\.inputs] }
  }
  /// Of a fan-in: how many of its inputs it has heard of before it was settled. O(1)
  package var heard: InputCounts {
    get { self[\.heard] }
    _modify { yield &self[\.heard] }
  }
  /// The timer that settles it.
  package var timer: TimerID? {
    get { self[\.timer] }
    _modify { yield &self[\.timer] }
  }
  /// The promise whose handler took care of its error.
  package var handledBy: PromiseID? {
    get { self[\.handledBy] }
    _modify { yield &self[\.handledBy] }
  }
  /// When its error was reported, as nobody had handled it.
  package var unhandled: Moment? {
    get { self[\.unhandled] }
    _modify { yield &self[\.unhandled] }
  }
  /// The resolutions that came too late.
  package var ignoredResolutions: PagedArray<Moment> {
    get { self[\.ignoredResolutions] }
    _modify { yield &self[\.ignoredResolutions] }
  }
  /// The promise that was freed while this one waited for it: it waits for ever.
  package var strandedBy: PromiseID? {
    get { self[\.strandedBy] }
    _modify { yield &self[\.strandedBy] }
  }

  private subscript<Value>(detail: WritableKeyPath<Details, Value>) -> Value {
    get { (details?.value ?? .none)[keyPath: detail] }
    _modify {
      var box = details.take() ?? Box(.none)
      defer { details = box }
      yield &box.value[keyPath: detail]
    }
  }
}
