// MARK: - Cancellation

extension CoreState {
  /// It waits for a promise that the same context cancels, so that it need not be cancelled itself.
  var isDownstream: Bool {
    get { marks.contains(.downstream) }
    set { if newValue { marks.insert(.downstream) } else { marks.remove(.downstream) } }
  }

  /// Its context cancelled it.
  var wasCancelled: Bool { marks.contains(.cancelled) }
  /// Another promise was locked in to it.
  var isAdopted: Bool { marks.contains(.adopted) }

  /// The chain goes on although its context is cancelled: the promise has left the context.
  var hasLeftContext: Bool { marks.contains(.leftContext) }

  /// The promise leaves its cancelled context, unless it is settled.
  mutating func leaveContext() {
    guard settled == nil else { return }
    marks.insert(.leftContext)
    marks.remove(.cancelled)
  }

  /// Keeps `handler` until the promise is cancelled or settled. Returns `false` if it already is.
  mutating func onCancel(
    _ phase: CancelHandler.Phase, _ handler: @escaping @Sendable () -> Void
  ) -> Bool {
    guard settled == nil, !wasCancelled else { return false }
    ensureRare().cancelHandlers.append(CancelHandler(phase: phase, run: handler))
    return true
  }

  /// The context is cancelled. Returns what follows from that for the promise.
  mutating func beCancelled() -> Cancelling {
    guard settled == nil, !hasLeftContext else { return .nothing }
    marks.insert(.cancelled)
    return isDownstream ? .waits : .settles
  }

  /// What the cancellation of a context means for one of its promises.
  enum Cancelling {
    /// The promise is settled, or has left the context.
    case nothing
    /// The promise waits for another promise of the context, and settles when that does.
    case waits
    /// The promise settles now.
    case settles
  }

  /// Removes the cancel handlers of `phase`, or all of them: they run at most once, and hold what they
  /// cancel.
  mutating func takeCancelHandlers(_ phase: CancelHandler.Phase? = nil) -> [CancelHandler] {
    guard let coldState, !coldState.cancelHandlers.isEmpty else { return [] }
    let taken = coldState.cancelHandlers.filter { phase == nil || $0.phase == phase }
    coldState.cancelHandlers.removeAll { phase == nil || $0.phase == phase }
    return taken
  }
}

// MARK: - What hardly any promise has

extension CoreState {
  final class ColdState {
    /// Its names in the events of other environments than its own.
    var foreignNames: [ForeignName] = []
    /// Whom its place passed to.
    var forwardedTo: UInt32 = 0
    /// What its context runs when it cancels it.
    var cancelHandlers: [CancelHandler] = []
  }

  mutating func ensureRare() -> ColdState {
    if let coldState { return coldState }
    let made = ColdState()
    coldState = made
    return made
  }

  /// Its names in the events of other environments than its own; hardly ever any.
  var foreignNames: [ForeignName] {
    get { coldState?.foreignNames ?? [] }
    set { ensureRare().foreignNames = newValue }
  }

  /// Some flags, and the number of handlers that were ever attached, in one word.
  struct Marks {
    private var bits: UInt32 = 0

    enum Mark: UInt32 {
      /// Somebody is handing the handlers out. Whoever attaches meanwhile only appends.
      case draining = 1
      /// Another promise was locked in to it.
      case adopted = 4
      /// It may settle without whom it waits for.
      case independent = 2
      /// It waits for a promise that the same context cancels.
      case downstream = 8
      /// It was told that whom it waits for is gone.
      case orphan = 16
      /// Its context is cancelled, so that its own work may resolve it later without a word.
      case cancelled = 32
      /// Its place passed to its adopter: the end of its life, and no leak.
      case forwarded = 64
      /// It goes on although its context is cancelled.
      case leftContext = 128
    }

    func contains(_ mark: Mark) -> Bool { bits & mark.rawValue != 0 }
    mutating func insert(_ mark: Mark) { bits |= mark.rawValue }
    mutating func remove(_ mark: Mark) { bits &= ~mark.rawValue }

    /// At most 16 millions; nobody numbers more.
    var handlerCount: Int { Int(bits >> 8) }
    mutating func countHandler() { if bits < 0xFFFF_FF00 { bits += 0x100 } }
  }
}

/// What runs when the context cancels a promise.
struct CancelHandler: Sendable {
  enum Phase: Sendable {
    /// The library's own: stops a timer or a fan-in, and runs before the promise is rejected, so that
    /// neither tries to settle it afterwards.
    case beforeSettling
    /// The program's: runs once the promise is rejected, so that nothing it does settles the promise.
    case afterSettling
  }

  let phase: Phase
  let run: @Sendable () -> Void
}

/// The name of a promise in the events of another environment than its own.
struct ForeignName {
  /// The number of the other environment's bus.
  let bus: Int
  let id: PromiseID
  /// Its settlement was told there.
  var isSettled = false
}

/// A promise that is not kept alive.
package final class WeakCore: Sendable {
  // Written once; a weak reference may be read from any thread.
  nonisolated(unsafe) package private(set) weak var core: PromiseCore?
  package init(_ core: PromiseCore) { self.core = core }
}

/// Whom a context cancels, and does not keep alive: from time to time those that are gone are left out.
struct Crowd<Member: Sendable>: Sendable {
  let least: Int
  var all: [Member] = []
  /// How many there may be before somebody looks who is gone.
  private var limit: Int

  init(least: Int) { (self.least, limit) = (least, least) }

  /// Takes one in. Answers those who are to be looked at, and put back.
  mutating func add(_ member: Member) -> [Member] {
    defer { all.append(member) }
    guard all.count >= limit else { return [] }
    defer { all = [] }
    return all
  }

  mutating func putBack(_ members: [Member]) {
    all.insert(contentsOf: members, at: 0)
    limit = max(least, all.count * 2)
  }
}
