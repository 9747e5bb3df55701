import PromiseEvents
import PromiseGraph

/// Follows what a promise waits for, down to the cause.
struct WaitingWalk {
  private typealias Line = Explanation.Line
  private let graph: Graph
  private let ahead: Graph?
  private let language: Language
  private var lines: [Explanation.Line] = []
  /// The promises that were visited, each with the number of its path.
  private var met: [PromiseID: Int] = [:]
  private var wayCount = 0
  /// The numbers of the current path and of the paths that lead to it.
  private var open: [Int] = []

  init(_ graph: Graph, ahead: Graph? = nil, _ language: Language) {
    (self.graph, self.ahead, self.language) = (graph, ahead, language)
  }

  /// Returns the question why `node` is not settled, and the answer.
  func lines(of node: PromiseNode) -> [Explanation.Line] {
    var walk = self
    let name = graph.plainName(of: node.id)
    let isOver = node.state == .lost || node.strandedBy != nil
    let question: String
    if isOver {
      question = language.text("Why will \(name) never settle?")
    } else if graph.isTask(node.id) {
      question = language.text("What does \(graph.taskName(of: node.id, language)) await?")
    } else if case .forwarded = node.state {
      question = language.text("What became of \(name)?")
    } else if graph.isBusy(node) {
      question = language.text("What is \(name) doing?")
    } else {
      question = language.text("What does \(name) wait for?")
    }
    walk.follow(node.id, depth: 0)
    return [Line(.question, question)]
      + Line.withAnswerFirst(walk.lines) { language.text("in the end: \($0)") }
  }

  /// Follows the path from `promise` until it branches, then each branch.
  private mutating func follow(_ promise: PromiseID, depth: Int) {
    wayCount += 1
    open.append(wayCount)
    defer { open.removeLast() }
    var way = LongPath<Obstacle>()
    var next: PromiseID? = promise
    var end: Line?
    while let id = next {
      if let known = met[id] {
        end = metAgain(id, isAbove: !open.contains(known))
        break
      }
      met[id] = wayCount
      guard let node = graph[id] else {
        end = Line(.answer, language.text("nothing is known of \(id)"), promise: id)
        break
      }
      guard let obstacle = graph.obstacle(of: node) else {
        end = Line(
          .answer, node.state.sentence(of: graph.plainName(of: id), in: language), promise: id,
          event: node.settled?.sequence)
        break
      }
      way.append(obstacle)
      let branches = obstacle.next
      next = branches.count == 1 ? branches.first : nil
    }
    let branches = way.last?.next ?? []
    let isBranching = branches.count > 1
    let last = add(way, endsHere: end == nil && !isBranching, depth: depth)
    if var end {
      end.depth = last
      lines.append(end)
    }
    if isBranching { follow(branches, of: way.last, depth: last) }
  }

  /// Adds a line for each step of a path, each indented further. Returns the indentation of what follows.
  private mutating func add(_ way: LongPath<Obstacle>, endsHere: Bool, depth: Int) -> Int {
    var depth = depth
    let pieces = way.pieces
    for (place, piece) in pieces.enumerated() {
      switch piece {
      case .step(let obstacle):
        let (text, promise, event) = obstacle.sentence(in: graph, ahead: ahead, language)
        // What a body made need not be what its resolver waits for.
        let isResolver = if case .resolver = obstacle.reason { true } else { false }
        let isAnswer = isResolver || endsHere && place == pieces.count - 1
        lines.append(
          Line(isAnswer ? .answer : .step, text, depth: depth, promise: promise, event: event))
      case .gap(let count, let first):
        let name = graph.plainName(of: first.promise)
        lines.append(
          Line(
            .detail, language.text("... \(count) more like it, from \(name) on"), depth: depth,
            promise: first.promise))
      }
      depth = min(depth + 1, Self.deepest)
    }
    return depth
  }

  /// Follows the first inputs of a fan-in, and counts the others.
  private mutating func follow(_ branches: [PromiseID], of obstacle: Obstacle?, depth: Int) {
    guard open.count <= Self.mostForks else {
      lines.append(
        Line(
          .detail, language.text("each of them waits in turn"), depth: depth,
          promise: branches.first))
      return
    }
    for branch in branches { follow(branch, depth: depth) }
    guard case .inputs(let count, _, let first) = obstacle?.reason, count > first.count else {
      return
    }
    lines.append(
      Line(
        .detail, language.text("and \(count - first.count) more inputs are still pending"),
        depth: depth))
  }

  // MARK: - Cycles

  /// Returns the end of a path that leads to a promise visited before.
  private func metAgain(_ promise: PromiseID, isAbove: Bool) -> Line {
    let name = graph.plainName(of: promise)
    guard !isAbove else {
      return Line(
        .step, language.text("what \(name) waits for is listed above"), promise: promise)
    }
    let cycle = cycle(from: promise)
    let names = cycle.map(graph.plainName) + [name]
    let isLong = names.count > Self.longestCycle
    let way =
      isLong
      ? names.prefix(Self.longestCycle).joined(separator: " -> ")
        + language.text(" -> ... \(names.count - Self.longestCycle) more")
      : names.joined(separator: " -> ")
    // A resolver can also be called by code that is in no promise of the cycle.
    let open = cycle.first { id in
      if case .resolver? = graph[id].flatMap({ graph.obstacle(of: $0) })?.reason {
        true
      } else {
        false
      }
    }
    if let open {
      let text = language.text(
        "a cycle, unless other code resolves \(graph.plainName(of: open)): \(way)")
      return Line(.answer, text, promise: promise)
    }
    let text =
      graph.programLanguage == .swift
        && cycle.allSatisfy { graph[$0]?.state.isLockedIn == true }
      ? language.text("a cycle of adoptions, whose promises are all rejected: \(way)")
      : language.text("a cycle, in which no promise can settle: \(way)")
    return Line(.answer, text, promise: promise)
  }

  /// Returns the promises of the cycle that contains `first`, in the order of waiting.
  private func cycle(from first: PromiseID) -> [PromiseID] {
    var cycle = [first]
    while cycle.count <= met.count, let last = cycle.last,
      let next = graph[last].flatMap({ graph.obstacle(of: $0) })?.next.first(where: {
        met[$0].map(open.contains) ?? false
      }), next != first
    {
      cycle.append(next)
    }
    return cycle
  }

  private static var deepest: Int { 8 }
  private static var mostForks: Int { 3 }
  private static var longestCycle: Int { 12 }
}

extension Explanation.Line {
  /// Returns the lines; if there are many, with a single answer, the answer is repeated at the top.
  static func withAnswerFirst(_ lines: [Self], text: (String) -> String) -> [Self] {
    let answers = lines.indices.filter { lines[$0].kind == .answer }
    guard lines.count > 3, answers.count == 1, let end = answers.first else { return lines }
    var answer = lines[end]
    answer.text = text(answer.text)
    answer.depth = 0
    var lines = lines
    lines[end].kind = .step
    return [answer] + lines
  }
}
