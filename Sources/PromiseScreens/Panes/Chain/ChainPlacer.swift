import PromiseEvents
import PromiseGraph
import PromiseInsight

/// Places the promises of a ``ChainForest`` in rows, one after the other, and tracks the open lanes. It uses
/// a list of steps instead of recursion, so that long chains do not overflow the stack.
struct ChainPlacer {
  var rows: [ChainLayout.Row] = []
  private(set) var width = 0
  /// Whether chains of the top forest lead into a fan-in.
  private(set) var joinsChains = false
  /// Whether a chain in the first column has no cell for its line.
  var needsLead = false
  /// The column of promises without a lane beside them.
  let lead: Int

  let graph: Graph
  let forest: ChainForest
  let step: Int
  private let joinStep: Int

  var open: ChainOpenLanes
  /// The lanes that lead into a fan-in: their columns and inputs.
  var lanes: [PromiseID: [(column: Int, input: PromiseID)]] = [:]
  var placed: Set<PromiseID> = []
  /// The remaining steps, the next one last.
  var work: [Step] = []
  /// How many references were asked for. Beyond ``mostReferences`` they are left out: fan-ins that share
  /// inputs can have as many as the product of both.
  var references = 0
  static let mostReferences = 10_000

  /// A thing to place, and what its row is connected to.
  enum Step {
    case root(PromiseID, Dotted?)
    case reference(PromiseID, for: PromiseID?, Dotted?)
    case join(PromiseID, Dotted?)
    /// A link without siblings, whose line is in the column `line`: left of it, or its own if that is taken.
    case chained(PromiseID, column: Int, line: Int)
    case sibling(PromiseID, column: Int, last: Bool)
  }

  /// The lane from which a dotted line leads to what was created inside a handler.
  struct Dotted {
    var column: Int
    /// The first promise of the chain of which the promise of the handler adopted one.
    var adopted: PromiseID?
    /// Whether nothing after it needs that lane.
    var last = false
  }

  init(
    _ graph: Graph, _ forest: ChainForest, step: Int, joinStep: Int, cap: Int, lead: Int
  ) {
    self.lead = step > 1 ? lead : 0
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
    if references > Self.mostReferences { rows.append(.init(kind: .more, column: 0, signs: [])) }
  }

  private mutating func perform(_ step: Step) {
    switch step {
    case .root(let id, let dotted):
      place(.promise(id), dotted, isAdopted: dotted?.adopted == id)
    case .reference(let id, let fanIn, let dotted):
      let column = place(.reference(id), dotted, isAdopted: fanIn == nil)
      if let fanIn {
        open.open(column)
        lanes[fanIn, default: []].append((column, id))
      }
    case .join(let id, let dotted):
      join(id, dotted)
    case .chained(let id, let column, let line):
      if line < column { open.close(column) }
      let follows = column == lead && open.isAlone(line)
      if line == column { open.close(column) }
      var signs = open.signs(before: column)
      let goesOn = isFollowed(id)
      if line < column {
        if line < signs.count { signs[line] = goesOn ? .chainNext : .chainLast }
        if !goesOn { open.close(line) }
      }
      add(.promise(id), column, signs, followsChain: follows)
      grow(id, column, line: goesOn ? line : nil)
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
  /// Places a root or a reference: by a line from the lane of the handler's promise, dotted unless it is adopted,
  /// or at the left of the top forest. Returns the column.
  @discardableResult
  private mutating func place(
    _ kind: ChainLayout.Kind, _ dotted: Dotted?, isAdopted: Bool
  ) -> Int {
    let column: Int
    let signs: [ChainLayout.Sign]
    if let dotted {
      let beside = open.last ?? dotted.column
      column = beside + step + (beside == dotted.column ? 1 : 0)
      signs = open.signs(
        before: column, from: dotted.column, dotted.last ? .last : .branch,
        line: isAdopted ? .horizontal : .dotted)
      if dotted.last { open.close(dotted.column) }
    } else {
      column = open.last.map { $0 + step } ?? lead
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
      place(.promise(id), dotted, isAdopted: dotted?.adopted == id)
      return
    }
    joinsChains = joinsChains || dotted == nil
    let column = (open.last ?? first) + joinStep
    // The line to a fan-in that was adopted also crosses the lanes of its inputs.
    let outer = dotted.flatMap { $0.adopted == id ? $0 : nil }
    var signs =
      outer.map {
        open.signs(before: column, from: $0.column, $0.last ? .last : .branch, line: .horizontal)
      } ?? open.signs(before: column, from: first, .joinFirst, line: .horizontal)
    let source = graph[id]?.settlement?.from
    for (lane, input) in inputs where lane < signs.count {
      if input == source {
        signs[lane] = .settledBy
      } else if lane != first || outer != nil {
        signs[lane] = .join
      }
    }
    if let outer, outer.last { open.close(outer.column) }
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
