extension PromiseEvent.Operation {
  /// What is true of each promise that an operation creates, or of the handler that it takes.
  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    private init(_ bit: UInt32) { rawValue = 1 << bit }

    /// It follows from a promise, whose method it is.
    package static let link = Traits(0)
    /// It waits for several promises, given at its creation or arriving one after another.
    package static let fanIn = Traits(1)
    /// One input may be enough to settle it: a failure, for `all`.
    package static let oneInputDecides = Traits(2)
    /// The first input that counts settles it.
    package static let firstInputWins = Traits(3)
    /// Code settles its promise with a resolver.
    package static let resolver = Traits(4)
    /// It is settled by its body, not by a handler.
    package static let body = Traits(5)
    /// It can settle before its parent does: by a timer, or when it is cancelled.
    package static let canComeFirst = Traits(6)
    /// It can settle without the promises that it waits for.
    package static let independent = Traits(7)

    /// Its handler makes a new value from the one it receives.
    package static let makesValue = Traits(8)
    /// Its handler receives a value.
    package static let readsValue = Traits(9)
    /// Its promise gets the value that its handler received.
    package static let passesOn = Traits(10)
    /// It passes on a value without running its handler.
    package static let skipsValues = Traits(11)
    /// It passes on an error without running its handler.
    package static let skipsErrors = Traits(12)
    /// Its handler has no parameter for the outcome of the parent.
    package static let takesNothing = Traits(13)

    /// It handles errors.
    package static let handlesErrors = Traits(14)
    /// Its handler runs when the promise before it is rejected.
    package static let runsOnError = Traits(15)
    /// Its handler is for errors or for the end of a chain.
    package static let cleansUp = Traits(16)
    /// It ends a chain.
    package static let endsChain = Traits(17)
    /// It is work that has an effect, rather than one that passes a value on.
    package static let hasEffect = Traits(18)
    /// Its handler, or its body, usually starts something or has an effect.
    package static let startsEffects = Traits(19)
  }

  /// The table of operations.
  private var traits: Traits {
    switch self {
    case .body: [.body, .resolver, .hasEffect]
    case .pending: .resolver
    case .async: [.body, .hasEffect, .startsEffects]
    case .value, .error, .after: []
    case .task: .independent
    case .retry: .fanIn
    case .all: [.fanIn, .oneInputDecides, .independent]
    case .race, .any: [.fanIn, .oneInputDecides, .firstInputWins, .independent]
    case .allSettled: [.fanIn, .handlesErrors]
    case .then: [.link, .makesValue, .readsValue, .startsEffects]
    case .thenResolving: [.link, .resolver, .makesValue, .readsValue, .skipsErrors, .startsEffects]
    case .thenMap, .thenFlatMap: [.link, .makesValue, .readsValue, .skipsErrors, .startsEffects]
    case .map, .compactMap, .mapValues, .flatMapValues, .compactMapValues, .filterValues,
      .sortedValues:
      [.link, .makesValue, .readsValue, .skipsErrors]
    case .firstValue, .lastValue, .asVoid: [.link, .skipsErrors]
    case .done: [.link, .readsValue, .skipsErrors, .hasEffect, .startsEffects]
    case .get: [.link, .readsValue, .passesOn, .skipsErrors, .hasEffect, .startsEffects]
    case .tap: [.link, .passesOn, .runsOnError, .hasEffect, .startsEffects]
    case .validate: [.link, .passesOn, .skipsErrors]
    case .delay, .detached: [.link, .passesOn]
    case .timeout, .until: [.link, .passesOn, .canComeFirst, .independent]
    case .cancelled:
      [.link, .passesOn, .canComeFirst, .skipsValues, .takesNothing, .cleansUp]
    case .ensure, .ensureThen: [.link, .passesOn, .takesNothing, .runsOnError, .cleansUp]
    case .recover: [.link, .skipsValues, .handlesErrors, .runsOnError, .cleansUp]
    case .catch: [.link, .skipsValues, .handlesErrors, .runsOnError, .cleansUp, .endsChain]
    case .cauterize: [.link, .skipsValues, .handlesErrors, .cleansUp, .endsChain]
    case .finally: [.link, .takesNothing, .handlesErrors, .runsOnError, .cleansUp, .endsChain]
    }
  }

  /// Returns whether something is true of it.
  package func has(_ trait: Traits) -> Bool { traits.contains(trait) }

  /// Whether it waits for several promises.
  package var isFanIn: Bool { has(.fanIn) }

  /// Whether it begins a chain, which code settles with a resolver.
  package var isCallback: Bool { has(.resolver) && !has(.link) }

  /// Whether it begins a chain, and its promise stands for work.
  package var isWork: Bool { isCallback || self == .async }
}
