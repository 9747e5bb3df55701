import PromiseKitLite

/// What a promise settles with.
enum Outcome: Sendable {
  case value(Int)
  case nothing
  case list([Outcome])
  case error(any Error)

  var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }
  var isCancellation: Bool { error?.isCancelled == true }

  /// The input of a handler.
  var number: Int {
    switch self {
    case .value(let value): value
    case .nothing: 0
    case .list(let all): all.reduce(1) { $0 * 3 + $1.number } % 1000
    case .error: 50
    }
  }

  /// As the events show it; anything that is not a number is left out.
  var text: String {
    switch self {
    case .value(let value): "\(value)"
    case .nothing, .list: "…"
    case .error(let error): "\(error)"
    }
  }

  var state: PromiseEvent.Outcome {
    error == nil ? .fulfilled : isCancellation ? .cancelled : .rejected
  }

  init(_ result: Result<Int, any Error>) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error): self = .error(error)
    }
  }
}

extension Fault: CancellableError, CustomStringConvertible {
  package var isCancelled: Bool { self == .cancelled }
  package var description: String { rawValue }
}

/// The effect of a handler's end on the promise that waits for it.
enum Answer {
  case settle(Outcome)
  /// The input is passed on.
  case pass
  /// It settles like the promise with this name, or like a new one with this value if there is
  /// none.
  case adopt(Name?, else: Int)
  /// The resolver settles it.
  case later
}

// MARK: - The operators (rules 6, 9 and 10)

extension Link {
  private enum HandlerFilter {
    case values, errors(CatchPolicy), only(Fault), either, everything, cancellations
  }

  private var interest: HandlerFilter {
    switch self {
    case .then, .thenResolving, .map, .done, .get, .compactMap, .validate, .delay: .values
    case .tap, .ensure, .finally, .timeout: .everything
    case .cancelled: .cancellations
    case .recover, .catch: .errors(.allErrorsExceptCancellation)
    case .recoverAll, .catchAll: .errors(.allErrors)
    case .recoverOnly: .only(.wrong)
    case .thenEither: .either
    }
  }

  /// Why the handler does not run for the input; `nil` if it does.
  func skips(_ outcome: Outcome) -> PromiseEvent.SkipReason? {
    guard let error = outcome.error else {
      switch interest {
      case .values, .either, .everything: return nil
      case .errors, .only, .cancellations: return .valuePassesErrorHandler
      }
    }
    switch interest {
    case .everything, .errors(.allErrors): return nil
    case .values: return .errorPassesValueHandler
    case .errors, .either: return error.isCancelled ? .cancellationPassesByPolicy : nil
    case .only(let fault): return error as? Fault == fault ? nil : .errorNotNamed
    case .cancellations: return error.isCancelled ? nil : .errorNotNamed
    }
  }

  /// The handler handles the error.
  var handlesErrors: Bool {
    switch interest {
    case .errors, .only, .either: true
    case .values, .everything, .cancellations: false
    }
  }

  /// It handles all errors, including cancellations.
  var takesAllErrors: Bool {
    if case .errors(.allErrors) = interest { true } else { false }
  }

  /// It also runs when its chain is cancelled.
  var outlivesCancellation: Bool {
    switch interest {
    case .everything, .cancellations: true
    case .values, .errors, .only, .either: false
    }
  }

  /// It runs for any input.
  var hearsEverything: Bool {
    if case .everything = interest { true } else { false }
  }

  /// The handler receives the input.
  var isReported: Bool { ![.ensure, .cancelled, .finally].contains(self) }

  /// The program has a handler for it.
  var hasBody: Bool { ![.delay, .timeout].contains(self) }

  /// The handler may throw.
  var mayFail: Bool {
    ![.ensure, .cancelled, .finally, .catch, .catchAll].contains(self)
  }

  /// The effect of the handler's end on the promise that the operator returned.
  func answer(to outcome: Outcome, _ ending: Ending) -> Answer {
    let number = outcome.number
    var sum = number
    switch ending {
    case .fails(let fault): if mayFail { return .settle(.error(fault)) }
    case .returns(let more): sum += more
    case .promise: break
    }
    switch self {
    case .then, .recover, .recoverAll, .recoverOnly, .thenEither:
      if case .promise(let name) = ending { return .adopt(name, else: sum) }
      return .adopt(nil, else: sum)
    case .thenResolving: return .later
    case .map: return .settle(.value(sum))
    case .compactMap:
      return .settle(sum % 3 == 0 ? .error(PMKError.compactMap(number, Int.self)) : .value(sum))
    case .validate: return sum % 3 == 0 ? .settle(.error(PMKError.validationFailed)) : .pass
    case .get, .tap, .ensure, .cancelled, .delay, .timeout: return .pass
    case .done, .catch, .catchAll, .finally: return .settle(.nothing)
    }
  }
}

// MARK: - The combinators (rule 8)

extension FanInRule {
  /// A single such input decides.
  func isDecided(by outcome: Outcome) -> Bool {
    switch self {
    case .all: outcome.error != nil
    case .allSettled: false
    case .race: true
    case .any: outcome.error == nil
    }
  }

  /// The result of all inputs if none decided.
  func combined(_ outcomes: [Outcome]) -> Outcome {
    switch self {
    case .all, .allSettled: .list(outcomes)
    case .race: .error(PMKError.badInput)
    case .any:
      .error(outcomes.isEmpty ? PMKError.badInput : .noWinner(outcomes.compactMap(\.error)))
    }
  }

  /// It waits forever if one input does.
  var needsAll: Bool { self == .allSettled }

  /// The errors of inputs end here: they become values, or another error.
  var handlesErrors: Bool { self == .allSettled || self == .any }
}
