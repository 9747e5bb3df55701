import PromiseEvents
import PromiseGraph
import PromiseInsight

/// What moves along the lines of the chain pane at this moment: an outcome on its way to the promises that depend
/// on it, or an adoption whose line closes.
///
/// It changes only cells of the lines, and the text right of the row that the outcome has reached. Lines to rows
/// that are not drawn stay as they are.
struct ChainFlow {
  /// What is drawn in a cell of a line.
  struct Cell: Hashable, Sendable {
    /// The sign instead of the line's own.
    var glyph: Glyph?
    var role: Role
  }

  /// What is drawn in a row.
  struct Part: Hashable, Sendable {
    /// The cells left of the row's sign, by their columns.
    var cells: [Int: Cell] = [:]
    /// The outcome: in a row without a promise on the way, then where it arrives, instead of what that promise
    /// waits for.
    var text: Span?
  }

  private var parts: [Int: Part] = [:]

  /// What is drawn in a row, by its index; `nil` if nothing moves through it.
  subscript(row: Int) -> Part? { parts[row] }

  /// The most lines along which an outcome is drawn.
  private static let mostLines = 64

  /// Finds the lines in `rows`; `nil` if nothing moves. O(rows)
  init?(_ context: PaneContext, _ rows: [ChainLayout.Row]) {
    guard let flow = context.flow, let event = context.history[flow.event],
      let motion = Motion(event.kind, in: context)
    else { return nil }
    let share = min(1000, max(0, flow.share))
    let map = ChainLineMap(rows, context.graph)
    switch motion {
    case .outcome(let source, let targets, let token, let text):
      for target in targets.prefix(Self.mostLines) {
        let way = map.way(from: source, to: target)
        guard !way.isEmpty else { continue }
        let place = way[min(way.count - 1, way.count * share / 1001)]
        parts[place.row, default: Part()].cells[place.column] = token
        guard let row = share < 500 ? place.row : map.row(of: target),
          rows[row].kind == .lanes || rows[row].kind == .promise(target)
        else { continue }
        parts[row, default: Part()].text = Span(text, token.role)
      }
    case .adoption(let outer, let inner):
      let way = map.line(from: outer, toAdopted: inner)
      let closed = way.count * share / 1000
      for (number, place) in way.enumerated() {
        let isLine = rows[place.row].signs[place.column] == .horizontal
        parts[place.row, default: Part()].cells[place.column] =
          number < closed
          ? Cell(role: .lockedIn) : Cell(glyph: isLine ? .dotted : nil, role: .dim)
      }
    }
  }
}

extension ChainFlow {
  /// What an event sets in motion.
  enum Motion {
    case outcome(of: PromiseID, to: [PromiseID], Cell, text: String)
    case adoption(PromiseID, of: PromiseID)

    /// `nil` if the event moves nothing.
    init?(_ kind: PromiseEvent.Kind, in context: PaneContext) {
      switch kind {
      case .settled(let settlement):
        guard let node = context.graph[settlement.promise] else { return nil }
        let targets = Array(node.children) + Array(node.adoptedBy)
        self = Self.outcome(settlement, to: targets, context)
      case .handlerSkipped(let parent, let child, _):
        guard let settlement = context.graph[parent]?.settlement else { return nil }
        self = Self.outcome(settlement, to: [child], context)
      case .inputSettled(let fanIn, _, let input, _):
        guard let settlement = context.graph[input]?.settlement else { return nil }
        self = Self.outcome(settlement, to: [fanIn], context)
      case .adopted(let outer, let inner): self = .adoption(outer, of: inner)
      default: return nil
      }
    }

    private static func outcome(
      _ settlement: PromiseEvent.Settlement, to targets: [PromiseID], _ context: PaneContext
    ) -> Motion {
      let token =
        switch settlement.outcome {
        case .fulfilled: Cell(glyph: .flow, role: .fulfilled)
        case .rejected: Cell(glyph: .rejected, role: .rejected)
        case .cancelled: Cell(glyph: .cancelled, role: .cancelled)
        }
      let text = settlement.description.isEmpty ? "()" : settlement.description
      let isSaid = settlement.outcome != .cancelled || !settlement.description.isEmpty
      return .outcome(
        of: settlement.promise, to: targets, token,
        text: context.language.text("gets \(isSaid ? text : context.language.text("cancelled"))"))
    }
  }
}

