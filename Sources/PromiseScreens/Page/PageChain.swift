import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The chain of a page: a row for each promise, with lanes that show where its outcome comes from.
struct PageChain {
  let graph: Graph
  let language: Language
  let clock: ShortClock
  private let layout: ChainLayout
  /// The rows of promises whose lane comes from the row above.
  private var chained: Set<PromiseID> = []

  /// Lays out `kept`, or all promises of `graph` if it is `nil`.
  init(_ graph: Graph, keeping kept: [PromiseID]?, clock: ShortClock, language: Language) {
    self.graph = graph
    self.language = language
    self.clock = clock
    let loose = ChainLayout(graph, keeping: kept, cap: Self.mostColumns)
    layout =
      loose.width <= Self.mostColumns
      ? loose : ChainLayout(graph, keeping: kept, step: 1, joinStep: 1, cap: Self.mostColumns)
    var columns: [PromiseID: Int] = [:]
    for row in layout.rows {
      guard case .promise(let id) = row.kind else { continue }
      columns[id] = row.column
      guard let node = graph[id], !node.creation.operation.isFanIn,
        let parent = node.creation.parents.first, columns[parent] == row.column
      else { continue }
      chained.insert(id)
    }
  }

  private static let mostColumns = 48

  /// The list of rows.
  var markup: String {
    let width = min(layout.width, Self.mostColumns)
    let rows = layout.rows.enumerated().map { index, row in
      self.row(row, next: index + 1 < layout.rows.count ? layout.rows[index + 1] : nil)
    }
    return "<ol id=\"rows\" class=\"rows\" style=\"--columns:\(width)\">\n\(rows.joined())</ol>\n"
  }

  private func row(_ row: ChainLayout.Row, next: ChainLayout.Row?) -> String {
    switch row.kind {
    case .promise(let id):
      guard let node = graph[id] else { return "" }
      return promise(node, row, next)
    case .reference(let id):
      let name = graph[id].map { graph.name(of: $0, clock: clock) } ?? "\(id)"
      return "<li class=\"aside\" data-p=\"\(id.rawValue)\">\(gutter(row, next, sign: "→"))"
        + "<span class=\"name\">\(html(name))</span> <span class=\"id\">\(id)</span></li>\n"
    case .losers(let id):
      guard let node = graph[id], let settled = node.settled else { return "" }
      let names = node.losers.prefix(5).map { input in
        graph[input.promise].map { graph.name(of: $0, clock: clock) } ?? "\(input.promise)"
      }
      let text = language.text("not waited for: \(names.joined(separator: ", "))")
      return
        "<li class=\"aside\" data-after=\"\(settled.sequence)\">\(gutter(row, next, sign: nil))"
        + "<span>\(html(text))</span></li>\n"
    case .lanes: return "<li class=\"gap\">\(gutter(row, next, sign: nil))</li>\n"
    case .more:
      return "<li class=\"aside\">\(gutter(row, next, sign: "…"))</li>\n"
    }
  }

  private func promise(
    _ node: PromiseNode, _ row: ChainLayout.Row, _ next: ChainLayout.Row?
  ) -> String {
    let number = node.id.rawValue
    let name = graph.name(of: node, clock: clock)
    let queue = node.queue.map { html(graph.queueName($0)) } ?? ""
    let (text, isValue) = outcome(node)
    return "<li class=\"row\" data-p=\"\(number)\" tabindex=\"0\">"
      + gutter(row, next, sign: "\(GlyphSet.unicode[node.glyph])", of: node)
      + "<span class=\"who\"><span class=\"name\">\(html(name))</span> "
      + "<span class=\"id\">\(node.id)</span></span>"
      + "<span class=\"on\">\(queue)</span>"
      + "<span class=\"what\(isValue ? " value" : "")\" data-w=\"\(number)\">"
      + "\(html(text))</span></li>\n"
  }

  /// Returns the outcome at the end, or the state.
  private func outcome(_ node: PromiseNode) -> (text: String, isValue: Bool) {
    guard let settlement = node.settlement, !settlement.description.isEmpty else {
      return (node.stateWords(in: language), false)
    }
    return (PageFacts.brief(settlement.description), true)
  }
}

// MARK: - Lanes

extension PageChain {
  /// Returns the cells left of a row: lanes, then its sign.
  private func gutter(
    _ row: ChainLayout.Row, _ next: ChainLayout.Row?, sign: String?, of node: PromiseNode? = nil
  ) -> String {
    var cells = ""
    for column in 0..<min(row.column, Self.mostColumns) {
      let lane = row.signs.indices.contains(column) ? row.signs[column] : .blank
      let after = row.signs.indices.contains(column + 1) ? row.signs[column + 1] : nil
      cells += cell(lane, before: after, of: row)
    }
    guard let sign else { return "<span class=\"gut\">\(cells)</span>" }
    var names = ["sign"]
    if let node, chained.contains(node.id) { names.append("up") }
    if continues(row.column, in: next) { names.append("down") }
    switch row.signs.last {
    case .horizontal, .branch, .last, .joinFirst, .join: names.append("left")
    case .settledBy: names.append("left")
    case .dotted: names += ["left", "dots"]
    case .blank, .vertical, .chainFirst, .chainNext, .chainLast, nil: break
    }
    let marked = node.map {
      " data-s=\"\($0.id.rawValue)\" class=\"s-\(Self.name(of: $0))\""
    }
    return "<span class=\"gut\">\(cells)<i class=\"\(names.joined(separator: " "))\">"
      + "<b\(marked ?? "")>\(sign)</b></i></span>"
  }

  /// Returns whether the lane in `column` goes on in the row below.
  private func continues(_ column: Int, in next: ChainLayout.Row?) -> Bool {
    guard let next else { return false }
    if next.signs.indices.contains(column) {
      switch next.signs[column] {
      case .vertical, .branch, .last, .joinFirst, .join, .settledBy: return true
      case .blank, .horizontal, .dotted, .chainFirst, .chainNext, .chainLast: return false
      }
    }
    guard case .promise(let id) = next.kind else { return false }
    return next.column == column && chained.contains(id)
  }

  private func cell(
    _ sign: ChainLayout.Sign, before next: ChainLayout.Sign?, of row: ChainLayout.Row
  ) -> String {
    let name =
      switch sign {
      case .blank, .chainFirst, .chainNext, .chainLast: ""
      case .vertical: "v"
      case .horizontal: "h"
      case .dotted: "h dots"
      case .branch: next == .dotted ? "b dots" : "b"
      case .last, .joinFirst: next == .dotted ? "l dots" : "l"
      case .join: "j"
      case .settledBy: "j won"
      }
    guard sign == .settledBy, case .promise(let id) = row.kind, let settled = graph[id]?.settled
    else {
      return name.isEmpty ? "<i></i>" : "<i class=\"\(name)\"></i>"
    }
    return "<i class=\"\(name)\" data-after=\"\(settled.sequence)\"></i>"
  }

  /// Returns the name of a promise's state in the style sheet.
  static func name(of node: PromiseNode) -> String {
    if node.unhandled != nil { return "rejected" }
    if node.skipped != nil { return "passed" }
    return PromiseState.pageNames[node.state.pagePlace.place]
  }
}
