import PromiseKitLite
import TestSupport
import Testing

extension Shape {
  /// Promises that wait for many others, or for one of many.
  static let fanIns: [Shape] =
    [
      fanIn(
        "when(fulfilled:), all fulfilled",
        { when(fulfilled: $0).map(on: nil, \.count) }
      ) { inputs in
        for input in inputs { input.resolver.fulfill(1) }
        return inputs.count
      },
      fanIn(
        "when(fulfilled:), the last one rejected",
        { when(fulfilled: $0).map(on: nil) { _ in 0 }.recover(on: nil) { _ in Promise.value(-1) } }
      ) { inputs in
        for input in inputs.dropLast() { input.resolver.fulfill(1) }
        inputs.last?.resolver.reject(Failure("x"))
        return -1
      },
      fanIn(
        "when(resolved:), all rejected",
        { Promise(when(resolved: $0).map(on: nil) { $0.count }) }
      ) { inputs in
        for input in inputs { input.resolver.reject(Failure("x")) }
        return inputs.count
      },
      fanIn("race, all fulfilled", { race($0) }) { inputs in
        for (index, input) in inputs.enumerated().reversed() { input.resolver.fulfill(index) }
        return inputs.count - 1
      },
      fanIn("race(fulfilled:), the last one fulfilled", { race(fulfilled: $0) }) { inputs in
        for input in inputs.dropLast() { input.resolver.reject(Failure("x")) }
        inputs.last?.resolver.fulfill(3)
        return 3
      },
      fanIn(
        "race(fulfilled:), all rejected",
        {
          race(fulfilled: $0).recover(on: nil) { error in
            guard case PMKError.noWinner(let errors) = error else { throw error }
            return Promise.value(errors.count)
          }
        }
      ) { inputs in
        for input in inputs { input.resolver.reject(Failure("x")) }
        return inputs.count
      },
      settledBefore, sharedInput, droppedFanIn,
    ] + nested

  private typealias Inputs = [(promise: Promise<Int>, resolver: Resolver<Int>)]

  /// A fan-in over many pending promises; `settle` settles them and returns the result.
  private static func fanIn(
    _ name: String,
    _ join: @escaping @Sendable ([Promise<Int>]) -> Promise<Int>,
    _ settle: @escaping @Sendable (Inputs) -> Int
  ) -> Shape {
    Shape("many inputs: \(name)") { size in
      let inputs = (0..<size.count).map { _ in Promise<Int>.pending() }
      let joined = join(inputs.map(\.promise))
      #expect(joined.isPending)
      let expected = settle(inputs)
      #expect(joined.value == expected)
    }
  }

  private static let settledBefore = Shape("many inputs, all settled before") { size in
    let inputs = (0..<size.count).map { Promise.value($0) }
    #expect(when(fulfilled: inputs).value?.last == size.count - 1)
    #expect(race(inputs).value == 0)
    #expect(race(fulfilled: inputs).value == 0)
    #expect(when(resolved: inputs).value?.count == size.count)
  }

  private static let sharedInput = Shape("many inputs that are one and the same") { size in
    let (input, seal) = Promise<Int>.pending()
    let all = when(fulfilled: Array(repeating: input, count: size.count))
    seal.fulfill(2)
    #expect(all.value?.count == size.count)
  }

  private static let droppedFanIn = Shape("many inputs that are never settled are let go") { size in
    let inputs = (0..<size.count).map { _ in Promise<Int>.pending().promise }
    let joined = [
      when(fulfilled: inputs).map(on: nil, \.count), race(inputs), race(fulfilled: inputs),
    ]
    let isPending = joined.allSatisfy(\.isPending)
    #expect(isPending)
  }

  /// Fan-ins over fan-ins, one input each.
  private static let nested: [Shape] = [true, false].map { settles in
    Shape("fan-ins one over the other, \(settles ? "settled" : "let go")") { size in
      let (root, seal) = Promise<Int>.pending()
      var last = root
      for index in 0..<size.count / 2 {
        switch index % 3 {
        case 0: last = race([last])
        case 1: last = race(fulfilled: [last])
        default: last = when(fulfilled: [last]).map(on: nil) { $0[0] }
        }
      }
      if settles { seal.fulfill(5) }
      #expect(last.value == (settles ? 5 : nil))
    }
  }
}
