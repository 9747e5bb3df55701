package import PromiseEvents

/// A promise that was freed while it was pending: it never settles, and neither does anything that
/// waits for it.
///
/// **Why.** Its resolver was dropped on some path without being called. The handlers attached to it
/// never run, not even an `ensure`.
///
/// **Reported** when it is freed, for the promise where the loss began; the promises that wait for
/// it, and are lost with it, are named. Not reported for a promise that another one replaced by
/// adoption.
///
/// **Fix.** Resolve it on every path, including errors.
///
/// ```swift
/// // wrong: without data the resolver is never called
/// _ = Promise<Data> { seal in
///   session.load(missing) { data, _ in if let data { seal.fulfill(data) } }
/// }
/// .ensure { print("loaded") }
/// // Prints nothing
/// // right
/// Promise<Data> { seal in
///   session.load(missing) { data, error in seal.resolve(data, error) }
/// }
/// .ensure { print("loaded") }
/// .catch { error in print(error) }
/// // Prints "loaded"
/// // Prints "notFound"
/// ```
package enum FreedWhilePending: Lint {
  package static let id = "freed-while-pending"
  package static let severity = Severity.error
  package static let summary = "a promise was freed while it was pending: it never settles"
  package static let fix = "resolve it on every path, including errors"
  package static let inJavaScript: ProgramWords? = .same
  package static let kinds: [PromiseEvent.Kind.Name]? = [.deallocated]

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .deallocated(let promise, .pending, let waiting) = event.kind,
      !isStranded(promise, in: graph)
    else { return nil }
    var finding = Finding(Moment(event), promise: promise)
    finding.cause = graph[promise].flatMap { $0.isDeclared ? $0.created.sequence : nil }
    let bound = waiting.filter {
      graph.read($0) { !$0.creation.operation.has(.oneInputDecides) } ?? true
    }
    for promise in behind(bound, in: graph) { finding.add(promise) }
    return finding
  }

  /// Returns whether the promise that it waits for was freed while pending and is reported instead. A fan-in
  /// is reported by itself, because another input could have settled it.
  private static func isStranded(_ promise: PromiseID, in graph: Graph) -> Bool {
    graph.read(promise) { $0.strandedBy != nil && !$0.creation.operation.has(.oneInputDecides) }
      ?? false
  }

  /// Returns the promises and everything that waits for them, up to a limit.
  private static func behind(_ promises: [PromiseID], in graph: Graph) -> [PromiseID] {
    var list = promises
    var seen = Set(promises)
    var index = 0
    while index < list.count, list.count < mostSearched {
      let next = graph.read(list[index]) {
        Array($0.children.prefix(mostSearched)) + $0.adoptedBy.prefix(mostSearched)
      }
      for child in next ?? [] where seen.insert(child).inserted && isBound(child, in: graph) {
        list.append(child)
      }
      index += 1
    }
    return list
  }

  /// Returns whether only its parent can settle it.
  private static func isBound(_ promise: PromiseID, in graph: Graph) -> Bool {
    graph.read(promise) {
      guard $0.settled == nil else { return false }
      // In Swift, the `await` of an async function throws an error.
      guard $0.creation.operation != .async else { return $0.creation.language != .swift }
      return !$0.creation.operation.has(.independent)
    } ?? false
  }

  private static var mostSearched: Int { 1024 }

  package static func consequences(
    of finding: Finding, in graph: Graph, knowing memory: LintMemory
  ) -> Consequences {
    Consequences(.lost, harm: finding.others.map { .promise($0) })
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let name = finding.name(in: graph)
    let list = finding.list(in: graph, language)
    let text =
      switch finding.otherCount {
      case 0: language.text("\(name) was freed while pending")
      case 1: language.text("\(name) was freed while pending; \(list) waits forever")
      default: language.text("\(name) was freed while pending; \(list) wait forever")
      }
    return text + graph.resolverHint(for: finding.promise, language)
  }
}
