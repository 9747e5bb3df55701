import Dispatch
import PromiseKitLite
import Synchronization

/// Runs a program with the library.
package final class LibraryRun: Sendable {
  private let state = Mutex(State())

  /// What steps can refer to.
  private struct State {
    var promises: [Name: Kept] = [:]
    var resolvers: [Name: Resolver<Int>] = [:]
    var contexts: [Name: CancelContext] = [:]
    var owners: [Name: Owner] = [:]
    var isOver = false
  }

  private enum Kept {
    case promise(Promise<Int>)
    case finalizer(PMKFinalizer)
  }

  private final class Owner: Sendable {}

  package init() {}

  package func run(_ steps: [Step]) { for step in steps { run(step) } }

  /// Releases everything; handlers that run later find nothing.
  package func end() {
    let old = state.withLock { state in
      let old = state
      state = State()
      state.isOver = true
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// What is not visible in the events.
  private func say(_ text: String) { note(text) }

  private func change(_ body: (inout sending State) -> Void) {
    state.withLock { if !$0.isOver { body(&$0) } }
  }

  private func promise(_ name: Name) -> Promise<Int>? {
    if case .promise(let promise)? = state.withLock({ $0.promises[name] }) { promise } else { nil }
  }
}

// MARK: - Steps

extension LibraryRun {
  private func run(_ step: Step) {
    let label = "\(step.name)"
    switch step.action {
    case .value(let value): keep(step, .value(label: label, value))
    case .error(let fault): keep(step, Promise(label: label, error: fault))
    case .pending:
      let (promise, resolver) = Promise<Int>.pending(label: label)
      change { $0.resolvers[step.name] = resolver }
      keep(step, promise)
    case .body(let body, let queue?):
      keep(
        step,
        Promise(label: label, on: queue.dispatcher) { [self] in
          try perform(step.name, body, settling: $0)
        })
    case .body(let body, nil):
      keep(step, Promise(label: label) { try perform(step.name, body, settling: $0) })
    case .after(let delay):
      keep(step, number(label, after(label: label, .microseconds(delay))) { _ in .nothing })
    case .link(let link, let parent, let queue, let body):
      switch state.withLock({ $0.promises[parent] }) {
      case .promise(let parent)?: makeLink(step, link, parent, queue.dispatcher, body)
      case .finalizer(let parent)?:
        let finalizer = parent.finally(label: label, on: queue.dispatcher) { [self] in
          try? perform(step.name, body, nil)
        }
        keep(step, finalizer)
      case nil: break
      }
    case .fanIn(let rule, let names): keep(step, makeFanIn(label, rule, names.compactMap(promise)))
    case .resolve(let name, let ending):
      if let resolver = state.withLock({ $0.resolvers[name] }) {
        resolve(resolver, ending, step.name)
      }
    case .drop(let name):
      let dropped = state.withLock { state in
        (state.promises.removeValue(forKey: name), state.resolvers.removeValue(forKey: name))
      }
      withExtendedLifetime(dropped) {}
    case .context(let steps):
      let context = CancelContext()
      change { $0.contexts[step.name] = context }
      context.run { run(steps) }
    case .cancel(let name): state.withLock { $0.contexts[name] }?.cancel()
    case .owner: change { $0.owners[step.name] = Owner() }
    case .leave(let name):
      let owner = state.withLock { $0.owners.removeValue(forKey: name) }
      withExtendedLifetime(owner) {}
    case .until(let name, let parent):
      guard let parent = promise(parent) else { return }
      let (context, owner) = state.withLock { ($0.contexts[name], $0.owners[name]) }
      if let context {
        keep(step, parent.until(label: label, context))
      } else if let owner {
        keep(step, parent.until(label: label, owner))
      }
    }
  }

  private func keep(_ step: Step, _ promise: Promise<Int>) {
    if step.isKept { change { $0.promises[step.name] = .promise(promise) } }
  }
  private func keep(_ step: Step, _ finalizer: PMKFinalizer) {
    if step.isKept { change { $0.promises[step.name] = .finalizer(finalizer) } }
  }

  /// An inline link that turns the promise of any operator into a number.
  private func number<Parent: Thenable>(
    _ label: String, _ parent: Parent, _ outcome: @escaping @Sendable (Parent.Value) -> Outcome
  ) -> Promise<Int> {
    parent.map(label: "\(label)>", on: nil) { value in outcome(value).number }
  }

  private func makeFanIn(_ label: String, _ rule: FanInRule, _ inputs: [Promise<Int>]) -> Promise<
    Int
  > {
    switch rule {
    case .all: number(label, when(label: label, fulfilled: inputs)) { .list($0.map { .value($0) }) }
    case .allSettled:
      number(label, when(label: label, resolved: inputs)) { .list($0.map { Outcome($0) }) }
    case .race: number(label, race(label: label, inputs)) { .value($0) }
    case .any: number(label, race(label: label, fulfilled: inputs)) { .value($0) }
    }
  }
}

// MARK: - Bodies and resolvers

extension LibraryRun {
  /// What a body of the program does.
  private func perform(_ name: Name, _ body: Body, _ outcome: Outcome?) throws {
    say("\(name) runs\(outcome.map { " with \($0.text)" } ?? "")")
    run(body.steps)
    work(for: .nanoseconds(body.work))
    if case .fails(let fault) = body.ending { throw fault }
  }

  private func perform(_ name: Name, _ body: Body, settling resolver: Resolver<Int>) throws {
    change { $0.resolvers[name] = resolver }
    resolver.onCancel { [self] in say("\(name) is to stop") }
    try perform(name, body, nil)
    resolve(resolver, body.ending, name)
  }

  private func resolve(_ resolver: Resolver<Int>, _ ending: Ending, _ name: Name) {
    let counts: Bool
    switch ending {
    case .returns(let number): counts = resolver.tryFulfill(number)
    case .fails(let fault): counts = resolver.tryReject(fault)
    case .promise(let other):
      guard let other = promise(other) else { return }
      counts = resolver.tryResolve(other)
    }
    say("\(name) \(counts ? "counts" : "does not count")")
  }
}

// MARK: - Links

extension LibraryRun {
  private func makeLink(
    _ step: Step, _ link: Link, _ parent: Promise<Int>, _ queue: (any Dispatcher)?, _ body: Body
  ) {
    let name = step.name
    let label = "\(name)"
    /// Runs the program's handler for the parent's settlement.
    let hear: @Sendable (Outcome) throws -> Answer = { [self] outcome in
      try perform(name, body, link.isReported ? outcome : nil)
      return link.answer(to: outcome, body.ending)
    }
    let see: @Sendable (Int) throws -> Void = { _ = try hear(.value($0)) }
    let end: @Sendable () -> Void = { _ = try? hear(.nothing) }
    let fail: @Sendable (any Error) -> Void = { _ = try? hear(.error($0)) }
    let next: @Sendable (Outcome) throws -> Promise<Int> = { [self] outcome in
      guard case .adopt(let other, let value) = try hear(outcome) else { return .value(0) }
      return other.flatMap { promise($0) } ?? .value(label: "\(name)=", value)
    }
    switch link {
    case .then: keep(step, parent.then(label: label, on: queue) { try next(.value($0)) })
    case .thenResolving:
      keep(
        step,
        parent.thenResolving(label: label, on: queue) { [self] value, resolver in
          _ = try hear(.value(value))
          change { $0.resolvers[name] = resolver }
          resolve(resolver, body.ending, name)
        })
    case .map: keep(step, parent.map(label: label, on: queue) { try hear(.value($0)).value ?? 0 })
    case .done:
      keep(step, number(label, parent.done(label: label, on: queue, see)) { .nothing })
    case .get: keep(step, parent.get(label: label, on: queue, see))
    case .compactMap:
      keep(step, parent.compactMap(label: label, on: queue) { try hear(.value($0)).value })
    case .validate:
      keep(
        step,
        parent.validate(label: label, on: queue) {
          if case .pass = try hear(.value($0)) { true } else { false }
        })
    case .tap: keep(step, parent.tap(label: label, on: queue) { _ = try hear(Outcome($0)) })
    case .ensure: keep(step, parent.ensure(label: label, on: queue, end))
    case .cancelled: keep(step, parent.cancelled(label: label, on: queue, end))
    case .recover: keep(step, parent.recover(label: label, on: queue) { try next(.error($0)) })
    case .recoverAll:
      keep(
        step, parent.recover(label: label, on: queue, policy: .allErrors) { try next(.error($0)) })
    case .recoverOnly:
      keep(
        step, parent.recover(label: label, only: Fault.wrong, on: queue) { try next(.error($0)) })
    case .thenEither:
      keep(
        step,
        parent.then(
          label: label, on: queue, fulfilled: { try next(.value($0)) },
          rejected: { try next(.error($0)) })
      )
    case .catch: keep(step, parent.catch(label: label, on: queue, fail))
    case .catchAll: keep(step, parent.catch(label: label, on: queue, policy: .allErrors, fail))
    case .finally: break
    case .delay: keep(step, parent.delay(label: label, .nanoseconds(body.work)))
    case .timeout: keep(step, parent.timeout(label: label, .nanoseconds(body.work)))
    }
  }
}

extension Answer {
  /// The value that settles the promise.
  fileprivate var value: Int? {
    if case .settle(.value(let value)) = self { value } else { nil }
  }
}

extension Queue {
  var dispatcher: (any Dispatcher)? {
    switch self {
    case .inline: nil
    case .main: .defaultMap
    case .side: Queues.side
    case .other: Queues.other
    case .wide: Queues.wide
    }
  }
}
