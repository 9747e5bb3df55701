package import PromiseEvents
package import PromiseGraph

/// The answers to questions about a promise, taken from the events alone: sentences, each with a promise or an
/// event to follow.
///
/// Text from the program in it is sanitized and cut. There are never more than a few hundred lines, however
/// many promises a question leads to.
package struct Explanation: Hashable, Sendable {
  /// The subject: `p3 'submit'`, `p6 'A' before p8 'C'`.
  package var title: String
  /// The questions, each followed by its answer.
  package var lines: [Line] = []

  /// A sentence of the explanation.
  package struct Line: Hashable, Sendable {
    /// The role of a line in the answer to a question.
    package enum Kind: Hashable, Sendable {
      /// The question itself.
      case question
      /// A step toward the answer.
      case step
      /// The answer, the last step.
      case answer
      /// A remark.
      case detail
    }

    package var kind: Kind
    /// Columns before the sentence, such as a duration.
    package var lead = ""
    /// A sentence without a full stop.
    package var text: String
    /// The indentation: the number of steps that lead to it.
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

  /// Returns the first question and its answer in at most `limit` lines, preferring the end of the answer.
  package func summary(limit: Int) -> [Line] {
    guard let first = lines.firstIndex(where: { $0.kind == .question }) else { return [] }
    let rest = lines[(first + 1)...].prefix { $0.kind != .question }
    let answers = rest.filter { $0.kind == .answer }
    let chosen = answers.isEmpty ? Array(rest) : answers
    return [lines[first]] + chosen.prefix(max(0, limit - 1))
  }

  /// The explanation as lines of text.
  package var text: String {
    lines.map { line in
      guard line.kind != .question else { return line.text }
      return String(repeating: "  ", count: line.depth + 1) + line.lead + line.text
    }.joined(separator: "\n")
  }
}

extension Graph {
  /// Returns why `promise` is pending or where its outcome comes from, and where its time went.
  ///
  /// `history` provides what the graph no longer knows, such as the order of jobs in a queue that is empty now;
  /// without it, the explanation says less. `ahead` is a later state of the same run: it says how long a wait
  /// lasts in the end. The path can lead over any number of promises, in time linear in
  /// their number.
  package func explanation(
    of promise: PromiseID, in history: History? = nil, ahead: Graph? = nil,
    language: Language = .english
  ) -> Explanation {
    var explanation = Explanation(title: plainName(of: promise))
    guard let node = self[promise] else {
      explanation.lines = [
        Explanation.Line(.question, language.text("What is known of \(promise)?")),
        Explanation.Line(.answer, language.text("nothing yet: it is created later, or never")),
      ]
      return explanation
    }
    if node.settlement == nil {
      explanation.lines += WaitingWalk(self, ahead: ahead, language).lines(of: node)
      explanation.lines += waits(for: node, language)
    } else {
      explanation.lines += OriginWalk(self, history, language).lines(of: node)
    }
    explanation.lines += Timing(node, self).lines(history, language)
    return explanation
  }

  /// Returns only why `promise` is pending or where its outcome was made: the question, and its answer in at most
  /// `limit` lines together.
  package func reason(
    of promise: PromiseID, ahead: Graph? = nil, language: Language = .english, limit: Int
  ) -> [Explanation.Line] {
    guard let node = self[promise] else { return [] }
    let lines =
      node.settlement == nil
      ? WaitingWalk(self, ahead: ahead, language).lines(of: node)
      : OriginWalk(self, nil, language).lines(of: node, briefly: true)
    return Explanation(title: "", lines: lines).summary(limit: limit)
  }
}

/// The steps of a path of any length, of which only the first and the last ones are kept.
struct LongPath<Step> {
  /// A piece of the path that is shown.
  enum Piece {
    case step(Step)
    /// A number of omitted steps, and the first of them.
    case gap(Int, Step)
  }

  private var first: [Step] = []
  private var hidden: Step?
  private var tail: [Step] = []
  /// The index of the oldest step of the tail, once the tail is full.
  private var oldest = 0
  /// The number of steps.
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

  /// Whether all steps are kept.
  var isWhole: Bool { hidden == nil }

  /// The last step.
  var last: Step? {
    tail.isEmpty ? first.last : tail[(oldest + tail.count - 1) % tail.count]
  }

  /// The pieces to show, in order.
  var pieces: [Piece] {
    let end = (tail[oldest...] + tail[..<oldest]).map(Piece.step)
    guard let hidden else { return first.map(Piece.step) + end }
    return first.map(Piece.step) + [.gap(count - first.count - tail.count, hidden)] + end
  }

  private static var firstLimit: Int { 6 }
  private static var tailLimit: Int { 4 }
}

extension Language {
  /// Returns when something happened, ` at 206.0`; nothing if that is not known.
  func at(_ moment: Moment?) -> String {
    moment.map { self.text(" at \(milliseconds($0.time))") } ?? ""
  }

  /// Returns where a promise was created, ` at Login.swift:14`; nothing if that is not known.
  func at(_ site: SourceSite?) -> String {
    site.map { self.text(" at \(brief($0.fileAndLine, 40))") } ?? ""
  }
}
