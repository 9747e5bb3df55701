import PromiseKitLite

// The effect of a program's steps in the model.
extension Model {
  package func run(_ steps: [Step]) {
    for step in steps {
      let count = made.count
      run(step)
      made.removeLast(made.count - count)
      sweep()
    }
  }

  private func run(_ step: Step) {
    let label = "\(step.name)"
    switch step.action {
    case .value(let value): keep(step, makeSettled(label, .value(value)))
    case .error(let fault): keep(step, makeSettled(label, .error(fault)))
    case .pending:
      let node = make(label)
      resolvers[step.name] = node
      keep(step, node)
    case .body(let body, let queue): keep(step, makeBody(step.name, body, queue))
    case .after(let delay):
      let node = make(label)
      setTimer(node, after: delay * 1000) { [self] in settle(node, .nothing) }
      keep(step, number(of: node))
    case .link(let link, let parent, let queue, let body):
      guard let parent = promises[parent] else { return }
      keep(step, makeLink(step.name, link, parent, queue, body))
    case .fanIn(let rule, let names):
      let inputs = names.compactMap { promises[$0] }
      let node = make(label, of: inputs, isLink: false)
      join(rule, inputs, into: node)
      keep(step, number(of: node))
    case .resolve(let name, let ending):
      guard let node = resolvers[name] else { return }
      resolve(node, ending, step.name)
    case .drop(let name):
      promises[name] = nil
      resolvers[name] = nil
    case .context(let steps):
      let context = makeContext(within: [context].compactMap { $0 })
      contexts[step.name] = context
      inside(context) { run(steps) }
    case .cancel(let name): if let context = contexts[name] { cancel(context) }
    case .owner: owners[step.name] = Owner()
    case .leave(let name):
      owners[name]?.isGone = true
      owners[name] = nil
    case .until(let name, let parent):
      guard let parent = promises[parent] else { return }
      if let node = makeUntil(label, name, parent) { keep(step, node) }
    }
  }

  private func keep(_ step: Step, _ node: Node) {
    if step.isKept { promises[step.name] = node }
  }

  /// An inline link that turns the promise of any operator into a number.
  private func number(of node: Node) -> Node {
    let last = make("\(node.label)>", of: [node])
    attach(.map, to: node, last) { .settle(Settlement(.value($0.outcome.number))) }
    return last
  }

  /// Runs a body of the program. Returns what it throws.
  private func perform(_ name: Name, _ body: Body, _ outcome: Outcome?) -> (any Error)? {
    say("\(name) runs\(outcome.map { " with \($0.text)" } ?? "")")
    run(body.steps)
    if let busy = scheduler.busy { scheduler.busy = busy + body.work }
    if case .fails(let fault) = body.ending { return fault }
    return nil
  }

  private func makeLink(
    _ name: Name, _ link: Link, _ parent: Node, _ queue: Queue, _ body: Body
  ) -> Node {
    let node = make("\(name)", of: [parent])
    switch link {
    case .delay:
      attach(link, to: parent, node) { [self] settlement in
        setTimer(node, after: body.work) { [self] in settle(node, settlement) }
        return .later
      }
    case .timeout:
      if parent.settlement == nil {
        setTimer(node, after: body.work) { [self] in settle(node, PMKError.timedOut) }
      }
      leaveDownstream(node)
      attach(link, to: parent, node) { [self] settlement in
        stopTimer(node)
        if node.settlement != nil { settlement.rejection?.isHandled = true }
        return .settle(settlement)
      }
    default:
      attach(
        LinkHandler(link: link, child: node, queue: queue) { [self] settlement in
          _ = perform(name, body, link.isReported ? settlement.outcome : nil)
          switch link.answer(to: settlement.outcome, body.ending) {
          case .settle(let outcome): return .settle(Settlement(outcome))
          case .pass: return .settle(settlement)
          case .later:
            resolvers[name] = node
            resolve(node, body.ending, name)
            return .later
          case .adopt(let other, let value):
            return .adopt(other.flatMap { promises[$0] } ?? makeSettled("\(name)=", .value(value)))
          }
        }, to: parent)
    }
    return link == .done ? number(of: node) : node
  }

  private func makeUntil(_ label: String, _ name: Name, _ parent: Node) -> Node? {
    var inheritedContext = parent.inheritedContext
    if contexts[name] != nil, parent.hasLeft { inheritedContext.context = nil }
    if let context = contexts[name] {
      if inheritedContext.context !== context {
        inheritedContext.context =
          inheritedContext.context.map { makeContext(within: [$0, context]) } ?? context
      }
    } else if let owner = owners[name] {
      inheritedContext.owners.append(owner)
    } else {
      return nil
    }
    let node = make(label, of: [parent], inheritedContext: inheritedContext)
    attach(.get, to: parent, node) { .settle($0) }
    return node
  }

  private func makeBody(_ name: Name, _ body: Body, _ queue: Queue?) -> Node {
    let node = make("\(name)")
    let isOver = { node.inheritedContext.context != nil && node.settlement != nil }
    let run = { [self] () -> (any Error)? in
      say("\(name)'s body begins")
      resolvers[name] = node
      onCancel(node) { [self] in say("\(name) is to stop") }
      let thrown = perform(name, body, nil)
      if thrown == nil { resolve(node, body.ending, name) }
      say("\(name)'s body \(thrown == nil ? "ends" : "throws")")
      return thrown
    }
    guard let queue else {
      if !isOver(), let thrown = run() { settle(node, thrown) }
      return node
    }
    enqueue(node, on: queue) { [self] in
      guard !isOver() else { return .init { [self] in say("\(name) ends skipped") } }
      let thrown = inside(node.inheritedContext.context, run)
      return .init { [self] in
        say("\(name) ends \(thrown == nil ? "returned" : "threw")")
        if let thrown { settle(node, thrown) }
      }
    }
    return node
  }

  /// Performs a call of a resolver.
  private func resolve(_ node: Node, _ ending: Ending, _ name: Name) {
    let counts: Bool
    switch ending {
    case .returns(let number): counts = settle(node, Settlement(.value(number)))
    case .fails(let fault): counts = settle(node, Settlement(.error(fault)))
    case .promise(let other):
      guard let inner = promises[other] else { return }
      counts = adopt(inner, by: node)
    }
    say("\(name) \(counts ? "counts" : "does not count")")
  }
}
