import PromiseKitLite
import TestSupport
import Testing

extension Shape {
  /// Chains: each promise follows from the previous one.
  static let chains: [Shape] =
    kinds.flatMap(chain) + [droppedChain, droppedFromTheEnd, finallys]

  /// The kind of the links of a chain, the root's settlement, and the last promise's settlement.
  private struct Kind: Sendable {
    let name: String
    let root: Result<Int, any Error>
    let link: @Sendable (Promise<Int>, (any Dispatcher)?) -> Promise<Int>
    let becomes: @Sendable (Int) -> Int
  }

  private static func value(
    _ name: String, becomes: @escaping @Sendable (Int) -> Int,
    _ link: @escaping @Sendable (Promise<Int>, (any Dispatcher)?) -> Promise<Int>
  ) -> Kind {
    Kind(name: name, root: .success(0), link: link, becomes: becomes)
  }

  private static func error(
    _ name: String, _ error: any Error = Failure("x"),
    _ link: @escaping @Sendable (Promise<Int>, (any Dispatcher)?) -> Promise<Int>
  ) -> Kind {
    Kind(name: name, root: .failure(error), link: link, becomes: { $0 })
  }

  private static let kinds = [
    value("map carry a value", becomes: { $0 }) { $0.map(on: $1) { $0 + 1 } },
    value("then carry a value", becomes: { $0 }) { $0.then(on: $1) { Promise.value($0 + 1) } },
    error("map pass an error") { $0.map(on: $1) { $0 + 1 } },
    value("recover pass a value", becomes: { _ in 0 }) {
      $0.recover(on: $1) { _ in Promise.value(1) }
    },
    error("recover pass on what each throws") {
      $0.recover(on: $1) { error -> Promise<Int> in throw error }
    },
    error("recover pass a cancellation", Cancelled()) {
      $0.recover(on: $1) { _ in Promise.value(1) }
    },
    value("ensure see a value", becomes: { _ in 0 }) { $0.ensure(on: $1) {} },
    error("tap see an error") { $0.tap(on: $1) { _ in } },
    value("done and map carry a value", becomes: { min($0, 1) }) {
      $0.done(on: $1) { _ in }.map(on: $1) { 1 }
    },
    value("then with two handlers carry a value", becomes: { $0 }) {
      $0.then(on: $1, fulfilled: { $0 + 1 }, rejected: { _ in 0 })
    },
    value("ensureThen wait for a guarantee", becomes: { _ in 0 }) {
      $0.ensureThen(on: $1) { .value(()) }
    },
    value("thenResolving carry a value", becomes: { $0 }) {
      $0.thenResolving(on: $1) { value, seal in seal.fulfill(value + 1) }
    },
    error("cancelled hear a cancellation", Cancelled()) { $0.cancelled(on: $1) {} },
    value("when over one carry a value", becomes: { _ in 0 }) {
      when(fulfilled: [$0]).map(on: $1) { $0[0] }
    },
  ]

  /// Three forms of links: resolved later, inline and over a queue, and resolved before.
  private static func chain(_ kind: Kind) -> [Shape] {
    func make(
      _ where: String, _ dispatcher: @escaping @Sendable (Size) -> (any Dispatcher)?,
      isResolvedBefore: Bool
    ) -> Shape {
      Shape("links of \(kind.name), \(`where`)") { size in
        let (first, seal) = Promise<Int>.pending()
        if isResolvedBefore { seal.resolve(kind.root) }
        var last = first
        for _ in 0..<size.count { last = kind.link(last, dispatcher(size)) }
        if !isResolvedBefore { seal.resolve(kind.root) }
        size.queue.run()
        switch kind.root {
        case .success:
          let expected = kind.becomes(size.count)
          #expect(last.value == expected)
        case .failure(let error):
          let text = last.error.map { "\($0)" }
          #expect(text == "\(error)")
          last.catch(on: nil, policy: .allErrors) { _ in }
        }
      }
    }
    return [
      make("inline", { _ in nil }, isResolvedBefore: false),
      make("over a queue", { $0.queue }, isResolvedBefore: false),
      make("inline, settled before", { _ in nil }, isResolvedBefore: true),
    ]
  }

  /// A chain that is never resolved, of which the end is kept longest.
  private static let droppedChain = Shape("links that wait in vain are let go from the root") {
    size in
    let counter = LifeCounter()
    do {
      let (root, _) = Promise<Int>.pending()
      var last = root
      for _ in 0..<size.count {
        let life = Life(counter)
        last = last.map(on: nil) { $0 + life.one }
      }
      #expect(counter.alive == size.count)
    }
    #expect(counter.alive == 0)
  }

  /// A chain that is never resolved, of which the root is kept longest.
  private static let droppedFromTheEnd = Shape("links that wait in vain are let go from the end") {
    size in
    let counter = LifeCounter()
    do {
      let (root, seal) = Promise<Int>.pending()
      do {
        var last = root
        for _ in 0..<size.count {
          let life = Life(counter)
          last = last.then(on: size.queue) { Promise.value($0 + life.one) }
        }
      }
      #expect(counter.alive == size.count)
      withExtendedLifetime(seal) {}
    }
    #expect(counter.alive == 0)
  }

  private static let finallys = Shape("finallys one after the other all run") { size in
    let runs = LifeCounter()
    let (root, seal) = Promise<Int>.pending()
    var last = root.catch(on: nil) { _ in }
    for _ in 0..<size.count { last = last.finally(on: nil) { runs.add(1) } }
    seal.fulfill(1)
    #expect(runs.alive == size.count)
  }
}
