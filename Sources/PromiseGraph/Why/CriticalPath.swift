import PromiseEvents

/// The time of a promise all the way down: of each promise that it waited for, the time of that one, until
/// only running, queues and timers are left.
struct CriticalPath {
  /// What one promise did for a while.
  private struct Piece {
    var timing: Timing
    var share: Timing.Share
  }

  private let graph: Graph
  private let whole: Int64
  private var pieces: [Piece] = []
  /// Some share is made of those of other promises.
  private(set) var goesDeeper = false

  init(_ timing: Timing) {
    graph = timing.graph
    whole = timing.whole
    let start = timing.node.created.time
    follow(timing, from: start, to: start.saturatingPlus(timing.whole))
  }

  /// A promise whose time between two moments is to be told.
  private struct Span {
    var promise: PromiseID
    var start: Int64
    var end: Int64
    /// The share that it takes the place of.
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
      let told = inner.reduce(Int64(0)) { $0.saturatingPlus($1.piece.share.length) }
      // What the other promise does not account for stays with this one.
      let rest = span.end.saturatingMinus(span.start).saturatingMinus(told)
      spans += inner.reversed()
      if rest > 0 {
        var piece = span.instead
        piece.share.length = rest
        add(piece)
      }
    }
  }

  /// The shares of a promise between two moments, each with the promise whose time it is in truth.
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

  /// A line for each piece in the order of time; of very many, the longest.
  func lines(_ history: History?) -> [Explanation.Line] {
    let chosen = pieces.indices.sorted { pieces[$0].share.length > pieces[$1].share.length }
      .prefix(Self.mostLines).sorted()
    var rows = chosen.map { index -> Timing.Row in
      let piece = pieces[index]
      return Timing.Row(
        length: piece.share.length, text: words(piece, history), promise: piece.timing.node.id,
        event: piece.share.start.sequence)
    }
    let rest = whole - rows.reduce(0) { $0 + $1.length }
    if rest > 0, chosen.count < pieces.count {
      rows.append(
        Timing.Row(length: rest, text: "in \(pieces.count - chosen.count) shorter shares"))
    }
    guard !rows.isEmpty else { return [] }
    return [Explanation.Line(.question, "All the way down, that is:")]
      + Timing.rows(rows, of: whole)
  }

  /// A share of another promise, with the name of that.
  private func words(_ piece: Piece, _ history: History?) -> String {
    let id = piece.timing.node.id
    let name = graph.plainName(of: id)
    return switch piece.share.phase {
    case .running:
      "\(piece.timing.words(piece.share, history).text): the \(graph.handlerNoun(of: id)) of \(name)"
    case .body: "running: the body of \(name)"
    case .timer: "the timer of \(name)"
    case .queue: "\(name) \(piece.timing.words(piece.share, history).text)"
    case .resolver: "until the resolver of \(name) was used"
    case .handing: "until the handler of \(name) was queued"
    case .waitingFor, .inputs, .adopted: "\(name) \(piece.timing.words(piece.share, history).text)"
    }
  }

  private static var mostVisits: Int { 10_000 }
  private static var mostLines: Int { 8 }
}

extension Timing.Phase {
  /// The promise whose own time this is.
  fileprivate var dependency: PromiseID? {
    switch self {
    case .waitingFor(let promise), .adopted(let promise): promise
    case .inputs(let promise): promise
    case .queue, .running, .body, .timer, .resolver, .handing: nil
    }
  }
}
