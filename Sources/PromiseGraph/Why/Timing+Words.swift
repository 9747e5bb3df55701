import PromiseKitLite

/// Where the time went, in sentences.
extension Timing {
  /// The question, and a line for each share, in the order of time.
  func lines(_ history: History?) -> [Explanation.Line] {
    let name = graph.plainName(of: node.id)
    let isSettled = node.settled != nil
    let length = "\(milliseconds(whole)) ms"
    let question =
      isSettled
      ? "Why so late? \(name) took \(length) from made to settled"
      : "Where does the time go? \(name) is \(length) old"
    var lines = [Explanation.Line(.question, question)]
    guard !shares.isEmpty else {
      lines.append(Explanation.Line(.answer, "no time has passed since it was made"))
      return lines
    }
    lines += Self.rows(
      shares.map { share in
        let (text, promise) = words(share, history)
        return Row(length: share.length, text: text, promise: promise, event: share.start.sequence)
      }, of: whole)
    let path = CriticalPath(self)
    if path.goesDeeper { lines += path.lines(history) }
    return lines
  }

  /// So many nanoseconds for something.
  struct Row {
    var length: Int64
    var text: String
    var promise: PromiseID?
    var event: Int?
  }

  /// Rows with their times and shares in columns; the longest is the answer.
  static func rows(_ rows: [Row], of whole: Int64) -> [Explanation.Line] {
    let longest = rows.map(\.length).max() ?? 0
    let widest = rows.map { milliseconds($0.length).count }.max() ?? 0
    return zip(rows, percentages(rows.map(\.length), of: whole)).map { row, percentage in
      let time = milliseconds(row.length)
      let share = percentage == 0 ? "<1%" : "\(percentage)%"
      let left =
        String(repeating: " ", count: widest - time.count) + "\(time) ms  "
        + String(repeating: " ", count: max(0, 4 - share.count)) + share
      var line = Explanation.Line(
        row.length == longest ? .answer : .step, row.text, promise: row.promise, event: row.event)
      line.lead = "\(left)  "
      return line
    }
  }

  func words(
    _ share: Share, _ history: History?
  ) -> (text: String, promise: PromiseID) {
    switch share.phase {
    case .waitingFor(let parent):
      return ("waiting for \(graph.plainName(of: parent))", parent)
    case .inputs(let input):
      return (
        "waiting for its inputs"
          + (input.map {
            ", \(node.settled == nil ? "first" : "last") for \(graph.plainName(of: $0))"
          }
            ?? ""),
        input ?? node.id
      )
    case .adopted(let inner):
      return ("waiting for \(graph.plainName(of: inner)), which it adopted", inner)
    case .queue(let id):
      let queue = graph.job(id).map { graph.plainName(of: $0.queue) } ?? ""
      let others = ahead(of: id, history)
      return (
        "waiting in the queue \(queue)" + (others.map { ", behind \($0.text)" } ?? ""),
        others?.promise ?? node.id
      )
    case .running(let id):
      let queue = graph.job(id).map {
        graph.queueKind($0.queue) == .immediate ? "inline" : "on \(graph.plainName(of: $0.queue))"
      }
      return ("running \(queue ?? "")", node.id)
    case .body: return ("running its body", node.id)
    case .timer: return ("waiting for its timer", node.id)
    case .resolver: return ("until its resolver was used", node.id)
    case .handing: return ("until its handler was queued", node.id)
    }
  }

  /// Who ran in the queue of a job when that was put there.
  private func ahead(of id: JobID, _ history: History?) -> (text: String, promise: PromiseID?)? {
    guard let job = graph.job(id), let enqueued = job.enqueued,
      let then = history?.graph(at: enqueued.sequence),
      let queue = then.queueTable[job.queue.rawValue], queue.gaps == then.gaps
    else { return nil }
    let before = max(0, queue.waitingJobs.count - 1)
    guard let holder = queue.runningJobs.first.map({ JobID($0) }) else {
      return before > 0 ? (plural(before, "job"), nil) : nil
    }
    let more = before > 0 ? " and \(plural(before, "job"))" : ""
    return (graph.plainName(of: holder) + more, graph.job(holder)?.child)
  }
}
