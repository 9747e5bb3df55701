import PromiseEvents
import PromiseGraph
import PromiseInsight

// What is below a promise.
extension ChainPlacer {
  /// Opens the lane below a placed promise if it has children, and adds these to the work. `line` is the
  /// column of the chain's line, if the promise continues one.
  mutating func grow(_ id: PromiseID, _ column: Int, line: Int? = nil) {
    placed.insert(id)
    let fanIn = fanIn(of: id)
    let links = forest.links[id] ?? []
    var made = steps(for: forest.inner[id] ?? [], dotted: dotted(id, column))
    if let adopted = graph[id]?.adopted, !forest.isOneChain, forest.owner[adopted] != id,
      forest.has(adopted, in: graph)
    {
      made.append(.reference(adopted, for: nil, dotted(id, column)))
    }
    var isLaneNeeded = fanIn != nil || links.count > 1
    var next: [Step] = []
    if links.count == 1, fanIn == nil {
      let line = line ?? startLine(beside: column)
      isLaneNeeded = line == column
      next.append(.chained(links[0], column: column, line: line))
    } else {
      isLaneNeeded = isLaneNeeded || !links.isEmpty
      for (index, link) in links.enumerated() {
        let last = fanIn == nil && index == links.count - 1
        next.append(.sibling(link, column: column, last: last))
      }
    }
    if !isLaneNeeded { made = endingDotted(made) }
    if isLaneNeeded || !made.isEmpty { open.open(column) }
    if let fanIn { lanes[fanIn, default: []].append((column, id)) }
    if graph[id]?.hasLosers ?? false {
      rows.append(
        .init(kind: .losers(id), column: column + 1, signs: open.signs(before: column + 1)))
    }
    work.append(contentsOf: (made + next).reversed())
  }

  /// Returns whether a promise has a single link and nothing else below it that needs its lane.
  func isFollowed(_ id: PromiseID) -> Bool {
    forest.links[id]?.count == 1 && fanIn(of: id) == nil
  }

  /// Returns the fan-in that a promise has a lane to, if that is still ahead.
  private func fanIn(of id: PromiseID) -> PromiseID? {
    forest.lane[id].flatMap { placed.contains($0) ? nil : $0 }
  }

  /// Opens the line of a chain whose first promise is in the last row, in the cell left of it. Returns its
  /// column; if the cell is taken, the promise's own.
  private mutating func startLine(beside column: Int) -> Int {
    needsLead = needsLead || (step > 1 && column == 0)
    let line = column - 1
    guard step > 1, line >= 0, !open.contains(line) else { return column }
    open.open(line)
    let row = rows.count - 1
    if row >= 0, line < rows[row].signs.count, rows[row].signs[line] == .blank {
      rows[row].signs[line] = .chainFirst
    }
    return line
  }

  private func dotted(_ id: PromiseID, _ column: Int) -> Dotted {
    Dotted(column: column, adopted: graph[id]?.adopted.map { graph.root(of: $0) })
  }

  /// Returns the steps that place the roots and fan-ins of a forest.
  mutating func steps(for entries: [PromiseID], dotted: Dotted?) -> [Step] {
    var steps: [Step] = []
    for id in entries {
      guard let node = graph[id], node.creation.operation.isFanIn else {
        steps.append(.root(id, dotted))
        continue
      }
      var seen: Set<PromiseID> = []
      for input in node.drawnInputs
      where !(forest.lane[input] == id && seen.insert(input).inserted)
        && (forest.has(input, in: graph) || graph[input] == nil)
      {
        references += 1
        if references <= Self.mostReferences {
          steps.append(.reference(input, for: id, dotted))
        }
      }
      steps.append(.join(id, dotted))
    }
    return steps
  }

  /// Returns `steps` with the last dotted line ending its lane.
  private func endingDotted(_ steps: [Step]) -> [Step] {
    var steps = steps
    for index in steps.indices.reversed() {
      switch steps[index] {
      case .root(let id, var dotted?):
        dotted.last = true
        steps[index] = .root(id, dotted)
      case .reference(let id, let fanIn, var dotted?):
        dotted.last = true
        steps[index] = .reference(id, for: fanIn, dotted)
      case .join(let id, var dotted?)
      where dotted.adopted == id || graph[id]?.inputs.isEmpty ?? true:
        dotted.last = true
        steps[index] = .join(id, dotted)
      default: continue
      }
      return steps
    }
    return steps
  }
}
