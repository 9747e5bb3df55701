import PromiseKitLite

/// The rules of promises as a short program that is not optimized for speed. What the library posts
/// when it runs a program must equal, line by line, what the model produces.
///
/// Whenever several steps are possible, the library's choice is followed, if it is possible in the
/// model.
package final class Model {
  /// The lines so far.
  package private(set) var lines: [String] = []
  var scheduler = ModelScheduler()
  /// What steps can refer to.
  var promises: [Name: Node] = [:]
  var resolvers: [Name: Node] = [:]
  var contexts: [Name: Context] = [:]
  var owners: [Name: Owner] = [:]
  /// The context to which new promises belong.
  var context: Context?
  /// Settled promises whose handlers must be dispatched, first in, first out.
  private var worklist: [Node] = []
  private var isDraining = false
  /// The promises that running handlers will settle.
  var running: [Node] = []
  /// The handlers that are being called, the innermost last.
  var handlers: [LinkHandler] = []
  /// The promises that the current steps have created.
  var made: [Node] = []
  private var nodes: [Node] = []
  private var rejections: [Rejection] = []

  /// A promise.
  final class Node {
    let label: String
    var settlement: Settlement?
    /// The only promise whose settlement it waits for. (rule 7)
    var inner: Node?
    /// The handlers that have not been dispatched.
    var handlers: [Handler] = []
    var handlerCount = 0
    var isDraining = false
    /// It is no longer referenced, and that was posted.
    var isGone = false
    var isFreed = false
    /// The promises that waited for it when it was freed.
    var waiting: [String] = []
    /// The promise that replaced it.
    var successor: Node?
    var inheritedContext = InheritedContext()
    var isDownstream = false
    var wasCancelled = false
    /// It continues although its context is cancelled.
    var hasLeft = false
    var cancelHandlers: [(early: Bool, run: () -> Void)] = []

    init(_ label: String) { self.label = label }
  }

  struct Settlement {
    let outcome: Outcome
    /// The path of the error, if there is one.
    let rejection: Rejection?

    init(_ outcome: Outcome) {
      self.outcome = outcome
      rejection = outcome.error == nil ? nil : Rejection(outcome)
    }
  }

  /// An error that is being passed on.
  final class Rejection {
    /// The promise in which it arose.
    var origin = ""
    let isCancellation: Bool
    var isHandled = false

    init(_ outcome: Outcome) { isCancellation = outcome.isCancellation }
  }

  enum Handler {
    case link(LinkHandler)
    case adoption(by: Node)
    case input(of: FanIn, Int)

    /// The promise that waits.
    var waiting: Node {
      switch self {
      case .link(let link): link.child
      case .adoption(let outer): outer
      case .input(let fanIn, _): fanIn.node
      }
    }
  }

  struct LinkHandler {
    let link: Link
    let child: Node
    let queue: Queue
    /// The program's part, and its result.
    let run: (Settlement) -> Reaction
  }

  /// The effect on the child of a handler that has run.
  enum Reaction {
    case settle(Settlement)
    case adopt(Node)
    case later
  }

  final class FanIn {
    let rule: FanInRule
    let node: Node
    var settlements: [Settlement?]
    var isOver = false
    /// The error that decided.
    var rejection: Rejection?

    init(_ rule: FanInRule, _ count: Int, _ node: Node) {
      self.rule = rule
      self.node = node
      settlements = Array(repeating: nil, count: count)
    }
  }

  package init() {}

  func say(_ text: String) { lines.append("@\(scheduler.now) \(text)") }
}

// MARK: - Promises begin

extension Model {
  /// Creates a promise that follows from others, and inherits from them.
  func make(
    _ label: String, of parents: [Node] = [], isLink: Bool = true,
    inheritedContext: InheritedContext? = nil,
    joins: Bool = true
  ) -> Node {
    let node = Node(label)
    nodes.append(node)
    made.append(node)
    node.inheritedContext =
      inheritedContext
      ?? (parents.isEmpty
        ? InheritedContext(context: context)
        : isLink ? parents[0].inheritedContext : self.inheritedContext(of: parents))
    say("\(label) is made of \(parents.map(\.label))")
    if joins {
      join(node, of: isLink ? parents.first : nil)
    }
    return node
  }

  /// A promise that is created settled belongs to no context.
  func makeSettled(_ label: String, _ outcome: Outcome) -> Node {
    let node = make(label, joins: false)
    settle(node, Settlement(outcome))
    return node
  }
}

