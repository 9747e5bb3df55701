package import PromiseEvents

extension PromiseNode {
  /// What only promises with a body or a timer have, in a box that others do not need.
  struct Body: Hashable, Sendable {
    var started: Moment?
    var ended: Moment?
    @Compact var timer: TimerID?

    init() { _timer = Compact(wrappedValue: nil) }
  }

  /// What few promises have.
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

    /// The details of a promise that has none.
    static let none = Details()
  }

  /// When its body started and ended, for `Promise { seal in … }`.
  package var bodyStarted: Moment? {
    _read { yield body[orElse: Body()].started }
    _modify { yield &body[orElse: Body()].started }
  }
  package var bodyEnded: Moment? {
    _read { yield body[orElse: Body()].ended }
    _modify { yield &body[orElse: Body()].ended }
  }
  /// The promise that it is, or was, locked in to.
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
  /// The inputs of a fan-in, in order.
  package var inputs: PagedArray<InputNode> {
    _read { yield details[orElse: .none].inputs }
    _modify { yield &details[orElse: .none].inputs }
  }
  /// How many inputs of a fan-in settled before the fan-in did. O(1)
  package var heard: InputCounts {
    _read { yield details[orElse: .none].heard }
    _modify { yield &details[orElse: .none].heard }
  }
  /// The timer that settles it.
  package var timer: TimerID? {
    _read { yield body[orElse: Body()].timer }
    _modify { yield &body[orElse: Body()].timer }
  }
  /// The promise whose handler handled its error.
  package var handledBy: PromiseID? {
    _read { yield details[orElse: .none].handledBy }
    _modify { yield &details[orElse: .none].handledBy }
  }
  /// When its error was reported as unhandled.
  package var unhandled: Moment? {
    _read { yield details[orElse: .none].unhandled }
    _modify { yield &details[orElse: .none].unhandled }
  }
  /// The resolutions that came too late.
  package var ignoredResolutions: PagedArray<Moment> {
    _read { yield details[orElse: .none].ignoredResolutions }
    _modify { yield &details[orElse: .none].ignoredResolutions }
  }
  /// The promise that was freed while this one waited for it, so that this one waits forever.
  package var strandedBy: PromiseID? {
    _read { yield details[orElse: .none].strandedBy }
    _modify { yield &details[orElse: .none].strandedBy }
  }
}
