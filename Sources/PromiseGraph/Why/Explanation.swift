package import PromiseEvents

/// The answer to questions about a promise, from the events alone: sentences, each with what to follow.
///
/// Foreign text in it is sanitised and cut. There are never more than some hundred lines, however many
/// promises a question leads to.
package struct Explanation: Hashable, Sendable {
  /// What it is about: `p3 'submit'`, `p6 'A' before p8 'C'`.
  package var title: String
  /// Questions, and below each its answer.
  package var lines: [Line] = []

  /// One sentence of it.
  package struct Line: Hashable, Sendable {
    /// What a line is to its question.
    package enum Kind: Hashable, Sendable {
      /// The question itself.
      case question
      /// A step on the way to the answer.
      case step
      /// Where the way ends: the answer.
      case answer
      /// Something beside the way.
      case detail
    }

    package var kind: Kind
    /// What stands before the sentence in columns of its own, such as a length of time.
    package var lead = ""
    /// A sentence without a full stop.
    package var text: String
    /// How far it is indented: how many steps lead to it.
    package var depth: Int
    /// What to look at next: a promise, and the number of an event.
    package var promise: PromiseID?
    package var event: Int?

    package init(
      _ kind: Kind, _ text: String, depth: Int = 0, promise: PromiseID? = nil, event: Int? = nil
    ) {
      self.kind = kind
      self.text = text
      self.depth = depth
      self.promise = promise
      self.event = event
    }
  }

  package init(title: String, lines: [Line] = []) {
    self.title = title
    self.lines = lines
  }

  /// The first question and as much of its answer as `limit` lines hold, the end of it first of all: for
  /// where there is little room.
  package func summary(limit: Int) -> [Line] {
    guard let first = lines.firstIndex(where: { $0.kind == .question }) else { return [] }
    let rest = lines[(first + 1)...].prefix { $0.kind != .question }
    let answers = rest.filter { $0.kind == .answer }
    let chosen = answers.isEmpty ? Array(rest) : answers
    return [lines[first]] + chosen.prefix(max(0, limit - 1))
  }

  /// It as lines of text.
  package var text: String {
    lines.map { line in
      guard line.kind != .question else { return line.text }
      return String(repeating: "  ", count: line.depth + 1) + line.lead + line.text
    }.joined(separator: "\n")
  }
}

extension Graph {
  /// Why `promise` is as it is: why it is pending or what its outcome comes from, and where its time went.
  ///
  /// `history` tells what the graph has forgotten, such as who stood before whom in a queue that is empty
  /// now; without it less is said. The way is followed over any number of promises, in time linear in
  /// their number.
  package func explanation(of promise: PromiseID, in history: History? = nil) -> Explanation {
    var explanation = Explanation(title: plainName(of: promise))
    guard let node = self[promise] else {
      explanation.lines = [
        Explanation.Line(.question, "What is known of \(promise)?"),
        Explanation.Line(.answer, "nothing yet: it is made later, or never"),
      ]
      return explanation
    }
    if node.settlement == nil {
      explanation.lines += WaitingWalk(self).lines(of: node)
    } else {
      explanation.lines += OriginWalk(self, history).lines(of: node)
    }
    explanation.lines += Timing(node, self).lines(history)
    return explanation
  }
}

/// The steps of a way of any length, of which only the first and the last ones are kept.
struct LongWay<Step> {
  /// What is told of a way.
  enum Piece {
    case step(Step)
    /// So many steps are left out; the first of them.
    case gap(Int, Step)
  }

  private var first: [Step] = []
  private var hidden: Step?
  private var tail: [Step] = []
  /// Where the oldest step of the tail stands, once it is full.
  private var oldest = 0
  /// How many steps there are.
  private(set) var count = 0

  /// Adds a step at the end. O(1)
  mutating func append(_ step: Step) {
    count += 1
    if first.count < Self.firstLimit {
      first.append(step)
    } else if tail.count < Self.tailLimit {
      tail.append(step)
    } else {
      hidden = hidden ?? tail[oldest]
      tail[oldest] = step
      oldest = (oldest + 1) % Self.tailLimit
    }
  }

  /// The last step.
  var last: Step? {
    tail.isEmpty ? first.last : tail[(oldest + tail.count - 1) % tail.count]
  }

  /// What is told, in order.
  var pieces: [Piece] {
    let end = (tail[oldest...] + tail[..<oldest]).map(Piece.step)
    guard let hidden else { return first.map(Piece.step) + end }
    return first.map(Piece.step) + [.gap(count - first.count - tail.count, hidden)] + end
  }

  private static var firstLimit: Int { 6 }
  private static var tailLimit: Int { 4 }
}