// MARK: - Promises settle (rule 1)

extension Model {
  enum Settler { case itself, adopted, cancellation }

  /// Returns whether it counted.
  @discardableResult
  func settle(
    _ node: Node, _ settlement: Settlement, from source: Node? = nil, by settler: Settler = .itself
  ) -> Bool {
    let rejection = settlement.rejection
    if settler == .adopted, let source, let context = node.inheritedContext.context,
      context === source.inheritedContext.context, source.hasLeft
    {
      leave(node)
    }
    let counts: Bool =
      switch settler {
      case .itself: node.settlement == nil && node.inner == nil
      case .adopted: node.settlement == nil && node.inner != nil
      case .cancellation: node.settlement == nil
      }
    guard counts else {
      // A link or a fan-in that was cancelled, or has timed out, takes the error with it.
      if source != nil { rejection?.isHandled = true }
      if settler != .adopted, !(node.wasCancelled && settlement.outcome.isCancellation) {
        say("\(node.label) ignores \(settlement.outcome.state)")
      }
      return false
    }
    if let rejection, rejection.origin.isEmpty {
      rejection.origin = node.label
      rejections.append(rejection)
    }
    node.settlement = settlement
    node.inner = nil
    if settler == .cancellation { node.wasCancelled = true }
    let from = source.map { " from \($0.label)" } ?? ""
    let origin = rejection.map { " of \($0.origin)" } ?? ""
    say("\(node.label) is \(settlement.outcome.state)\(from)\(origin): \(settlement.outcome.text)")
    if isCancelledByContext(node) || node.wasCancelled { runCancelHandlers(of: node) }
    if source != nil, settler == .adopted, node.handlers.count == 1,
      case .adoption(let outer)? = node.handlers.first
    {
      // As if it had been replaced: no order depends on whether a promise is retained.
      node.handlers = []
      settle(outer, settlement, from: node, by: .adopted)
    } else {
      handOut(node)
    }
    return true
  }

  func settle(_ node: Node, _ outcome: Outcome) { settle(node, Settlement(outcome)) }
  func settle(_ node: Node, _ error: any Error) { settle(node, .error(error)) }

  /// Locks a promise in to another one. Returns whether it counted. (rule 7)
  @discardableResult
  func adopt(_ inner: Node, by outer: Node) -> Bool {
    guard inner !== outer else { return settle(outer, Settlement(.error(PMKError.returnedSelf))) }
    guard outer.settlement == nil, outer.inner == nil else {
      say("\(outer.label) ignores \(inner.settlement.map { "\($0.outcome.state)" } ?? "a promise")")
      // The result of the work of a cancelled promise ends there.
      if outer.wasCancelled { attach(.adoption(by: outer), to: inner) }
      return false
    }
    say("\(outer.label) adopts \(inner.label)")
    outer.inner = inner
    if case .adoption(let adopter)? = outer.handlers.first, outer.handlers.count == 1,
      adopter !== inner, !isReachable(outer, from: roots(running: running.dropLast()))
    {
      // No other code references it: it is replaced, so that a loop of adoptions needs no memory.
      outer.handlers = []
      outer.successor = adopter
      wait(adopter, for: inner)
    } else {
      wait(outer, for: inner)
    }
    return true
  }

  private func wait(_ outer: Node, for inner: Node) {
    outer.inner = inner
    noteAdoption(of: inner, by: outer)
    attach(.adoption(by: outer), to: inner)
    var next = inner
    while let inner = next.inner {
      if inner === outer {
        settle(outer, Settlement(.error(PMKError.returnedSelf)), by: .adopted)
        return
      }
      next = inner
    }
  }
}

// MARK: - Handlers (rules 2, 3 and 4)

extension Model {
  func attach(_ link: LinkHandler, to node: Node) {
    node.handlerCount += 1
    say("\(node.label) gets \(link.child.label) as handler \(node.handlerCount) on \(link.queue)")
    attach(.link(link), to: node)
  }

  /// An operator that only the library runs: inline, and without events of the program.
  func attach(
    _ link: Link, to node: Node, _ child: Node, _ run: @escaping (Settlement) -> Reaction
  ) {
    attach(LinkHandler(link: link, child: child, queue: .inline, run: run), to: node)
  }

  private func attach(_ handler: Handler, to node: Node) {
    node.handlers.append(handler)
    if node.settlement != nil { handOut(node) }
  }

