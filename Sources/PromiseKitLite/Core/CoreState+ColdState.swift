// MARK: - Cancellation

extension CoreState {
  /// Whether the promise waits for a promise of the same context, so that it need not be canceled
  /// itself.
  var isDownstream: Bool {
    get { marks.contains(.downstream) }
    set { if newValue { marks.insert(.downstream) } else { marks.remove(.downstream) } }
  }

  /// Whether its context canceled the promise.
  var wasCancelled: Bool { marks.contains(.cancelled) }
  /// Whether another promise was locked in to it.
  var isAdopted: Bool { marks.contains(.adopted) }

  /// Whether the promise has left its context, so that the chain continues although the context is
  /// canceled.
  var hasLeftContext: Bool { marks.contains(.leftContext) }

  /// Takes the promise out of its canceled context, unless it is settled.
  mutating func leaveContext() {
    guard settled == nil else { return }
    marks.insert(.leftContext)
    marks.remove(.cancelled)
  }

  /// Keeps `handler` until the promise is canceled or settled. Returns `false` if it already is.
  mutating func onCancel(
    _ phase: CancelHandler.Phase, _ handler: @escaping @Sendable () -> Void
  ) -> Bool {
    guard settled == nil, !wasCancelled else { return false }
    ensureColdState().cancelHandlers.append(CancelHandler(phase: phase, run: handler))
    return true
  }

  /// Marks the promise as canceled, because its context is. Returns the consequence for the
  /// promise.
  mutating func beCancelled() -> Cancelling {
    guard settled == nil, !hasLeftContext else { return .nothing }
    marks.insert(.cancelled)
    return isDownstream ? .waits : .settles
  }

  /// The consequence for a promise when its context is canceled.
  enum Cancelling {
    /// The promise is settled, or has left the context.
    case nothing
    /// The promise waits for another promise of the context, and settles when that one does.
    case waits
    /// The promise settles now.
    case settles
  }

  /// Removes the cancel handlers of `phase`, or all of them. They run at most once, and hold
  /// references to what they cancel.
  mutating func takeCancelHandlers(_ phase: CancelHandler.Phase? = nil) -> [CancelHandler] {
    guard let coldState, !coldState.cancelHandlers.isEmpty else { return [] }
    let taken = coldState.cancelHandlers.filter { phase == nil || $0.phase == phase }
    coldState.cancelHandlers.removeAll { phase == nil || $0.phase == phase }
    return taken
  }
}

// MARK: - State that few promises have

extension CoreState {
  final class ColdState {
    /// The promise's names in the events of other environments.
    var foreignNames: [ForeignName] = []
    /// The name of the adopter that replaced it.
    var forwardedTo: UInt32 = 0
    /// The handlers to run when its context cancels it.
    var cancelHandlers: [CancelHandler] = []
  }

  mutating func ensureColdState() -> ColdState {
    if let coldState { return coldState }
    let made = ColdState()
    coldState = made
    return made
  }

  /// The promise's names in the events of other environments; usually none.
  var foreignNames: [ForeignName] {
    get { coldState?.foreignNames ?? [] }
    set { ensureColdState().foreignNames = newValue }
  }

  /// Some flags, and the number of handlers that were ever attached, in one word.
  struct Marks {
    private var bits: UInt32 = 0

    enum Mark: UInt32 {
      /// A thread is notifying the handlers. Another thread that attaches one only appends it.
      case draining = 1
      /// Another promise was locked in to it.
      case adopted = 4
      /// It can settle before the promise that it waits for.
      case independent = 2
      /// It waits for a promise that the same context cancels.
      case downstream = 8
      /// The promise that it waits for was freed while pending, and this one was notified.
      case orphan = 16
      /// Its context is canceled, so that its own work can resolve it later without a warning.
      case cancelled = 32
      /// Its adopter replaced it. This ends its life, and is not a leak.
      case forwarded = 64
      /// It continues although its context is canceled.
      case leftContext = 128
    }

    func contains(_ mark: Mark) -> Bool { bits & mark.rawValue != 0 }
    mutating func insert(_ mark: Mark) { bits |= mark.rawValue }
    mutating func remove(_ mark: Mark) { bits &= ~mark.rawValue }

    /// The number of handlers, up to 16 million; further handlers are not counted.
    var handlerCount: Int { Int(bits >> 8) }
    mutating func countHandler() { if bits < 0xFFFF_FF00 { bits += 0x100 } }
  }
}

extension CoreState {
  /// A handler that runs when the context cancels a promise.
  struct CancelHandler: Sendable {
    enum Phase: Sendable {
      /// A handler of the library, which stops a timer or a fan-in. It runs before the promise is
      /// rejected, so that neither tries to settle the promise afterward.
      case beforeSettling
      /// A handler of the program. It runs after the promise is rejected, so that nothing that it
      /// does settles the promise.
      case afterSettling
    }

    let phase: Phase
    let run: @Sendable () -> Void
  }

  /// The name of a promise in the events of an environment other than its own.
  struct ForeignName {
    /// The number of the other environment's bus.
    let bus: Int
    let id: PromiseID
    /// Whether its settlement was posted there.
    var isSettled = false
  }
}
