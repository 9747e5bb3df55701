package import PromiseEvents

/// An input of a failed `when(fulfilled:)` has an effect after the cleanup that was to undo it.
///
/// **Why.** The fan-in fails with its first input, and the others go on. What they write after the
/// cleanup stays there.
///
/// **Reported** when a handler of another input runs on the queue on which a `recover`, a `catch` or an
/// `ensure` behind the fan-in has begun to clean up, by its own handler or by work that it started. That
/// queue is named by the program, so both probably use the same thing; main and global queues do not
/// count. Once for each fan-in.
///
/// **Fix.** Wait for all inputs with `when(resolved:)`, or cancel them, before cleaning up.
///
/// ```swift
/// // wrong: one file fails, the folder is cleared, and the other file is written
/// let slow = load(id).delay(.milliseconds(20)).done(on: queue) { _ in print("write") }
/// when(fulfilled: [load(404).asVoid(), slow]).catch(on: queue) { _ in print("clear") }
/// // Prints "clear"
/// // Prints "write"
/// // right
/// let late = load(id).delay(.milliseconds(20)).done(on: queue) { _ in print("write") }
/// when(resolved: [load(404).asVoid(), late]).done(on: queue) { results in
///   for result in results { if case .failure = result { print("clear") } }
/// }
/// // Prints "write"
/// // Prints "clear"
/// ```
package enum EffectAfterCleanup: Lint {
  package static let id = "effect-after-cleanup"
  package static let severity = Severity.warning
  package static let summary = "an input had an effect after its fan-in failed and was cleaned up"
  package static let fix = "wait for all inputs with when(resolved:), or cancel them, first"
  package static let inJavaScript: ProgramWords? = ProgramWords(
    fix: "wait for all inputs with Promise.allSettled, or abort them, first")
  package static let kinds: [PromiseEvent.Kind.Name]? = [.settled, .jobStarted]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard case .jobStarted(_, let child?, let queue) = event.kind,
      let operation = graph.read(child, { $0.creation.operation }), operation.has(.hasEffect),
      let failure = memory.failures.last(where: { failure in
        failure.cleanups.contains { $0.queue == queue && $0.promise != child }
          && graph.hasPendingInput(failure.fanIn) && isWork(child, of: failure.fanIn, graph)
      }), let cleanup = failure.cleanups.first(where: { $0.queue == queue })
    else { return nil }
    var finding = Finding(Moment(event), promise: child, queue: queue)
    finding.add(cleanup.promise)
    finding.add(failure.fanIn)
    finding.cause = cleanup.started.sequence
    finding.number = event.time.saturatingMinus(cleanup.started.time)
    return finding
  }

  /// Returns whether a promise leads to a fan-in, or a handler that does made it: what that handler returns
  /// may start before it is known.
  private static func isWork(_ child: PromiseID, of fanIn: PromiseID, _ graph: Graph) -> Bool {
    if graph.leads(child, to: fanIn) { return true }
    guard graph.parent(of: child) == nil, let handler = graph.maker(of: child) else { return false }
    return graph.goesOn(handler) && graph.leads(handler, to: fanIn)
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    memory.failures.removeAll { $0.fanIn == finding.others.last }
  }

  package static func note(_ event: PromiseEvent, in graph: Graph, memory: inout LintMemory) {
    if case .settled(let settlement) = event.kind {
      guard settlement.outcome == .rejected, let origin = settlement.origin,
        graph.read(settlement.promise, { $0.creation.operation }) == .all,
        graph.hasPendingInput(settlement.promise)
      else { return }
      memory.failures.append(FailedFanIn(fanIn: settlement.promise, origin: origin))
      if memory.failures.count > mostFailures { memory.failures.removeFirst() }
    } else if case .jobStarted(_, let child?, let queue) = event.kind, !memory.failures.isEmpty {
      noteCleanup(child, queue, Moment(event), graph, &memory)
    }
  }

  /// Remembers a job that a failure led to: the handler of its error, or work that this handler started.
  private static func noteCleanup(
    _ child: PromiseID, _ queue: QueueID, _ moment: Moment, _ graph: Graph,
    _ memory: inout LintMemory
  ) {
    guard graph.isOwnQueue(queue) else { return }
    let handler = graph.parent(of: child) == nil ? graph.maker(of: child) : child
    guard let handler, let parent = graph.parent(of: handler),
      graph.read(handler, { $0.creation.operation.has(.runsOnError) }) == true,
      let origin = graph.read(parent, { $0.settlement?.origin }) ?? nil,
      let place = memory.failures.firstIndex(where: { $0.origin == origin }),
      graph.follows(handler, memory.failures[place].fanIn)
    else { return }
    if memory.failures[place].cleanups.count < 4 {
      memory.failures[place].cleanups.append(
        FailedFanIn.Cleanup(promise: child, queue: queue, started: moment))
    }
  }

  /// The fan-in itself and its error follow from nothing else; what else is said of them does.
  package static func consequences(
    of finding: Finding, in graph: Graph, knowing memory: LintMemory
  ) -> Consequences {
    Consequences(.changed, harm: finding.others.last.map { [.promise($0)] } ?? [])
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    guard finding.others.count == 2 else { return "" }
    let names = finding.others.map { graph.title(of: $0) }
    return language.text(
      "\(finding.name(in: graph)) ran \(milliseconds(finding.number)) ms after \(names[0]), which cleaned up after \(names[1]) had failed"
    )
  }

  private static var mostFailures: Int { 16 }
}

/// A fan-in that failed while inputs were pending, and what cleaned up after it.
struct FailedFanIn: Hashable, Sendable {
  var fanIn: PromiseID
  /// The promise in which its error arose.
  var origin: PromiseID
  var cleanups: [Cleanup] = []

  /// A job that a failure led to.
  struct Cleanup: Hashable, Sendable {
    var promise: PromiseID
    var queue: QueueID
    var started: Moment
  }
}

extension Graph {
  /// Returns whether an input of a fan-in has not settled. O(inputs)
  fileprivate func hasPendingInput(_ fanIn: PromiseID) -> Bool {
    read(fanIn) { $0.inputs.contains { $0.outcome == nil } } ?? false
  }

  /// Returns whether a queue is one that the program made for some purpose: not main, a global one, or inline.
  func isOwnQueue(_ queue: QueueID) -> Bool {
    guard queueKind(queue) != .immediate else { return false }
    let label = queueLabel(queue)
    return label != "main" && !label.hasPrefix("com.apple.") && !label.hasPrefix("global")
  }
}
