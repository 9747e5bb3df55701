import PromiseGraph
import PromiseKitLite

/// The order of a run as an SVG picture: a column for each queue, a row for each handler and note, and a line
/// from each handler to those that follow from it. What differs from the expected order is marked.
struct OrderPicture {
  private let title: String
  private let rows: [OrderDifference.Row]
  /// The index of the first row that is shown.
  private let start: Int
  /// The numbers of the starts from which the handlers followed, by the numbers of their own starts.
  private let causes: [Int: Int]
  /// The labels of the queues, in the order of their first use.
  private let queues: [String]

  /// Creates the picture of a run.
  ///
  /// - Parameters:
  ///   - events: The events of the run, in order.
  ///   - golden: The expected order; `nil` if there is none.
  ///   - times: Whether the times of lines that have one are compared.
  ///   - title: What the picture shows.
  /// - Complexity: O(n)
  init(_ events: [PromiseEvent], expecting golden: GoldenOrder?, times: Bool, title: String) {
    self.title = title
    let graph = Graph(events)
    let order = HandlerOrder(events, sites: true, in: graph)
    let all =
      golden.map { OrderDifference($0, order, times: times).rows }
      ?? order.steps.map { .same($0, GoldenLine($0, times: false)) }
    let first = all.firstIndex { !$0.isSame } ?? 0
    start = max(0, first - Self.mostBefore)
    rows = Array(all[start...].prefix(Self.mostRows))
    causes = Self.causes(graph)
    queues = rows.reduce(into: []) { queues, row in
      if let queue = row.queue, !queues.contains(queue) { queues.append(queue) }
    }
    more = all.count - start - rows.count
  }

  /// How many rows below the last one are left out.
  private let more: Int

