package import PromiseEvents

/// A timer that keeps running after everything that reads it has settled.
///
/// **Why.** It keeps what it captures alive, and a program that ends when nothing is left to do
/// ends that much later.
///
/// **Reported** when a fan-in settles while a timer among its inputs, which nothing else reads, has
/// longer to run than the threshold. Not reported for `timeout`, which stops its timer, nor for
/// cancelled timers.
///
/// **Threshold.** The time that the timer keeps running: 100 ms.
///
/// **Fix.** Use `timeout`, or create the timer in a context and cancel that.
///
/// ```swift
/// // wrong: the timer runs for a minute
/// race(load(id), after(seconds: 60).map { start }).done { print($0.lines) }.cauterize()
/// // Prints "["one", "two"]"
/// // right
/// load(id).timeout(.seconds(60)).done { print($0.lines) }.cauterize()
/// // Prints "["one", "two"]"
/// ```
package enum TimerOutlivesReaders: Lint {
  package static let id = "timer-outlives-readers"
  package static let severity = Severity.advice
  package static let summary = "a timer keeps running although everything that reads it has settled"
  package static let fix = "use timeout, which stops its timer, or cancel the timer"
  package static let threshold: Threshold? = .milliseconds(100, "how long the timer keeps running")
  package static let kinds: [PromiseEvent.Kind.Name]? = [.settled]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard case .settled(let settlement) = event.kind, graph.pendingTimerCount > 0,
      let inputs = graph.read(
        settlement.promise, { $0.settled?.sequence == event.sequence ? $0.inputs : [] }),
      !inputs.isEmpty
    else { return nil }
    let limit = memory.settings.threshold(of: Self.self)
    var finding = Finding(Moment(event), promise: settlement.promise)
    for input in inputs where input.outcome == nil {
      guard let root = graph.timerRoot(of: input.promise), readsAlone(input.promise, root, graph),
        let timer = graph.read(root, { $0.timer }) ?? nil, let node = graph.timer(timer),
        node.fired == nil, node.cancelled == nil, node.due.saturatingMinus(graph.time) > limit
      else { continue }
      finding.number = max(finding.number, node.due.saturatingMinus(graph.time))
      finding.add(root)
    }
    return finding.otherCount > 0 ? finding : nil
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let (name, list) = (finding.name(in: graph), finding.list(in: graph, language))
    let rest = milliseconds(finding.number)
    return finding.otherCount == 1
      ? language.text(
        "\(list) keeps running for \(rest) ms, although its only reader, \(name), is settled")
      : language.text(
        "\(list) keep running for \(rest) ms, although their only reader, \(name), is settled")
  }

  /// Returns whether only the fan-in reads the links that lead from the timer to the input.
  private static func readsAlone(_ input: PromiseID, _ root: PromiseID, _ graph: Graph) -> Bool {
    var next = input
    for _ in 0..<9 {
      guard graph.read(next, { $0.children.count == 1 && $0.adoptedBy.isEmpty }) == true else {
        return false
      }
      if next == root { return true }
      guard let parent = graph.read(next, { $0.creation.parents.first }) ?? nil else {
        return false
      }
      next = parent
    }
    return false
  }
}
