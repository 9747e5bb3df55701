import PromiseEvents
import PromiseGraph

/// Places the promises of a ``ChainForest`` in rows, one after the other, and tracks the open lanes. It uses
/// a list of steps instead of recursion, so that long chains do not overflow the stack.
struct ChainPlacer {
  private(set) var rows: [ChainLayout.Row] = []
  private(set) var width = 0
  /// Whether chains of the top forest lead into a fan-in.
  private(set) var joinsChains = false

  private let graph: Graph
  private let forest: ChainForest
  private let step: Int
  private let joinStep: Int

  private var open: ChainOpenLanes
  /// The lanes that lead into a fan-in: their columns and inputs.
  private var lanes: [PromiseID: [(column: Int, input: PromiseID)]] = [:]
  private var placed: Set<PromiseID> = []
  /// The remaining steps, the next one last.
  private var work: [Step] = []

  /// A thing to place, and what its row is connected to.
  private enum Step {
    case root(PromiseID, Dotted?)
    case reference(PromiseID, for: PromiseID?, Dotted?)
    case join(PromiseID, Dotted?)
    case chained(PromiseID, column: Int)
    case sibling(PromiseID, column: Int, last: Bool)
  }

  /// The lane from which a dotted line leads to what was created inside a handler.
  private struct Dotted {
    var column: Int
    /// Whether nothing after it needs that lane.
    var last = false
  }

  init(_ graph: Graph, _ forest: ChainForest, step: Int, joinStep: Int, cap: Int) {
    self.graph = graph
    self.forest = forest
    self.step = step
    self.joinStep = joinStep
    open = ChainOpenLanes(cap: cap)
  }

  /// Places everything.
  mutating func run() {
    work =
      forest.isOneChain
      ? forest.top.map { .root($0, nil) } : steps(for: forest.top, dotted: nil).reversed()
    while let step = work.popLast() { perform(step) }
  }

  private mutating func perform(_ step: Step) {
    switch step {
    case .root(let id, let dotted):
      place(.promise(id), dotted)
    case .reference(let id, let fanIn, let dotted):
      let column = place(.reference(id), dotted)
      if let fanIn {
        open.open(column)
        lanes[fanIn, default: []].append((column, id))
      }
    case .join(let id, let dotted):
      join(id, dotted)
    case .chained(let id, let column):
      open.close(column)
      let follows = column == 0 && open.isEmpty
      add(.promise(id), column, open.signs(before: column), followsChain: follows)
      grow(id, column)
    case .sibling(let id, let trunk, let last):
      let column = (open.last ?? trunk) + self.step
      let signs = open.signs(
        before: column, from: trunk, last ? .last : .branch, line: .horizontal)
      if last { open.close(trunk) }
      add(.promise(id), column, signs)
      grow(id, column)
    }
  }
}

// MARK: - Rows

extension ChainPlacer {
  /// Places a root or a reference: by a dotted line from the lane of the handler's promise, or at the left
  /// of the top forest. Returns the column.
  @discardableResult
  private mutating func place(_ kind: ChainLayout.Kind, _ dotted: Dotted?) -> Int {
    let column: Int
    let signs: [ChainLayout.Sign]
    if let dotted {
      let beside = open.last ?? dotted.column
      column = beside + step + (beside == dotted.column ? 1 : 0)
      signs = open.signs(
        before: column, from: dotted.column, dotted.last ? .last : .branch, line: .dotted)
      if dotted.last { open.close(dotted.column) }
    } else {
      column = open.last.map { $0 + step } ?? 0
      separate(column)
      signs = open.signs(before: column)
    }
    add(kind, column, signs)
    if case .promise(let id) = kind { grow(id, column) }
    return column
  }

  /// Places a fan-in to the right of its inputs, whose lanes end in it.
  private mutating func join(_ id: PromiseID, _ dotted: Dotted?) {
    guard let inputs = lanes.removeValue(forKey: id), let first = inputs.map(\.column).min() else {
      place(.promise(id), dotted)
      return
    }
    joinsChains = joinsChains || dotted == nil
    let column = (open.last ?? first) + joinStep
    var signs = open.signs(before: column, from: first, .joinFirst, line: .horizontal)
    let source = graph[id]?.settlement?.from
    for (lane, input) in inputs where lane < signs.count {
      if input == source {
        signs[lane] = .settledBy
      } else if lane != first {
        signs[lane] = .join
      }
    }
    open.close(Set(inputs.map(\.column)))
    add(.promise(id), column, signs)
    grow(id, column)
  }

  /// Adds an empty row, or a row of lanes, before a root that would otherwise touch something unrelated.
  private mutating func separate(_ column: Int) {
    guard let above = rows.last else { return }
    let touches =
      above.column == column || (column < above.signs.count && above.signs[column] != .blank)
    guard open.isEmpty || touches else { return }
    rows.append(.init(kind: .lanes, column: column, signs: open.signs(before: column)))
  }

  private mutating func add(
    _ kind: ChainLayout.Kind, _ column: Int, _ signs: [ChainLayout.Sign],
    followsChain: Bool = false
  ) {
    rows.append(.init(kind: kind, column: column, signs: signs, followsChain: followsChain))
    width = max(width, column + 1)
  }
}

// MARK: - What is below a promise

extension ChainPlacer {
  /// Opens the lane below a placed promise if it has children, and adds these to the work.
  private mutating func grow(_ id: PromiseID, _ column: Int) {
    placed.insert(id)
    let fanIn = forest.lane[id].flatMap { placed.contains($0) ? nil : $0 }
    let links = forest.links[id] ?? []
    var made = steps(for: forest.inner[id] ?? [], dotted: Dotted(column: column))
    if let adopted = graph[id]?.adopted, !forest.isOneChain, forest.owner[adopted] != id,
      forest.has(adopted, in: graph)
    {
      made.append(.reference(adopted, for: nil, Dotted(column: column)))
    }
    if links.isEmpty, fanIn == nil { made = endingDotted(made) }

    var next = made
    if links.count == 1, fanIn == nil {
      next.append(.chained(links[0], column: column))
    } else {
      for (index, link) in links.enumerated() {
        let last = fanIn == nil && index == links.count - 1
        next.append(.sibling(link, column: column, last: last))
      }
    }
    let hasLosers = graph[id]?.hasLosers ?? false
    if !next.isEmpty || fanIn != nil { open.open(column) }
    if let fanIn { lanes[fanIn, default: []].append((column, id)) }
    if hasLosers {
      rows.append(
        .init(kind: .losers(id), column: column + 1, signs: open.signs(before: column + 1)))
    }
    work.append(contentsOf: next.reversed())
  }

  /// Returns the steps that place the roots and fan-ins of a forest.
  private func steps(for entries: [PromiseID], dotted: Dotted?) -> [Step] {
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
        steps.append(.reference(input, for: id, dotted))
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
      case .join(let id, var dotted?) where graph[id]?.inputs.isEmpty ?? true:
        dotted.last = true
        steps[index] = .join(id, dotted)
      default: continue
      }
      return steps
    }
    return steps
  }
}
