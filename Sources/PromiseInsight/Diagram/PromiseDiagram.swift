package import PromiseEvents
package import PromiseGraph

/// The promises of a graph as boxes, with their dependencies as arrows, for Mermaid and Graphviz.
///
/// Every promise is one box, however many arrows lead to it. O(promises and arrows)
package struct PromiseDiagram {
  /// A promise as a box.
  struct Box {
    var id: PromiseID
    /// Its number and its name: `p3 .then fetch`.
    var title: String
    var shape: Shape
    /// The state, and the value or the error.
    var outcome: String
    /// The queue on which its handler runs; `nil` if it has none.
    var queue: String?
    /// When it was created and settled.
    var times: String
    /// Where it was created.
    var site: String?
    /// The tag of its chain; `nil` if it has none.
    var tag: String?
  }

  /// How the state of a promise is drawn.
  enum Shape: String, CaseIterable {
    case pending, queued, running, lockedIn, fulfilled, rejected, cancelled, passed, lost, unknown
  }

  /// A dependency of one promise on another.
  package struct Arrow {
    package var from: PromiseID
    package var to: PromiseID
    package var kind: Kind
  }

  /// How one promise depends on the other.
  package enum Kind: Hashable, Sendable {
    /// A handler of the first settles the second.
    case handler
    /// The settlement of the first skipped the handler of the second.
    case passed
    /// The first is an input of the second.
    case input
    /// The first is the input that settled the second: it won a race, fulfilled a retry, or failed an all.
    case winner
    case success
    case failure
    /// The first is an input that settled too late.
    case late
    /// The second was locked in to the first.
    case adoption

    /// Whether the first settled the second, which has other inputs.
    package var isDecisive: Bool { self == .winner || self == .success || self == .failure }

    /// The label of the arrow; empty if the arrow needs none.
    var label: String {
      switch self {
      case .handler, .input: ""
      case .passed: "skipped"
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

  /// Creates the diagram of the promises of `graph`, or only of those in `shown`.
  init(_ graph: Graph, only shown: Set<PromiseID>? = nil) {
    for node in graph.promises where shown?.contains(node.id) ?? true {
      boxes.append(Box(node, in: graph))
    }
    arrows = Self.arrows(in: graph).filter {
      shown?.isSuperset(of: [$0.from, $0.to]) ?? true
    }
  }

  /// Returns the arrows between promises that the graph knows, in the order of those that they lead to.
  package static func arrows(in graph: Graph) -> [Arrow] {
    var forwarded: [PromiseID: [PromiseNode]] = [:]
    for node in graph.promises {
      if case .forwarded(let outer) = node.state { forwarded[outer, default: []].append(node) }
    }
    return graph.promises.flatMap { node -> [Arrow] in
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
      // What a forwarded promise had adopted leads to that one, which leads to the promise that settles in its place.
      let inner = forwarded[node.id] ?? []
      for id in inner.map(\.id) + [node.adopted].compactMap({ $0 })
      where !inner.contains(where: { $0.adopted == id }) {
        arrows.append(Arrow(from: id, to: node.id, kind: .adoption))
      }
      return arrows.filter { graph[$0.from] != nil }
    }
  }

  /// Returns how the input that settled the promise did so.
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
  /// The lines of text in the box.
  var lines: [String] { [title, outcome, (queue.map { "on \(brief($0, 32)), " } ?? "") + times] }

  init(_ node: PromiseNode, in graph: Graph) {
    id = node.id
    title = "\(node.id) \(brief(node.title, 48))"
    shape = .init(node)
    outcome = Self.outcome(node)
    queue = (node.queue ?? node.job.flatMap { graph.job($0)?.queue }).map { graph.queueName($0) }
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
      case .idle: .passed
      case .unknown: .unknown
      }
  }

  /// How it is drawn: the colors of the fill and the line, distinguishable with color blindness, under black
  /// text; Mermaid's brackets; and Graphviz's name of the shape.
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
  /// A name that is valid in Mermaid and Graphviz, whatever the number is.
  var boxName: String { rawValue < 0 ? "pm\(rawValue.magnitude)" : "p\(rawValue)" }
}