  /// Dispatches the handlers in the order of attachment, those of a promise before those of its
  /// children.
  private func handOut(_ node: Node) {
    guard !node.isDraining, !node.handlers.isEmpty else { return }
    node.isDraining = true
    worklist.append(node)
    guard !isDraining else { return }
    isDraining = true
    while let next = worklist.first {
      while !next.handlers.isEmpty { deliver(next.handlers.removeFirst(), of: next) }
      next.isDraining = false
      worklist.removeFirst()
    }
    isDraining = false
  }

  private func deliver(_ handler: Handler, of node: Node) {
    guard let settlement = node.settlement else { return }
    running.append(handler.waiting)
    defer { running.removeLast() }
    switch handler {
    case .adoption(let outer): settle(outer, settlement, from: node, by: .adopted)
    case .input(let fanIn, let index): receive(settlement, of: node, fanIn, index)
    case .link(let handler): deliver(settlement, of: node, to: handler)
    }
  }

  private func deliver(_ settlement: Settlement, of node: Node, to handler: LinkHandler) {
    let child = handler.child
    if let context = child.inheritedContext.context, context === node.inheritedContext.context,
      node.hasLeft
    {
      leave(child)
    }
    if let (refusal, reason) = refusal(of: settlement, for: handler) {
      settlement.rejection?.isHandled = true
      say("\(child.label) is passed: \(reason)")
      settle(child, refusal)
    } else if let reason = handler.link.skips(settlement.outcome) {
      say("\(child.label) is passed: \(reason)")
      settle(child, settlement, from: node)
    } else {
      if let rejection = settlement.rejection, handler.link.handlesErrors {
        rejection.isHandled = true
        say("the error of \(node.label) is handled by \(child.label)")
      }
      // A handler that handles an error, or cleans up, runs whether or not the chain is cancelled,
      // and what follows waits for it.
      let clearsUp = handler.link.outlivesCancellation || settlement.rejection != nil
      if !clearsUp { leaveDownstream(child) }
      let reads = handler.link.handlesErrors ? nil : settlement.rejection
      enqueue(child, on: handler.queue, reading: reads) { [self] in
        guard refusal(of: settlement, for: handler) == nil else {
          return .init { [self] in
            settlement.rejection?.isHandled = true
            say("\(child.label) ends skipped")
            settle(child, PMKError.cancelled)
          }
        }
        let context = child.inheritedContext.context
        let isOutside = context?.isCancelled == true && (clearsUp || child.hasLeft)
        handlers.append(handler)
        let answer = inside(isOutside ? nil : context) { handler.run(settlement) }
        handlers.removeLast()
        return .init(holding: answer.adopted) { [self] in
          say("\(child.label) ends \(answer.ending(after: settlement))")
          finish(reaction(answer, of: handler, after: settlement), child)
          // The handler may have replaced the error, whose promise was freed.
          if let reads, !isCarriedNow(reads) { endUnhandled(reads) }
        }
      }
    }
  }

  func finish(_ reaction: Reaction, _ node: Node) {
    switch reaction {
    case .settle(let settlement): settle(node, settlement)
    case .adopt(let inner): adopt(inner, by: node)
    case .later: break
    }
  }

  /// Runs a body of the program, whose new promises belong to `context`.
  func inside<R>(_ context: Context?, _ body: () -> R) -> R {
    let outer = self.context
    self.context = context
    defer { self.context = outer }
    return body()
  }
}

extension Model.Reaction {
  var adopted: Model.Node? {
    if case .adopt(let inner) = self { inner } else { nil }
  }

  /// How the end of the job is posted.
  func ending(after settlement: Model.Settlement?) -> PromiseEvent.JobEnding {
    switch self {
    case .adopt: .returnedPromise
    case .later: .returned
    case .settle(let made):
      made.rejection == nil || made.rejection === settlement?.rejection ? .returned : .threw
    }
  }
}

// MARK: - Several promises (rule 8)

extension Model {
  func join(_ rule: FanInRule, _ inputs: [Node], into node: Node) {
    guard !inputs.isEmpty else { return settle(node, rule.combined([])) }
    let fanIn = FanIn(rule, inputs.count, node)
    onCancel(node, early: true) { fanIn.isOver = true }
    for (index, input) in inputs.enumerated() { attach(.input(of: fanIn, index), to: input) }
  }