/// Finds the cells of the lines between promises in the rows of the chain pane.
struct ChainLineMap {
  /// A cell left of a row's sign.
  struct Place: Hashable, Sendable {
    var row: Int
    var column: Int
  }

  private let rows: [ChainLayout.Row]
  private let graph: Graph
  /// The rows of promises, and of references to promises drawn elsewhere.
  private var promises: [PromiseID: Int] = [:]
  private var references: [PromiseID: [Int]] = [:]

  init(_ rows: [ChainLayout.Row], _ graph: Graph) {
    self.rows = rows
    self.graph = graph
    for (number, row) in rows.enumerated() {
      switch row.kind {
      case .promise(let id): promises[id] = number
      case .reference(let id): references[id, default: []].append(number)
      case .losers, .lanes, .more: break
      }
    }
  }

  /// Returns the row of a promise.
  func row(of promise: PromiseID) -> Int? { promises[promise] }

  /// Returns the cells from a promise to one that gets its outcome, in that order; empty if they are not drawn.
  func way(from source: PromiseID, to target: PromiseID) -> [Place] {
    guard let end = promises[target], let node = graph[target] else { return [] }
    if node.adopted == source { return line(from: target, toAdopted: source).reversed() }
    let starts = (promises[source].map { [$0] } ?? []) + (references[source] ?? [])
    if node.creation.operation.isFanIn {
      // An input has a lane from its own row, or from that of a reference.
      let start = starts.last { start in
        guard start < end, let sign = sign(end, rows[start].column) else { return false }
        return sign == .joinFirst || sign == .join || sign == .settledBy
      }
      return start.map { cells(rows[$0].column, from: $0, to: end) } ?? []
    }
    guard let start = promises[source], start < end else { return [] }
    let column = rows[start].column
    if rows[end].column == column {
      let isBeside = [.chainNext, .chainLast].contains(sign(end, column - 1))
      return cells(isBeside ? column - 1 : column, from: start, to: end)
    }
    return [.branch, .last].contains(sign(end, column)) ? cells(column, from: start, to: end) : []
  }

  /// Returns the cells from a promise to the one that it adopted, or to a reference to that: to the beginning of
  /// the other one's chain, then down that chain.
  func line(from outer: PromiseID, toAdopted inner: PromiseID) -> [Place] {
    guard let start = promises[outer] else { return [] }
    let column = rows[start].column
    let root = graph.root(of: inner)
    let ends = (promises[root].map { [$0] } ?? []) + (references[inner] ?? [])
    guard
      let end = ends.first(where: { start < $0 && [.branch, .last].contains(sign($0, column)) })
    else { return [] }
    var places = cells(column, from: start, to: end)
    guard promises[root] == end else { return places }
    var chain = [inner]
    while chain.last != root, chain.count < Self.mostLinks,
      let parent = chain.last.flatMap({ graph[$0]?.creation.parents.first })
    {
      chain.append(parent)
    }
    for (child, parent) in zip(chain, chain.dropFirst()).reversed() {
      places += way(from: parent, to: child)
    }
    return places
  }

  /// The most links of an adopted chain that are followed.
  private static let mostLinks = 64

  private func sign(_ row: Int, _ column: Int) -> ChainLayout.Sign? {
    rows[row].signs.indices.contains(column) ? rows[row].signs[column] : nil
  }

  /// Returns the cells of a line that leaves the row `start` in `column`, goes down, and in the row `end` to the
  /// right, up to its sign.
  private func cells(_ column: Int, from start: Int, to end: Int) -> [Place] {
    var places: [Place] = []
    // A line beside its promise begins in the promise's row.
    for row in start...end where row > start || column < rows[start].column {
      places.append(Place(row: row, column: column))
    }
    for next in (column + 1)..<max(column + 1, rows[end].column) {
      places.append(Place(row: end, column: next))
    }
    return places.filter { sign($0.row, $0.column) != nil }
  }
}
