package import PromiseEvents

/// A promise that was freed while it was pending: it never settles, nor does what waits for it.
///
/// **Why.** Its resolver was dropped on some path without being called. What hangs on it never
/// runs, not even an `ensure`.
///
/// **Told** when it is freed, of the promise where it began: what waits behind it, and goes with it, is
/// named. Not told of a promise whose place passed to another one by adoption.
///
/// **Fix.** Resolve it on every path, errors included.
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
  package static let fix = "resolve it on every path, errors included"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.deallocated]

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .deallocated(let promise, .pending, let waiting) = event.kind,
      !isStranded(promise, in: graph)
    else { return nil }
    var finding = Finding(Moment(event), promise: promise)
    finding.cause = graph[promise].flatMap { $0.isDeclared ? $0.created.sequence : nil }
    let bound = waiting.filter { graph.read($0) { !$0.creation.operation.needsOneInput } ?? true }
    for promise in behind(bound, in: graph) { finding.add(promise) }
    return finding
  }

  /// What it waits for was freed while pending: that is told instead. Another input could have settled a
  /// fan-in, which is told by itself.
  private static func isStranded(_ promise: PromiseID, in graph: Graph) -> Bool {
    graph.read(promise) { $0.strandedBy != nil && !$0.creation.operation.needsOneInput } ?? false
  }

  /// Those promises, and what waits for them, and so on: the first ones.
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

  /// Nothing else settles it than what it hangs on.
  private static func isBound(_ promise: PromiseID, in graph: Graph) -> Bool {
    graph.read(promise) {
      guard $0.settled == nil else { return false }
      switch $0.creation.operation {
      case .timeout, .until, .race, .any, .all: return false
      default: return true
      }
    } ?? false
  }

  private static var mostSearched: Int { 1024 }

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    "\(finding.name(in: graph)) was freed while pending"
      + (finding.others.isEmpty ? "" : "; for ever waits \(finding.words(in: graph))")
  }
}

extension PromiseEvent.Operation {
  /// One of its inputs may be enough to settle it: a failure, for `all`.
  fileprivate var needsOneInput: Bool { [.all, .race, .any].contains(self) }
}
