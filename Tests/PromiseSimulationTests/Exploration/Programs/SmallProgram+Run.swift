import Dispatch
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import Synchronization
import TestSupport

extension SmallProgram {
  /// The program as a scenario.
  func scenario(_ name: String = "program") -> Scenario {
    Scenario(
      name, version: description, queues: [.serial("side"), .concurrent("wide", width: 2)],
      accessing: accessing,
      body: {
        let world = World()
        var scope = Scope()
        scope.run(steps, in: world)
        return scope.promises[end] ?? Promise.value("none")
      })
  }

  var expectations: [Invariant] { orders.map { .before("p\($0.0)", "p\($0.1)") } }
}

/// The state that a run's handlers share: cells, to which they append.
private final class World: Sendable {
  private let cells = Mutex<[Int: [Int]]>([:])

  func append(_ name: Int, to cell: Int) { cells.withLock { $0[cell, default: []].append(name) } }
  func text(of cell: Int) -> String { cells.withLock { "\($0[cell] ?? [])" } }
}

private enum BuildFailure: Error { case wrong(Int) }

/// What a step can refer to.
private struct Scope: Sendable {
  var promises = Known<Promise<String>>()
  var resolvers = Known<Resolver<String>>()
  var contexts = Known<CancelContext>()
}

/// Values by name. A dictionary would release them in a nondeterministic order.
private struct Known<Thing: Sendable>: Sendable {
  private var things: [(name: Int, thing: Thing)] = []

  subscript(name: Int) -> Thing? {
    get { things.last { $0.name == name }?.thing }
    set { if let newValue { things.append((name, newValue)) } }
  }
}

// MARK: - Steps

extension Scope {
  mutating func run(_ steps: [SmallProgram.Step], in world: World) {
    for step in steps { run(step, in: world) }
  }

  private mutating func run(_ step: SmallProgram.Step, in world: World) {
    let name = step.name
    let label = "p\(name)"
    switch step.action {
    case .value: promises[name] = .value(label: label, label)
    case .failure: promises[name] = Promise(label: label, error: BuildFailure.wrong(name))
    case .pending:
      let (promise, resolver) = Promise<String>.pending(label: label)
      (promises[name], resolvers[name]) = (promise, resolver)
    case .job(let lane, let body):
      let scope = self
      let start = Promise.value("")
      promises[name] = start.then(label: label, on: dispatcher(lane)) { _ in
        try scope.result(of: body, name, "", in: world)
      }
    case .after(let time):
      promises[name] = Promise(
        from: after(.milliseconds(time)).map(label: label, on: nil) { label })
    case .link(let link, let parent, let lane, let body):
      guard let parent = promises[parent] else { return }
      promises[name] = self.link(link, of: parent, name, dispatcher(lane), body, in: world)
    case .fanIn(let fanIn, let inputs):
      let inputs = inputs.compactMap { promises[$0] }
      promises[name] = self.fanIn(fanIn, inputs, label)
    case .delay(let parent, let time):
      promises[name] = promises[parent]?.delay(label: label, .milliseconds(time))
    case .timeout(let parent, let time):
      promises[name] = promises[parent]?.timeout(label: label, .milliseconds(time))
    case .context(let steps):
      let context = CancelContext()
      contexts[name] = context
      context.run { run(steps, in: world) }
    case .note: note("n\(name)")
    case .append(let cell): world.append(name, to: cell)
    case .resolve(let target, let ending): resolve(target, name, ending, in: world)
    case .cancel(let context): contexts[context]?.cancel()
    case .peek(let parent):
      guard let parent = promises[parent] else { return }
      note("\(label) sees \(parent.result.map { "\($0)" } ?? "nothing")")
    }
  }

  private func resolve(_ target: Int, _ name: Int, _ ending: SmallProgram.Ending, in world: World) {
    guard let resolver = resolvers[target] else { return }
    switch ending {
    case .value: resolver.fulfill("r\(name)")
    case .failure: resolver.reject(BuildFailure.wrong(name))
    case .cell(let cell): resolver.fulfill(world.text(of: cell))
    case .promise(let inner): promises[inner].map { resolver.resolve($0) }
    }
  }

  private func fanIn(
    _ fanIn: SmallProgram.FanIn, _ inputs: [Promise<String>], _ label: String
  ) -> Promise<String> {
    switch fanIn {
    case .all: when(label: label, fulfilled: inputs).map(on: nil) { $0.joined(separator: "+") }
    case .allSettled:
      Promise(from: when(label: label, resolved: inputs).map(on: nil) { "\($0)" })
    case .race: race(label: label, inputs)
    case .any: race(label: label, fulfilled: inputs)
    }
  }

  private func dispatcher(_ lane: SmallProgram.Lane) -> (any Dispatcher)? {
    let queue: DispatchQueue
    switch lane.queue {
    case .inline: return nil
    case .main: queue = .main
    case .side: queue = DispatchQueue(label: "side")
    case .wide: queue = DispatchQueue(label: "wide")
    }
    guard let cells = lane.declares else { return queue }
    let declared = queue.accessing()
    return cells.reduce(declared) { $0.accessing("c\($1)") }
  }
}

// MARK: - Handlers

extension Scope {
  private func link(
    _ link: SmallProgram.Link, of parent: Promise<String>, _ name: Int,
    _ queue: (any Dispatcher)?, _ body: SmallProgram.Body, in world: World
  ) -> Promise<String>? {
    let scope = self
    let label = "p\(name)"
    switch link {
    case .then:
      return parent.then(label: label, on: queue) { value in
        try scope.result(of: body, name, value, in: world)
      }
    case .map:
      return parent.map(label: label, on: queue) { value in
        try scope.value(of: body, name, value, in: world)
      }
    case .recover:
      return parent.recover(label: label, on: queue) { _ -> Promise<String> in
        try scope.result(of: body, name, "recovered", in: world)
      }
    case .catch:
      parent.catch(label: label, on: queue) { _ in
        _ = try? scope.value(of: body, name, "caught", in: world)
      }
      return nil
    case .ensure:
      return parent.ensure(label: label, on: queue) {
        _ = try? scope.value(of: body, name, "", in: world)
      }
    case .tap:
      return parent.tap(label: label, on: queue) { _ in
        _ = try? scope.value(of: body, name, "", in: world)
      }
    }
  }

  private func result(
    of body: SmallProgram.Body, _ name: Int, _ input: String, in world: World
  ) throws -> Promise<String> {
    var scope = self
    scope.begin(body, in: world)
    if case .promise(let inner) = body.ending, let inner = scope.promises[inner] { return inner }
    return .value(try Self.value(of: body.ending, name, input, in: world))
  }

  private func value(
    of body: SmallProgram.Body, _ name: Int, _ input: String, in world: World
  ) throws -> String {
    var scope = self
    scope.begin(body, in: world)
    return try Self.value(of: body.ending, name, input, in: world)
  }

  private mutating func begin(_ body: SmallProgram.Body, in world: World) {
    run(body.steps, in: world)
    if body.work > 0 { work(for: .milliseconds(body.work)) }
  }

  private static func value(
    of ending: SmallProgram.Ending, _ name: Int, _ input: String, in world: World
  ) throws -> String {
    switch ending {
    case .value, .promise: return "\(input)>\(name)"
    case .failure: throw BuildFailure.wrong(name)
    case .cell(let cell): return world.text(of: cell)
    }
  }
}
