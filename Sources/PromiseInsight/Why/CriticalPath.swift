import PromiseEvents
import PromiseGraph

/// The time of a promise at the bottom: the time of each promise that it waited for is split in turn, until
/// only running, queues and timers are left.
struct CriticalPath {
  /// What one promise did for a while.
  struct Piece {
    var timing: Timing
    var share: Timing.Share
  }

  let graph: Graph
  let whole: Int64
  private(set) var pieces: [Piece] = []
  /// Whether the time of other promises was split.
  private(set) var goesDeeper = false

  init(_ timing: Timing) {
    graph = timing.graph
    whole = timing.whole
    let start = timing.node.created.time
    follow(timing, from: start, to: start.saturatingPlus(timing.whole))
  }

  /// A promise whose time between two moments is split.
  private struct Span {
    var promise: PromiseID
    var start: Int64
    var end: Int64
    /// The share that it replaces.
    var instead: Piece
  }

  private mutating func follow(_ timing: Timing, from start: Int64, to end: Int64) {
    var spans = spans(of: timing, from: start, to: end)
    spans.reverse()
    var visits = 0
    while let item = spans.popLast() {
      guard let span = item.span else {
        add(item.piece)
        continue
      }
      visits += 1
      guard visits <= Self.mostVisits, let node = graph[span.promise] else {
        add(span.instead)
        continue
      }
      goesDeeper = true
      var inner = self.spans(
        of: Timing(node, graph, beyond: true), from: span.start, to: span.end)
      if let lead = lead(to: node, of: span) { inner.insert((lead.instead, lead), at: 0) }
      let assigned = inner.reduce(Int64(0)) { $0.saturatingPlus($1.piece.share.length) }
      // The rest, which the other promise does not account for, stays with this one.
      let rest = span.end.saturatingMinus(span.start).saturatingMinus(assigned)
      spans += inner.reversed()
      if rest > 0 {
        var piece = span.instead
        piece.share.length = rest
        add(piece)
      }
    }
  }

  /// Returns the part of a span before the promise existed: then, the promise whose handler created it took the
  /// time.
  private func lead(to node: PromiseNode, of span: Span) -> Span? {
    let end = min(node.created.time, span.end)
    guard end > span.start, let maker = node.createdIn.flatMap({ graph.job($0) })?.child,
      maker != span.instead.timing.node.id, maker != node.id
    else { return nil }
    var piece = span.instead
    piece.share.length = end.saturatingMinus(span.start)
    return Span(promise: maker, start: span.start, end: end, instead: piece)
  }

  /// Returns the promise that was waited for in a phase.
  private func dependency(_ phase: Timing.Phase) -> PromiseID? {
    switch phase {
    case .waitingFor(let promise), .adopted(let promise), .attempt(let promise),
      .blocked(let promise):
      promise
    case .inputs(let promise): promise
    case .resolver(let job): job.flatMap { graph.job($0) }?.child
    case .queue, .running, .body, .timer, .handing, .settling, .pause: nil
    }
  }

  /// Returns the shares of a promise between two moments, each with the promise that it was waiting for.
  private func spans(
    of timing: Timing, from start: Int64, to end: Int64
  ) -> [(piece: Piece, span: Span?)] {
    var time = timing.node.created.time
    return timing.shares.compactMap { share in
      let (first, last) = (max(time, start), min(time.saturatingPlus(share.length), end))
      time = time.saturatingPlus(share.length)
      guard last > first else { return nil }
      var piece = Piece(timing: timing, share: share)
      piece.share.length = last - first
      piece.share.closed = Timing.closedTime(in: share.phase, from: first, last - first, graph)
      let span = dependency(share.phase).map {
        Span(promise: $0, start: first, end: last, instead: piece)
      }
      return (piece, span)
    }
  }

  private mutating func add(_ piece: Piece) {
    if let last = pieces.last, last.share.phase == piece.share.phase,
      last.timing.node.id == piece.timing.node.id
    {
      pieces[pieces.count - 1].share.length += piece.share.length
      pieces[pieces.count - 1].share.closed += piece.share.closed
    } else {
      pieces.append(piece)
    }
  }

  /// The nanoseconds of all pieces together.
  var length: Int64 { pieces.reduce(0) { $0.saturatingPlus($1.share.length) } }

  /// Returns a line for each piece, in the order of time; if there are many, for the longest ones.
  func lines(_ history: History?, _ language: Language) -> [Explanation.Line] {
    let sorted = pieces.indices.sorted { pieces[$0].share.length > pieces[$1].share.length }
    let visible = sorted.prefix { pieces[$0].share.length >= Timing.shortest }
    let chosen = (visible.isEmpty ? sorted[...] : visible).prefix(Self.mostLines).sorted()
    var rows = chosen.map { index -> Timing.Row in
      let piece = pieces[index]
      return Timing.Row(
        length: piece.share.length,
        text: Timing.text(text(piece, history, language), with: piece.share.closed, language),
        promise: piece.timing.node.id,
        event: piece.share.start.sequence)
    }
    let rest = whole - rows.reduce(0) { $0 + $1.length }
    if rest > 0, chosen.count < pieces.count {
      let count = pieces.count - chosen.count
      let text =
        count == 1
        ? language.text("in a shorter step") : language.text("in \(count) shorter steps")
      rows.append(Timing.Row(length: rest, text: text))
    }
    guard !rows.isEmpty else { return [] }
    return [Explanation.Line(.question, language.text("At the bottom of it:"))]
      + Timing.rows(rows, of: whole)
  }

  /// Returns the text for a share of a promise, with the name of the promise.
  private func text(_ piece: Piece, _ history: History?, _ language: Language) -> String {
    let id = piece.timing.node.id
    let name = graph.plainName(of: id)
    let text = piece.timing.text(piece.share, history, language).text
    return switch piece.share.phase {
    case .running: language.text("\(text): \(graph.handlerName(of: id, language))")
    case .body: language.text("running: the body of \(name)")
    case .timer: language.text("the timer of \(name)")
    case .resolver(by: nil) where piece.timing.isResolved:
      language.text("until the resolver of \(name) was called")
    case .handing where !graph.hasBody(id):
      language.text("until the handler of \(name) was queued")
    case .settling: language.text("until \(name) settled")
    case .handing, .resolver, .queue, .waitingFor, .inputs, .adopted, .attempt, .pause, .blocked:
      language.text("\(name), \(text)")
    }
  }

  private static var mostVisits: Int { 10_000 }
  private static var mostLines: Int { 8 }
}