  /// The document, with a newline at the end. The same run always gives the same text.
  var svg: String {
    let width = Self.left + max(1, queues.count) * Self.column + Self.margin
    let height = Self.top + (rows.count + (more > 0 ? 1 : 0)) * Self.row + Self.margin
    let lanes = queues.indices.map(lane).joined()
    let last =
      more > 0
      ? Self.text(Self.left, center(of: rows.count) + 5, "… \(more) more", "aside") : ""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      <title>\(sanitized(title).escapedForXML)</title>
      <style>\(Self.style)</style>
      <rect class="page" width="\(width)" height="\(height)"/>
      \(Self.text(Self.margin, 22, title, "title"))\(lanes)\(links)\(boxes)\(last)</svg>

      """
  }
}

// MARK: - The parts

extension OrderPicture {
  private func lane(_ index: Int) -> String {
    let x = Self.left + index * Self.column + Self.column / 2
    let end = Self.top + rows.count * Self.row
    return Self.text(x, Self.top - 12, queues[index], "queue")
      + "<path class=\"lane\" d=\"M\(x) \(Self.top)V\(end)\"/>\n"
  }

  /// The lines from the handlers to those that follow from them.
  private var links: String {
    var places: [Int: Int] = [:]
    for (index, row) in rows.enumerated() {
      if let step = row.step { places[step.sequence] = index }
    }
    return rows.enumerated().compactMap { index, row -> String? in
      guard let cause = row.step.flatMap({ causes[$0.sequence] }), let above = places[cause],
        above < index
      else { return nil }
      let (x, y) = (column(of: above), center(of: above) + Self.box / 2)
      let (toX, toY) = (column(of: index), center(of: index) - Self.box / 2)
      let middle = (y + toY) / 2
      return
        "<path class=\"link\" d=\"M\(x) \(y)C\(x) \(middle) \(toX) \(middle) \(toX) \(toY)\"/>\n"
    }.joined()
  }

  private var boxes: String {
    rows.enumerated().map { index, row in
      let (x, y) = (column(of: index), center(of: index))
      let mark = row.isSame ? "" : row.step == nil ? "− " : "+ "
      let look = row.isSame ? "same" : row.step == nil ? "missing" : "extra"
      let time = row.step.map { Self.text(Self.margin, y + 5, "\($0.milliseconds) ms", "aside") }
      guard row.queue != nil else {
        return (time ?? "") + Self.text(x, y + 5, mark + row.name, "note \(look)")
      }
      let left = x - Self.column / 2 + Self.margin / 2
      let event = row.step.map { "<title>event \($0.sequence)</title>" }
      return "<g>\(event ?? "")\(time ?? "")"
        + "<rect class=\"box \(look)\" x=\"\(left)\" y=\"\(y - Self.box / 2)\" "
        + "width=\"\(Self.column - Self.margin)\" height=\"\(Self.box)\" rx=\"5\"/>"
        + Self.text(x, y + 5, mark + row.name, "name \(look)") + "</g>\n"
    }.joined()
  }

  /// Returns the middle of a row's column; a note is in that of the handler above it.
  private func column(of index: Int) -> Int {
    let queue = rows[...index].last { $0.queue != nil }?.queue
    let place = queue.flatMap(queues.firstIndex) ?? 0
    return Self.left + place * Self.column + Self.column / 2
  }

  private func center(of index: Int) -> Int { Self.top + index * Self.row + Self.row / 2 }
}

// MARK: - What follows from what

extension OrderPicture {
  /// Returns, for the start of each handler, that of the nearest handler above it in its chain, among the first that
  /// are above it.
  private static func causes(_ graph: Graph) -> [Int: Int] {
    func start(of promise: PromiseID) -> Int? {
      graph[promise]?.job.flatMap(graph.job)?.started?.sequence
    }
    func above(_ promise: PromiseID) -> PromiseID? {
      let node = graph[promise]
      return start(of: promise) == nil
        ? node?.firstAdopted ?? node?.creation.parents.first : node?.creation.parents.first
    }
    var causes: [Int: Int] = [:]
    for job in graph.startedJobs {
      guard let own = job.started?.sequence, var promise = job.child else { continue }
      for _ in 0..<64 {
        guard let next = above(promise) else { break }
        promise = next
        guard let start = start(of: promise), start < own else { continue }
        causes[own] = start
        break
      }
    }
    return causes
  }
}

// MARK: - The look

extension OrderPicture {
  private static let (left, top, column, row) = (80, 70, 190, 36)
  private static let (box, margin) = (26, 12)
  /// More rows than that are not looked at, and those around the first difference matter most.
  private static let mostRows = 400
  private static let mostBefore = 100

  private static let style = """
    text{font:13px ui-sans-serif,system-ui,sans-serif;fill:#202020}\
    .page{fill:#fff}.title{font-weight:bold}.queue,.name{text-anchor:middle}\
    .queue{font-weight:bold}.note{text-anchor:middle;font-style:italic}.aside{fill:#707070}\
    .lane{stroke:#d8d8d8;fill:none}.link{stroke:#808080;fill:none}\
    .box{fill:#eef3fb;stroke:#4a72b0}.box.extra{fill:#fde8e8;stroke:#c02020;stroke-width:2}\
    .box.missing{fill:none;stroke:#909090;stroke-dasharray:4 3}text.extra{fill:#c02020}\
    text.missing{fill:#707070}\
    @media (prefers-color-scheme: dark){text{fill:#d8d8d8}.page{fill:#101214}.lane{stroke:#383c40}\
    .box{fill:#1c2836}.box.extra{fill:#381818;stroke:#f06060}text.extra{fill:#f06060}\
    .box.missing{fill:none}.aside,text.missing{fill:#909090}}
    """

  private static func text(_ x: Int, _ y: Int, _ text: String, _ look: String) -> String {
    let isCut = look != "title" && text.count > 26
    let shown = isCut ? "\(text.prefix(25))…" : text
    return "<text class=\"\(look)\" x=\"\(x)\" y=\"\(y)\">"
      + (isCut ? "<title>\(sanitized(text).escapedForXML)</title>" : "")
      + "\(sanitized(shown).escapedForXML)</text>\n"
  }
}

extension OrderDifference.Row {
  /// The text of its line: `fetch on net`.
  private var text: String {
    switch self {
    case .same(let step, _), .extra(let step): step.text
    case .missing(let line): line.text
    }
  }

  /// Where the name of the queue is separated from that of the handler; `nil` for a note.
  private var separator: Range<String.Index>? {
    if let step, step.isNote { return nil }
    var found: Range<String.Index>?
    var rest = text[...]
    while let next = rest.firstRange(of: " on ") {
      found = next
      rest = rest[next.upperBound...]
    }
    return found
  }

  /// The label of the queue; `nil` for a note.
  fileprivate var queue: String? { step?.queue ?? separator.map { String(text[$0.upperBound...]) } }

  /// The name of the handler, or the text of the note.
  fileprivate var name: String {
    step?.name ?? separator.map { String(text[..<$0.lowerBound]) } ?? text
  }
}
