import PromiseEvents

/// The promises of a graph as boxes, and what follows from what as arrows: what Mermaid and Graphviz draw.
///
/// Every promise is one box, however many ways lead to it. O(promises and arrows)
struct PromiseDiagram {
  /// A promise as a box.
  struct Box {
    var id: PromiseID
    /// Its number and its name: `p3 .then fetch`.
    var title: String
    var shape: Shape
    /// The state in words, and the value or the error.
    var outcome: String
    /// Where its handler runs; none where it has none.
    var queue: String?
    /// When it began and was settled.
    var times: String
    /// Where it was made.
    var site: String?
    /// The tag of its chain, if it has any.
    var tag: String?
  }

  /// How the state of a promise is drawn.
  enum Shape: String, CaseIterable {
    case pending, queued, running, lockedIn, fulfilled, rejected, cancelled, passed, lost, unknown
  }

  /// That one follows from the other.
  struct Arrow {
    var from: PromiseID
    var to: PromiseID
    var kind: Kind
  }

  /// How one follows from the other.
  enum Kind: Hashable {
    /// A handler of the first settles the second.
    case handler
    /// The settlement of the first passed the second without its handler.
    case passed
    /// The first is an input of the second.
    case input
    /// The same, and the one that settled it: it has won a race, fulfilled a retry, or failed an all.
    case winner
    case success
    case failure
    /// The same, settled too late.
    case late
    /// The second was locked in to the first.
    case adoption

    /// What stands beside the arrow; nothing where the arrow says it.
    var label: String {
      switch self {
      case .handler, .input: ""
      case .passed: "passed"
      case .winner: "wins"
      case .success: "settles it"
      case .failure: "fails it"
      case .late: "too late"
      case .adoption: "adopted"
      }
    }
  }

  private(set) var boxes: [Box] = []
  private(set) var arrows: [Arrow] = []

  /// The promises of `graph`, or those that `range` has an event of.
  init(_ graph: Graph, only shown: Set<PromiseID>? = nil) {
    for node in graph.promises where shown?.contains(node.id) ?? true {
      boxes.append(Box(node, in: graph))
      arrows += Self.arrows(to: node, in: graph).filter { shown?.contains($0.from) ?? true }
    }
  }

  private static func arrows(to node: PromiseNode, in graph: Graph) -> [Arrow] {
    var arrows: [Arrow] = []
    if node.creation.operation.isFanIn {
      arrows = node.inputs.map { input in
        let isDecisive = node.settlement?.from == input.promise
        return Arrow(
          from: input.promise, to: node.id,
          kind: input.ignored ? .late : isDecisive ? decision(of: node) : .input)
      }
    } else {
      arrows = node.creation.parents.map {
        Arrow(from: $0, to: node.id, kind: node.skipped == nil ? .handler : .passed)
      }
    }
    if let inner = node.adopted { arrows.append(Arrow(from: inner, to: node.id, kind: .adoption)) }
    return arrows.filter { graph[$0.from] != nil }
  }

  /// How the input that settled it has done so.
  private static func decision(of node: PromiseNode) -> Kind {
    let isFulfilled = node.settlement?.outcome == .fulfilled
    return switch node.creation.operation {
    case .race: .winner
    case .any: isFulfilled ? .winner : .failure
    default: isFulfilled ? .success : .failure
    }
  }
}

extension PromiseDiagram.Box {
  /// What stands in it.
  var lines: [String] { [title, outcome, (queue.map { "on \(brief($0, 32)), " } ?? "") + times] }

  init(_ node: PromiseNode, in graph: Graph) {
    id = node.id
    title = "\(node.id) \(brief(node.title, 48))"
    shape = .init(node)
    outcome = Self.outcome(node)
    queue = (node.queue ?? node.job.flatMap { graph.job($0)?.queue }).map { graph.queueLabel($0) }
    times = milliseconds(node.created.time)
    if let settled = node.settled { times += " to \(milliseconds(settled.time))" }
    times += " ms"
    tag = node.creation.tag
    site = node.creation.site.map { brief("\($0)", 60) }
  }

  private static func outcome(_ node: PromiseNode) -> String {
    guard let text = node.settlement?.description, !text.isEmpty else {
      return node.stateWords
    }
    return "\(node.stateWords): \(brief(text, 60))"
  }
}

extension PromiseDiagram.Shape {
  init(_ node: PromiseNode) {
    self =
      switch node.state {
      case .pending: .pending
      case .queued: .queued
      case .running: .running
      case .lockedIn, .forwarded: .lockedIn
      case .fulfilled: node.skipped == nil ? .fulfilled : .passed
      case .rejected: node.skipped == nil ? .rejected : .passed
      case .cancelled: .cancelled
      case .lost: .lost
      case .unknown: .unknown
      }
  }

  /// How it is drawn: the fill and the line, told apart by people who see colours differently, the text on it
  /// being black; Mermaid's brackets; and the name of Graphviz.
  var look: (fill: String, line: String, open: String, close: String, dot: String) {
    switch self {
    case .pending: ("#ffffff", "#444444", "([", "])", "ellipse")
    case .queued: ("#d5f2f2", "#00757a", "[/", "/]", "parallelogram")
    case .running: ("#fff2b3", "#8a6d00", "[[", "]]", "component")
    case .lockedIn: ("#e4ecff", "#5a6fc4", "(", ")", "box3d")
    case .fulfilled: ("#cfe2ff", "#1a56b0", "[", "]", "box")
    case .rejected: ("#ffd6d6", "#b00020", "{{", "}}", "octagon")
    case .cancelled: ("#ffe3c2", "#a65300", "[\\", "\\]", "invhouse")
    case .passed: ("#eeeeee", "#777777", ">", "]", "note")
    case .lost: ("#dddddd", "#555555", "[/", "\\]", "trapezium")
    case .unknown: ("#f6f6f6", "#999999", "[\\", "/]", "diamond")
    }
  }
}

extension PromiseID {
  /// A name that Mermaid and Graphviz take for a name, whatever the number is.
  var boxName: String { rawValue < 0 ? "pm\(rawValue.magnitude)" : "p\(rawValue)" }
}
