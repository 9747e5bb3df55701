import PromiseEvents

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
      let inner = self.spans(of: Timing(node, graph), from: span.start, to: span.end)
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
      let span = share.phase.dependency.map {
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
    } else {
      pieces.append(piece)
    }
  }

  /// The nanoseconds of all pieces together.
  var length: Int64 { pieces.reduce(0) { $0.saturatingPlus($1.share.length) } }

  /// Returns a line for each piece, in the order of time; if there are many, for the longest ones.
  func lines(_ history: History?, _ language: Language) -> [Explanation.Line] {
    let chosen = pieces.indices.sorted { pieces[$0].share.length > pieces[$1].share.length }
      .prefix(Self.mostLines).sorted()
    var rows = chosen.map { index -> Timing.Row in
      let piece = pieces[index]
      return Timing.Row(
        length: piece.share.length, text: text(piece, history, language),
        promise: piece.timing.node.id,
        event: piece.share.start.sequence)
    }
    let rest = whole - rows.reduce(0) { $0 + $1.length }
    if rest > 0, chosen.count < pieces.count {
      let count = pieces.count - chosen.count
      rows.append(Timing.Row(length: rest, text: language.text("in \(count) shorter steps")))
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
    case .resolver: language.text("until the resolver of \(name) was called")
    case .handing: language.text("until the handler of \(name) was queued")
    case .queue, .waitingFor, .inputs, .adopted: language.text("\(name), \(text)")
    }
  }

  private static var mostVisits: Int { 10_000 }
  private static var mostLines: Int { 8 }
}

extension Timing.Phase {
  /// The promise that was waited for in this phase.
  fileprivate var dependency: PromiseID? {
    switch self {
    case .waitingFor(let promise), .adopted(let promise): promise
    case .inputs(let promise): promise
    case .queue, .running, .body, .timer, .resolver, .handing: nil
    }
  }
}
