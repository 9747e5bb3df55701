package import PromiseEvents
package import PromiseGraph

/// A run as boxes and arrows with their places: a box for each promise, or for many that are folded together.
package struct GraphDiagram: Sendable {
  /// What a box stands for.
  package enum Box: Hashable, Sendable {
    case promise(PromiseID)
    /// A chain with its links, or the rest of an open one.
    case chain(PromiseID)
    /// The chains of groups that depend on the same ones, or those of an open group without a box of their own.
    case groups([GroupID])
  }

  /// An arrow between two boxes, by their indices.
  package struct Arrow: Hashable, Sendable {
    package var from: Int
    package var to: Int
    /// How the second one depends on the first; of several arrows, what settles it.
    package var kind: PromiseDiagram.Kind

    /// Whether the second one takes its outcome from the first, instead of being attached to it.
    package var isAdoption: Bool { kind == .adoption }
  }

  /// What is folded: everything is a box of its own if it is `nil`.
  package struct Folds: Hashable, Sendable {
    package var openGroups: Set<GroupID>
    package var openChains: Set<PromiseID>

    package init(openGroups: Set<GroupID>, openChains: Set<PromiseID>) {
      (self.openGroups, self.openChains) = (openGroups, openChains)
    }
  }

  package private(set) var boxes: [Box] = []
  package private(set) var arrows: [Arrow] = []
  /// The boxes that settled too late for everything that arrows lead to from them, which is listed.
  package private(set) var late: [Int: [Int]] = [:]
  package private(set) var layout = LayeredLayout(count: 0, edges: [])
  private var indices: [Box: Int] = [:]
  /// The box of a group that is not open.
  private var groupBoxes: [GroupID: Int] = [:]

  /// The most boxes of closed groups, of chains of an open group, and of promises of an open chain.
  private static let mostGroups = 120
  private static let mostChains = 24
  private static let mostLinks = 100

  /// Lays out the promises of `graph`. If it `grows`, each box is placed after those before it, so that it keeps its
  /// place when others follow. O(promises and arrows), and what the layout of the boxes takes
  package init(_ graph: Graph, folding folds: Folds?, grows: Bool = false) {
    if let folds {
      addFolded(graph, folds)
    } else {
      for node in graph.promises { add(.promise(node.id)) }
    }
    var seen: [Arrow: Int] = [:]
    for arrow in PromiseDiagram.arrows(in: graph) {
      guard let to = index(of: arrow.to, in: graph), let from = index(of: arrow.from, in: graph),
        from != to
      else { continue }
      let key = Arrow(from: from, to: to, kind: arrow.kind == .adoption ? .adoption : .input)
      if let place = seen[key] {
        let isSame = arrow.kind == arrows[place].kind || arrows[place].kind.isDecisive
        if !isSame { arrows[place].kind = arrow.kind.isDecisive ? arrow.kind : .input }
      } else {
        seen[key] = arrows.count
        arrows.append(Arrow(from: from, to: to, kind: arrow.kind))
      }
    }
    late = Dictionary(grouping: arrows, by: \.from).filter { $1.allSatisfy { $0.kind == .late } }
      .mapValues { $0.map(\.to) }
    let edges = arrows.map {
      LayeredLayout.Edge(
        from: $0.from, to: $0.to, kind: $0.isAdoption ? 1 : 0, weight: $0.isAdoption ? 1 : 4)
    }
    layout =
      grows
      ? GrowingLayout(makers(graph), edges).layout : LayeredLayout(count: boxes.count, edges: edges)
  }

  /// Returns the index of the box that contains a promise; `nil` if the diagram does not know it.
  package func index(of promise: PromiseID, in graph: Graph) -> Int? {
    if let index = indices[.promise(promise)] { return index }
    guard let group = graph.group(of: promise)?.id else { return nil }
    return indices[.chain(graph.root(of: promise))] ?? groupBoxes[group]
  }

  /// Returns a promise that stands for a box; `graph` is the one that was laid out, or a later one.
  package func promise(_ box: Int, in graph: Graph) -> PromiseID? {
    switch boxes[box] {
    case .promise(let id), .chain(let id): id
    case .groups(let ids): ids.lazy.compactMap { graph.group($0)?.roots.last }.first
    }
  }

  /// Returns the boxes at the other ends of the arrows of a box: what it follows from, or what follows.
  package func neighbors(of box: Int, after: Bool) -> [Int] {
    let found = arrows.filter { (after ? $0.from : $0.to) == box }
    return (found.filter { !$0.isAdoption } + found.filter(\.isAdoption)).map {
      after ? $0.to : $0.from
    }
  }

  /// Whether anything can be folded or unfolded.
  package var isFolded: Bool { !groupBoxes.isEmpty }

  private mutating func add(_ box: Box) {
    indices[box] = boxes.count
    boxes.append(box)
  }

  // MARK: Folding

  private mutating func addFolded(_ graph: Graph, _ folds: Folds) {
    let groups = Array(graph.groups)
    let closed = groups.filter { !folds.openGroups.contains($0.id) && !$0.roots.isEmpty }
    let sets =
      closed.count > Self.mostGroups ? Self.alike(closed.map(\.id), graph) : closed.map { [$0.id] }
    for set in sets.prefix(Self.mostGroups) { addGroups(set, graph, folds) }
    let rest = sets.dropFirst(Self.mostGroups).flatMap { $0 }
    if !rest.isEmpty { addGroups(rest, graph, folds) }
    for group in groups where folds.openGroups.contains(group.id) {
      let shown =
        group.roots.prefix(Self.mostChains)
        + folds.openChains.filter { graph.group(of: $0)?.id == group.id }.sorted()
      for root in shown where indices[.chain(root)] == nil && indices[.promise(root)] == nil {
        addChain(root, graph, folds)
      }
      if group.roots.count > Self.mostChains { addGroups([group.id], graph, folds, isRest: true) }
    }
  }

  private mutating func addGroups(
    _ groups: [GroupID], _ graph: Graph, _ folds: Folds, isRest: Bool = false
  ) {
    for group in groups { groupBoxes[group] = boxes.count }
    guard !isRest, groups.count == 1, let group = graph.group(groups[0]), group.isOneChain,
      let root = group.roots.first
    else { return add(.groups(groups)) }
    addChain(root, graph, folds)
  }

  private mutating func addChain(_ root: PromiseID, _ graph: Graph, _ folds: Folds) {
    guard let chain = graph.chain(of: root), chain.promises > 1 else { return add(.promise(root)) }
    guard folds.openChains.contains(root) else { return add(.chain(root)) }
    var links = [root]
    var place = 0
    while place < links.count, links.count < Self.mostLinks {
      // A child has a higher number, so that even a damaged stream cannot form a circle.
      let children = graph[links[place]]?.handlers.map(\.child) ?? []
      links += children.filter { $0 > links[place] && graph.root(of: $0) == root }
      place += 1
    }
    links = Array(links.prefix(Self.mostLinks))
    for link in links where indices[.promise(link)] == nil { add(.promise(link)) }
    if chain.promises > links.count { add(.chain(root)) }
  }

  /// Returns groups in sets of those with arrows from and to the same groups.
  private static func alike(_ groups: [GroupID], _ graph: Graph) -> [[GroupID]] {
    struct Links: Hashable {
      var from: Set<GroupID> = []
      var to: Set<GroupID> = []
    }
    var links: [GroupID: Links] = [:]
    for arrow in PromiseDiagram.arrows(in: graph) {
      guard let to = graph.group(of: arrow.to)?.id, let from = graph.group(of: arrow.from)?.id,
        from != to
      else { continue }
      links[to, default: Links()].from.insert(from)
      links[from, default: Links()].to.insert(to)
    }
    var places: [Links: Int] = [:]
    var sets: [[GroupID]] = []
    for group in groups {
      let own = links[group] ?? Links()
      if let place = places[own] {
        sets[place].append(group)
      } else {
        places[own] = sets.count
        sets.append([group])
      }
    }
    return sets
  }

  /// Returns for each box that of the promise whose handler created its first promise, if there is one before it.
  private func makers(_ graph: Graph) -> [Int?] {
    boxes.enumerated().map { index, box in
      let first: PromiseID? =
        switch box {
        case .promise(let id), .chain(let id): id
        case .groups(let groups): groups.first.flatMap { graph.group($0)?.roots.first }
        }
      let maker = first.flatMap { graph[$0]?.createdIn }.flatMap { graph.job($0)?.child }
      return maker.flatMap { self.index(of: $0, in: graph) }.flatMap { $0 < index ? $0 : nil }
    }
  }
}
