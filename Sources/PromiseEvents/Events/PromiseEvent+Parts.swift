extension PromiseEvent {
  /// How a promise was created.
  ///
  /// ```swift
  /// let creation = PromiseEvent.Creation(promise: 2, operation: .then, label: "fetch", parents: [1])
  /// print(creation.label ?? "", creation.parents)
  /// ```
  public struct Creation: Hashable, Sendable {
    /// The promise.
    public var promise: PromiseID
    /// The operator or combinator that created it.
    public var operation: Operation
    /// The label that the program gave it.
    public var label: String?
    /// Where in the program it was created; `nil` if that is not known, as for
    /// `values.map(Promise.value)`.
    public var site: PromiseEvent.SourceSite?
    /// The promises it follows: the promise it was chained to, or all inputs of a fan-in in order.
    /// Empty for a fan-in whose inputs are added later, each with an
    /// ``Kind/inputAdded(fanIn:index:input:)``.
    public var parents: [PromiseID]
    /// The promise existed before it was observed; its past is unknown.
    public var late: Bool
    /// It is a guarantee: only a cancellation can reject it.
    public var isGuarantee: Bool
    /// The tag of its chain, or of the code that created it; see ``PromiseTrace``.
    public var tag: String?
    /// The language of the program that created it, which decides how operations are spelled.
    public var language: ProgramLanguage

    /// Creates a description from its parts. A site without a file counts as `nil`.
    ///
    /// - Parameter label: The name of the promise in events and on the screen.
    public init(
      promise: PromiseID, operation: Operation, label: String? = nil,
      site: PromiseEvent.SourceSite? = nil,
      parents: [PromiseID] = [], late: Bool = false, isGuarantee: Bool = false,
      tag: String? = nil, language: ProgramLanguage = .swift
    ) {
      self.promise = promise
      self.operation = operation
      self.label = label
      self.site = site.flatMap { $0.file.isEmpty ? nil : $0 }
      self.parents = parents
      self.late = late
      self.isGuarantee = isGuarantee
      self.tag = tag
      self.language = language
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
    /// The value or the error, truncated to a bounded number of characters; empty for `Void`.
    public var description: String
    /// For an error, the promise in which it arose, which may be this one.
    public var origin: PromiseID?
    /// The promise that the outcome came from: the adopted promise, the parent of a skipped link,
    /// the winner of a race, or the first failed input of an all.
    public var from: PromiseID?
    /// What is unusual about the value or the error, if anything.
    public var oddity: Oddity?
    /// The place of the call to the promise's resolver; `nil` if something else settled it, or if the
    /// place is not known.
    public var site: SourceSite?

    /// Creates a description from its parts.
    public init(
      promise: PromiseID, outcome: Outcome, description: String = "", origin: PromiseID? = nil,
      from: PromiseID? = nil, oddity: Oddity? = nil, site: SourceSite? = nil
    ) {
      self.promise = promise
      self.outcome = outcome
      self.description = description
      self.origin = origin
      self.from = from
      self.oddity = oddity
      self.site = site
    }
  }

  /// What is unusual about a settlement, judged by the types of its value and its error rather than
  /// by their text.
  ///
  /// ```swift
  /// func isCycle(_ settlement: PromiseEvent.Settlement) -> Bool { settlement.oddity == .returnedSelf }
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Oddity: String, Hashable, Sendable, Codable, CaseIterable {
    /// The promise is fulfilled with a value that is an error.
    case errorAsValue
    /// The promise was to adopt itself: the adoptions formed a cycle. (Promises/A+ 2.3.1)
    case returnedSelf
  }

  /// The three ways in which a promise settles. A cancellation is a rejection with a cancelled
  /// error; it is distinguished here to explain why neither `done` nor `catch` ran.
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
    /// With an error that is a cancellation.
    case cancelled
  }

  /// What created a promise: the operator or combinator, spelled as in the program.
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
    /// More links.
    case asVoid, cauterize, thenResolving, delay, timeout, validate, cancelled, until, detached
    /// Links of a promise of a sequence.
    case mapValues, flatMapValues, compactMapValues, thenMap, thenFlatMap, filterValues
    /// More links of a promise of a sequence.
    case firstValue, lastValue, sortedValues
    /// Fan-in: all is `when(fulfilled:)`, allSettled `when(resolved:)`, any `race(fulfilled:)`.
    case all, allSettled, race, any
    /// A task that awaits promises with `async()`. Nothing says when it ends.
    case task
  }

  /// The language of a recorded program. The header of a trace says it.
  ///
  /// ```swift
  /// let creation = PromiseEvent.Creation(promise: 1, operation: .async, language: .javaScript)
  /// print(creation.language)
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum ProgramLanguage: String, Hashable, Sendable, Codable, CaseIterable {
    /// Swift, with PromiseKitLite.
    case swift
    /// JavaScript.
    case javaScript
    /// A language that this library does not know.
    case other
  }

  /// How a job ended.
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
    /// With a promise, which the child adopts.
    case returnedPromise
    /// With an error.
    case threw
    /// The handler did not run: its chain was cancelled, or its owner went away, while the job waited.
    case skipped
    /// An async function awaits the next promise; another job continues it.
    case suspended
  }

  /// Why a thread that waited for a promise continues.
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
    /// In a simulation: nothing was left that could settle the promise.
    case deadlock
    /// The simulation reached a limit of its run, or was discarded.
    case gaveUp
  }

  /// Why a task stopped awaiting a promise.
  ///
  /// ```swift
  /// func isGivenUp(_ event: PromiseEvent) -> Bool {
  ///   if case .awaitEnded(_, .abandoned, _) = event.kind { true } else { false }
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
    /// The promise can never settle: it, or a promise it waits for, was freed while pending.
    case abandoned
  }

  /// Why a settlement skipped a link.
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
    /// A value skips a `catch` or a `recover`.
    case valuePassesErrorHandler
    /// An error skips a `then`, `map`, `done`, or `get`.
    case errorPassesValueHandler
    /// A cancellation skips a `catch` or `recover` whose policy excludes cancellations.
    case cancellationPassesByPolicy
    /// An error skips a `catch` or a `recover` for other errors, or a `cancelled`.
    case errorNotNamed
    /// The handler's owner was freed.
    case ownerGone
    /// The chain was cancelled before the handler started.
    case chainCancelled
  }

  /// The state in which a promise was freed.
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
    /// It will never settle, and neither will the promises that wait for it.
    case pending
    /// Promise `to` took its place and settles instead. This ends its life and is not a leak.
    case forwarded(to: PromiseID)
  }

  /// How a queue runs its jobs.
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
    /// `width` jobs at a time; `nil` if the number is unlimited.
    case concurrent(width: Int?)
    /// `on: nil`: handlers run inline, on the thread that settles the promise.
    case immediate
  }
}

extension PromiseEvent.Creation {
  /// The label, or the number and the operation: `save`, `p3 then`.
  package var shortName: String { label ?? "\(promise) \(operation.rawValue)" }
}
