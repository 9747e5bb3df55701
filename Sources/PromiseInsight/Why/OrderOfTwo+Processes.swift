import PromiseEvents
import PromiseGraph

extension OrderQuestion {
  /// Returns why a handler of one process ran before a handler of another one, or that their order is not known;
  /// `nil` if they belong to the same process.
  mutating func acrossProcesses(_ early: Moment, _ late: Moment) -> [Line]? {
    guard graph.hasProcesses, let one = graph.process(of: first),
      let other = graph.process(of: second), one != other
    else { return nil }
    if let way = requests(from: first, to: second) {
      verdict = .always
      return [
        Line(.answer, language.text("a request leads from the one to the other"), promise: first)
      ]
        + way.map { request, handling in
          let (from, to) = (
            graph.nameInProcess(of: request, language), graph.nameInProcess(of: handling, language)
          )
          return Line(
            .step, language.text("\(to) handles the request of \(from)"), depth: 1,
            promise: handling, event: graph[handling]?.created.sequence)
        }
    }
    verdict = .perhaps
    let names = [one, other].map { brief(graph.name(of: $0), 24) }
    let doubt = uncertainty(one, other)
    let gap = late.time.saturatingMinus(early.time)
    if let doubt, gap <= doubt {
      let text =
        doubt >= ProcessNode.unknownUncertainty
        ? language.text(
          "their order is not known: no messages say how the clocks of \(names[0]) and \(names[1]) differ"
        )
        : language.text(
          "their order is not known: the clocks of \(names[0]) and \(names[1]) can differ by \(milliseconds(doubt)) ms"
        )
      return [Line(.answer, text)]
    }
    return [
      Line(
        .answer,
        language.text(
          "they run in different processes, and nothing that one did was needed for the other"))
    ]
  }

  /// Returns by how many nanoseconds the times of two processes can be off against each other; `nil` if they have the
  /// same clock.
  private func uncertainty(_ one: ProcessID, _ other: ProcessID) -> Int64? {
    let parts = [one, other].compactMap { graph.process($0)?.uncertainty }
    return parts.isEmpty ? nil : parts.reduce(0) { $0.saturatingPlus($1) }
  }

  /// Returns the requests that lead from one promise to another; `nil` if none do. Only the handlings above the second
  /// one are examined, so that it takes O(depth).
  private func requests(
    from first: PromiseID, to second: PromiseID
  ) -> [(request: PromiseID, handling: PromiseID)]? {
    var way: [(request: PromiseID, handling: PromiseID)] = []
    var next: PromiseID? = second
    var met: Set<PromiseID> = []
    while let here = next, met.insert(here).inserted, met.count < Self.mostSteps {
      if let request = graph.request(handledBy: here) {
        way.insert((request, here), at: 0)
        // The request is made after what its promise waits for.
        if request == first || leads(first, to: request) { return way }
        next = request
      } else {
        next =
          graph[here].flatMap { $0.parent ?? $0.creation.parents.first }
          ?? graph.promise(above: here)
      }
    }
    return nil
  }

  private func leads(_ first: PromiseID, to last: PromiseID) -> Bool {
    var next: PromiseID? = last
    var met: Set<PromiseID> = []
    while let here = next, met.insert(here).inserted, met.count < Self.mostSteps {
      if here == first { return true }
      next =
        graph[here].flatMap { $0.parent ?? $0.creation.parents.first }
        ?? graph.promise(above: here)
    }
    return false
  }

  private static var mostSteps: Int { 10_000 }
}
