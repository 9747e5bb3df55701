package import PromiseEvents

extension PromiseNode {
  /// What only promises with a body or a timer have, in a box that others do not need.
  struct Body: Hashable, Sendable {
    var started: Moment?
    var ended: Moment?
    var threw = false
    @Compact var timer: TimerID?
    var settledAt: SourceSite?

    init() { _timer = Compact(wrappedValue: nil) }
  }

  /// What few promises have.
  struct Details: Hashable, Sendable {
    @Compact var adopted: PromiseID?
    @Compact var firstAdopted: PromiseID?
    var adoptedAt: Moment?
    var adoptedBy: PagedArray<PromiseID> = []
    var inputs: PagedArray<InputNode> = []
    var heard = InputCounts()
    @Compact var handledBy: PromiseID?
    var unhandled: Moment?
    var ignoredResolutions: PagedArray<Moment> = []
    @Compact var strandedBy: PromiseID?
    var lastWait: WaitNode?
    var lastAwait: Moment?
    var awaited: [AwaitedNode] = []

    init() {
      (_adopted, _firstAdopted) = (Compact(wrappedValue: nil), Compact(wrappedValue: nil))
      (_handledBy, _strandedBy) = (Compact(wrappedValue: nil), Compact(wrappedValue: nil))
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
  /// Whether its body threw.
  package var bodyThrew: Bool {
    _read { yield body[orElse: Body()].threw }
    _modify { yield &body[orElse: Body()].threw }
  }
  /// The place of the call to its resolver that settled it.
  package var settledAt: SourceSite? {
    _read { yield body[orElse: Body()].settledAt }
    _modify { yield &body[orElse: Body()].settledAt }
  }
  /// The promise that it is, or was, locked in to.
  package var adopted: PromiseID? {
    _read { yield details[orElse: .none].adopted }
    _modify { yield &details[orElse: .none].adopted }
  }
  /// The promise that it was locked in to first: what its handler returned, or what it was resolved with. It
  /// differs from ``adopted`` if that one was freed, and what that one had adopted took its place.
  package var firstAdopted: PromiseID? {
    _read { yield details[orElse: .none].firstAdopted }
    _modify { yield &details[orElse: .none].firstAdopted }
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
  /// The last wait for it that blocked a thread and has ended.
  package var lastWait: WaitNode? {
    _read { yield details[orElse: .none].lastWait }
    _modify { yield &details[orElse: .none].lastWait }
  }
  /// When a task last stopped awaiting it.
  package var lastAwait: Moment? {
    _read { yield details[orElse: .none].lastAwait }
    _modify { yield &details[orElse: .none].lastAwait }
  }
  /// What its async function, or its task, has awaited, the newest last.
  package var awaited: [AwaitedNode] {
    _read { yield details[orElse: .none].awaited }
    _modify { yield &details[orElse: .none].awaited }
  }
  /// What its async function, or its task, awaits. A task that has created others can await several
  /// promises; this is the newest.
  package var awaiting: AwaitedNode? { awaited.last { $0.ended == nil } }
  /// The promise that was freed while this one waited for it, so that this one waits forever.
  package var strandedBy: PromiseID? {
    _read { yield details[orElse: .none].strandedBy }
    _modify { yield &details[orElse: .none].strandedBy }
  }
}
