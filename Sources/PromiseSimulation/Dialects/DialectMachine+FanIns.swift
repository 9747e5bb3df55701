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
        input.error.map { .error(DialectError("a new error around: \($0)")) } ?? input
      }
    }
    guard dialect.simulated(.all) == .lastInput else { return plan }
    return FanInPlan(rule: .allSettled) { inputs in
      let errors = inputs.compactMap(\.error)
      guard let first = errors.first else { return plan.complete(inputs) }
      return .error(errors.count == 1 ? first : Self.several(errors))
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
      .error(Self.several(inputs.compactMap(\.error)))
    }
  }

  private static func several(_ errors: [any Error]) -> DialectError {
    DialectError("several: \(errors.map { "\($0)" }.joined(separator: ", "))")
  }
}

/// An error as a library makes one, from those of several inputs.
package struct DialectError: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
