package import PromiseEvents

extension PromiseNode {
  /// What only those have that a body or a timer settles, in a box that the others do without.
  struct Body: Hashable, Sendable {
    var started: Moment?
    var ended: Moment?
    @Compact var timer: TimerID?

    init() { _timer = Compact(wrappedValue: nil) }
  }

  /// What fewer have.
  struct Details: Hashable, Sendable {
    @Compact var adopted: PromiseID?
    var adoptedAt: Moment?
    var adoptedBy: PagedArray<PromiseID> = []
    var inputs: PagedArray<InputNode> = []
    var heard = InputCounts()
    @Compact var handledBy: PromiseID?
    var unhandled: Moment?
    var ignoredResolutions: PagedArray<Moment> = []
    @Compact var strandedBy: PromiseID?

    init() {
      (_adopted, _handledBy) = (Compact(wrappedValue: nil), Compact(wrappedValue: nil))
      _strandedBy = Compact(wrappedValue: nil)
    }

    /// Those of a promise that has none.
    static let none = Details()
  }

  /// When its body began and ended, for `Promise { seal in … }`.
  package var bodyStarted: Moment? {
    _read { yield body[orElse: Body()].started }
    _modify { yield &body[orElse: Body()].started }
  }
  package var bodyEnded: Moment? {
    _read { yield body[orElse: Body()].ended }
    _modify { yield &body[orElse: Body()].ended }
  }
  /// The promise it is, or was, locked in to.
  package var adopted: PromiseID? {
    _read { yield details[orElse: .none].adopted }
    _modify { yield &details[orElse: .none].adopted }
  }
  package var adoptedAt: Moment? {
    _read { yield details[orElse: .none].adoptedAt }
    _modify { yield &details[orElse: .none].adoptedAt }
  }
  /// The promises that are locked in to this one.
  package var adoptedBy: PagedArray<PromiseID> {
    _read { yield details[orElse: .none].adoptedBy }
    _modify { yield &details[orElse: .none].adoptedBy }
  }
  /// Of a fan-in: its inputs in order.
  package var inputs: PagedArray<InputNode> {
    _read { yield details[orElse: .none].inputs }
    _modify { yield &details[orElse: .none].inputs }
  }
  /// Of a fan-in: how many of its inputs it has heard of before it was settled. O(1)
  package var heard: InputCounts {
    _read { yield details[orElse: .none].heard }
    _modify { yield &details[orElse: .none].heard }
  }
  /// The timer that settles it.
  package var timer: TimerID? {
    _read { yield body[orElse: Body()].timer }
    _modify { yield &body[orElse: Body()].timer }
  }
  /// The promise whose handler took care of its error.
  package var handledBy: PromiseID? {
    _read { yield details[orElse: .none].handledBy }
    _modify { yield &details[orElse: .none].handledBy }
  }
  /// When its error was reported, as nobody had handled it.
  package var unhandled: Moment? {
    _read { yield details[orElse: .none].unhandled }
    _modify { yield &details[orElse: .none].unhandled }
  }
  /// The resolutions that came too late.
  package var ignoredResolutions: PagedArray<Moment> {
    _read { yield details[orElse: .none].ignoredResolutions }
    _modify { yield &details[orElse: .none].ignoredResolutions }
  }
  /// The promise that was freed while this one waited for it: it waits for ever.
  package var strandedBy: PromiseID? {
    _read { yield details[orElse: .none].strandedBy }
    _modify { yield &details[orElse: .none].strandedBy }
  }
}