  private func receive(_ settlement: Settlement, of input: Node, _ fanIn: FanIn, _ index: Int) {
    let name = "input \(index) of \(fanIn.node.label), \(input.label),"
    guard !fanIn.isOver else {
      say("\(name) is ignored: \(settlement.outcome.state)")
      if settlement.rejection !== fanIn.rejection { settlement.rejection?.isHandled = true }
      return
    }
    say("\(name) is in: \(settlement.outcome.state)")
    if fanIn.rule.isDecided(by: settlement.outcome) {
      fanIn.isOver = true
      fanIn.rejection = settlement.rejection
      settle(fanIn.node, settlement, from: input)
      return
    }
    fanIn.settlements[index] = settlement
    if let rejection = settlement.rejection, fanIn.rule.handlesErrors {
      rejection.isHandled = true
      say("the error of \(input.label) is handled by \(fanIn.node.label)")
    }
    let all = fanIn.settlements.compactMap { $0?.outcome }
    guard all.count == fanIn.settlements.count else { return }
    fanIn.isOver = true
    settle(fanIn.node, fanIn.rule.combined(all))
  }
}

// MARK: - Promises end (rule 11)

extension Model {
  /// The program releases everything.
  package func letGo() {
    promises = [:]
    resolvers = [:]
  }

  /// Frees the promises that can no longer be reached. Those that wait for one of them are left
  /// pending.
  func sweep() {
    let alive = reachable(from: roots(running: running))
    for node in nodes where !node.isGone && !alive.contains(ObjectIdentifier(node)) {
      node.isGone = true
      guard node.settlement == nil else { continue }
      let waiting = node.handlers.compactMap { handler -> Node? in
        if case .input(let fanIn, _) = handler, !fanIn.rule.needsAll || fanIn.isOver { return nil }
        return handler.waiting.settlement == nil ? handler.waiting : nil
      }
      // A timeout settles by its timer.
      let timed = node.handlers.compactMap { handler -> Node? in
        if case .link(let link) = handler, link.link == .timeout { link.child } else { nil }
      }
      node.waiting = waiting.filter { node in !timed.contains { $0 === node } }.map(\.label)
      for node in waiting { leaveDownstream(node) }
    }
  }

  /// Posts which promises were freed in this turn.
  func endTurn() {
    made = []
    sweep()
    var ends: [String] = []
    for node in nodes where node.isGone && !node.isFreed {
      node.isFreed = true
      let state =
        node.successor.map { "and forwarded to \($0.label)" }
        ?? (node.settlement == nil ? "while pending, with \(node.waiting) waiting" : "settled")
      ends.append("\(node.label) is freed \(state)")
    }
    lines += ends.sorted()
    for rejection in rejections where !isCarried(rejection) { endUnhandled(rejection) }
  }

  /// The error can no longer be handled: that is posted, unless it was handled.
  private func endUnhandled(_ rejection: Rejection) {
    guard !rejection.isHandled else { return }
    rejection.isHandled = true
    if !rejection.isCancellation { lines.append("the error of \(rejection.origin) is not handled") }
  }

  private func isCarried(_ rejection: Rejection) -> Bool {
    scheduler.rejections.contains { $0 === rejection }
      || nodes.contains { !$0.isFreed && $0.settlement?.rejection === rejection }
  }

  private func isCarriedNow(_ rejection: Rejection) -> Bool {
    scheduler.rejections.contains { $0 === rejection }
      || nodes.contains { $0.settlement?.rejection === rejection && isAlive($0) }
  }

  /// The promises that the program, the scheduler, and running code reference.
  private func roots(running: some Sequence<Node>) -> [Node] {
    Array(promises.values) + Array(resolvers.values) + scheduler.nodes + worklist + made
      + Array(running)
  }

  /// The promise is now referenced, in the middle of a turn.
  func isAlive(_ node: Node) -> Bool { isReachable(node, from: roots(running: running)) }

  private func isReachable(_ node: Node, from roots: [Node]) -> Bool {
    reachable(from: roots).contains(ObjectIdentifier(node))
  }

  private func reachable(from roots: [Node]) -> Set<ObjectIdentifier> {
    var found: Set<ObjectIdentifier> = []
    var left = roots
    while let node = left.popLast() {
      if found.insert(ObjectIdentifier(node)).inserted { left += node.handlers.map(\.waiting) }
    }
    return found
  }
}
