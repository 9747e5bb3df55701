extension PromiseEvent {
  /// How a promise began.
  ///
  /// ```swift
  /// let creation = PromiseEvent.Creation(promise: 2, operation: .then, label: "fetch", parents: [1])
  /// print(creation.label ?? "", creation.parents)
  /// ```
  public struct Creation: Hashable, Sendable {
    /// The promise.
    public var promise: PromiseID
    /// The operator or combinator that made it.
    public var operation: Operation
    /// The name that the program gave it.
    public var label: String?
    /// Where in the program it was made; none where that is not known, as of `values.map(Promise.value)`.
    public var site: PromiseEvent.SourceSite?
    /// The promises that it follows: the one it was chained on, or all inputs of a fan-in in order;
    /// none for a fan-in whose inputs come later, each with an ``Kind/inputAdded(fanIn:index:input:)``.
    public var parents: [PromiseID]
    /// The promise existed before anybody observed it; its past is unknown.
    public var late: Bool
    /// It is a guarantee: it cannot be rejected, but by a cancellation.
    public var isGuarantee: Bool
    /// The tag of the chain, or of the code that made it; see ``PromiseTrace``.
    public var tag: String?

    /// Puts the parts together. A site without a file is none.
    ///
    /// - Parameter label: What the events and the screen call the promise.
    public init(
      promise: PromiseID, operation: Operation, label: String? = nil,
      site: PromiseEvent.SourceSite? = nil,
      parents: [PromiseID] = [], late: Bool = false, isGuarantee: Bool = false,
      tag: String? = nil
    ) {
      self.promise = promise
      self.operation = operation
      self.label = label
      self.site = site.flatMap { $0.file.isEmpty ? nil : $0 }
      self.parents = parents
      self.late = late
      self.isGuarantee = isGuarantee
      self.tag = tag
    }
  }

  /// How a promise left the pending state.
  ///
  /// ```swift
  /// let settlement = PromiseEvent.Settlement(promise: 2, outcome: .rejected, description: "offline")
  /// print(settlement.description)
  /// ```
  public struct Settlement: Hashable, Sendable {
    /// The promise.
    public var promise: PromiseID
    /// Fulfilled, rejected or cancelled.
    public var outcome: Outcome
    /// The value or the error in a bounded number of characters; empty for `Void`.
    public var description: String
    /// For an error: the promise where it arose, maybe this one.
    public var origin: PromiseID?
    /// The promise that the outcome was taken over from: the adopted one, the parent of a link that
    /// was passed, the winner of a race, the first failed input of an all.
    public var from: PromiseID?
    /// What is odd about the value or the error, if anything is.
    public var oddity: Oddity?

    /// Puts the parts together.
    public init(
      promise: PromiseID, outcome: Outcome, description: String = "", origin: PromiseID? = nil,
      from: PromiseID? = nil, oddity: Oddity? = nil
    ) {
      self.promise = promise
      self.outcome = outcome
      self.description = description
      self.origin = origin
      self.from = from
      self.oddity = oddity
    }
  }

  /// What is odd about a settlement, as the types of the value and of the error tell; a text would not.
  ///
  /// ```swift
  /// func isCycle(_ settlement: PromiseEvent.Settlement) -> Bool { settlement.oddity == .returnedSelf }
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Oddity: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is fulfilled, and the value is an error.
    case errorAsValue
    /// It was to settle as it does itself: the adoptions were a circle. (Promises/A+ 2.3.1)
    case returnedSelf
  }

  /// The three ways in which a promise is settled; a cancellation is a rejection with a cancelled
  /// error, told apart so that "neither done nor catch ran" is never a riddle.
  ///
  /// ```swift
  /// func glyph(_ outcome: PromiseEvent.Outcome) -> Character {
  ///   switch outcome {
  ///   case .fulfilled: "+"
  ///   case .rejected: "x"
  ///   case .cancelled: "-"
  ///   }
  /// }
  /// ```
  public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
    /// With a value.
    case fulfilled
    /// With an error.
    case rejected
    /// With an error that says that it is a cancellation.
    case cancelled
  }

  /// What made a promise: the verb as it is written.
  ///
  /// ```swift
  /// let isFanIn: (PromiseEvent.Operation) -> Bool = { [.all, .allSettled, .race, .any].contains($0) }
  /// print(PromiseEvent.Operation.allCases.filter(isFanIn))
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Operation: String, Hashable, Sendable, Codable, CaseIterable {
    /// Roots.
    case body, value, error, pending, async, after, retry
    /// Links.
    case then, map, compactMap, done, get, tap, `catch`, recover, ensure, ensureThen, finally
    /// Links.
    case asVoid, cauterize, thenResolving, delay, timeout, validate, cancelled, until, detached
    /// Links of a promise of a sequence.
    case mapValues, flatMapValues, compactMapValues, thenMap, thenFlatMap, filterValues
    /// Links of a promise of a sequence.
    case firstValue, lastValue, sortedValues
    /// Fan-in: all is `when(fulfilled:)`, allSettled `when(resolved:)`, any `race(fulfilled:)`.
    case all, allSettled, race, any
  }

  /// How a job returned.
  ///
  /// ```swift
  /// func failed(_ event: PromiseEvent) -> Bool {
  ///   if case .jobEnded(_, _, _, let ending) = event.kind { ending == .threw } else { false }
  /// }
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum JobEnding: String, Hashable, Sendable, Codable, CaseIterable {
    /// With a value, or nothing.
    case returned
    /// With a promise, that the child adopts.
    case returnedPromise
    /// With an error.
    case threw
    /// The handler did not run: its chain was cancelled, or its owner went away, while the job waited.
    case skipped
  }

  /// Why a thread that waited for a promise goes on.
  ///
  /// ```swift
  /// func isDeadlock(_ event: PromiseEvent) -> Bool {
  ///   if case .waitEnded(_, _, _, .deadlock) = event.kind { true } else { false }
  /// }
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum WaitEnding: String, Hashable, Sendable, Codable, CaseIterable {
    /// The promise is settled.
    case settled
    /// In a simulation: nothing was left that could settle it.
    case deadlock
    /// The simulation came to a limit of its run, or was given up.
    case gaveUp
  }

  /// Why a task that awaited a promise stops waiting.
  ///
  /// ```swift
  /// func isGivenUp(_ event: PromiseEvent) -> Bool {
  ///   if case .awaitEnded(_, .abandoned) = event.kind { true } else { false }
  /// }
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum AwaitEnding: String, Hashable, Sendable, Codable, CaseIterable {
    /// The promise is settled.
    case settled
    /// The task was cancelled.
    case cancelled
    /// The promise can never settle: it, or what it waits for, was freed while pending.
    case abandoned
  }

  /// Why a settlement passed a link.
  ///
  /// ```swift
  /// func isPolicy(_ event: PromiseEvent) -> Bool {
  ///   if case .handlerSkipped(_, _, .cancellationPassesByPolicy) = event.kind { true } else { false }
  /// }
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum SkipReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// A value passes a catch or a recover.
    case valuePassesErrorHandler
    /// An error passes a then, map, done or get.
    case errorPassesValueHandler
    /// A cancellation passes a catch or recover whose policy leaves cancellations out.
    case cancellationPassesByPolicy
    /// An error passes a catch or a recover that is for others only, or a `cancelled`.
    case errorNotNamed
    /// The handler's owner is gone.
    case ownerGone
    /// The chain was cancelled before the handler began.
    case chainCancelled
  }

  /// In what state a promise was freed.
  ///
  /// ```swift
  /// func isLost(_ event: PromiseEvent) -> Bool {
  ///   if case .deallocated(_, .pending, _) = event.kind { true } else { false }
  /// }
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum FinalState: Hashable, Sendable {
    /// With a value or an error.
    case settled
    /// It will never settle, and neither will those that wait for it.
    case pending
    /// Its place passed to `to`, which settles in its stead: the end of its life, and no leak.
    case forwarded(to: PromiseID)
  }

  /// What is known of a queue.
  ///
  /// ```swift
  /// PromiseEnvironment.shared.declare(queue: "images", kind: .concurrent(width: 4))
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum QueueKind: Hashable, Sendable {
    /// One job at a time.
    case serial
    /// `width` jobs at once; none where nothing bounds it.
    case concurrent(width: Int?)
    /// `on: nil`: handlers run inline, on whichever thread settles.
    case immediate
  }
}
