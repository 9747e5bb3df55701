package import PromiseKitLite

// When and with what fan-ins settle.
extension DialectMachine {
  package func plan(
    _ plan: FanInPlan, of promise: PromiseCore, inputs count: Int
  ) -> FanInPlan? {
    switch plan.rule {
    case .all: count == 0 ? emptyAll(plan) : all(plan)
    case .any: count == 0 ? plan : any(plan)
    case .race: count == 0 ? emptyRace(plan, of: promise) : race(plan)
    case .allSettled: plan
    }
  }

  private func emptyAll(_ plan: FanInPlan) -> FanInPlan? {
    dialect.simulated(.emptyAll) == .pending ? nil : plan
  }

  private func emptyRace(_ plan: FanInPlan, of promise: PromiseCore) -> FanInPlan? {
    switch dialect.simulated(.emptyRace) {
    case .pending: return nil
    case .stops:
      stopProgram("a race without inputs", in: promise.environment)
      return nil
    case .fulfilled:
      return FanInPlan(rule: plan.rule) { promise.standIn(among: []) ?? plan.complete($0) }
    default: return plan
    }
  }

  private func all(_ plan: FanInPlan) -> FanInPlan {
    if dialect.simulated(.errorOfAll) == .wrapped {
      return FanInPlan(rule: plan.rule, complete: plan.complete) { input in
        input.error.map { .error(DialectError.wrapped("\($0)")) } ?? input
      }
    }
    guard dialect.simulated(.all) == .lastInput else { return plan }
    return FanInPlan(rule: .allSettled) { inputs in
      let errors = inputs.compactMap(\.error)
      guard let first = errors.first else { return plan.complete(inputs) }
      return .error(errors.count == 1 ? first : DialectError.several(errors.map { "\($0)" }))
    }
  }

  private func any(_ plan: FanInPlan) -> FanInPlan {
    guard dialect.simulated(.any) == .allInputs else { return plan }
    return FanInPlan(rule: .allSettled) { inputs in
      inputs.first { $0.error == nil } ?? inputs.last ?? plan.complete(inputs)
    }
  }

  private func race(_ plan: FanInPlan) -> FanInPlan {
    guard dialect.simulated(.race) == .firstFulfilled else { return plan }
    return FanInPlan(rule: .any) { inputs in
      .error(DialectError.several(inputs.compactMap(\.error).map { "\($0)" }))
    }
  }
}

/// An error that a library makes from those of several inputs.
package enum DialectError: Error, Hashable, CustomStringConvertible {
  /// The inputs' errors, as text.
  case several([String])
  /// The input's error, as text.
  case wrapped(String)

  package var description: String {
    switch self {
    case .several(let errors): "several: \(errors.joined(separator: ", "))"
    case .wrapped(let error): "a new error around: \(error)"
    }
  }
}
