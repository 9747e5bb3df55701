import PromiseEvents
import PromiseGraph

// Where the time went, in sentences.
extension Timing {
  /// Returns the question, and a line for each share, in the order of time.
  func lines(_ history: History?, _ language: Language) -> [Explanation.Line] {
    let name = graph.plainName(of: node.id)
    let isSettled = node.settled != nil
    let length = "\(milliseconds(whole)) ms"
    let question =
      if isSettled {
        language.text("Why so late? \(name) took \(length) to settle")
      } else if case .forwarded = node.state {
        language.text("Where did the time go? \(name) was pending for \(length)")
      } else {
        language.text("Where does the time go? \(name) has been pending for \(length)")
      }
    var lines = [Explanation.Line(.question, question)]
    guard !shares.isEmpty else {
      lines.append(
        Explanation.Line(.answer, language.text("no time has passed since it was created")))
      return lines
    }
    lines += Self.rows(
      shares.map { share in
        let (text, promise) = self.text(share, history, language)
        return Row(
          length: share.length, text: Self.text(text, with: share.closed, language),
          promise: promise, event: share.start.sequence)
      }, of: whole)
    let path = CriticalPath(self)
    if path.goesDeeper { lines += path.lines(history, language) }
    return lines
  }

  /// Returns the text for a share, with the nanoseconds of it for which the gate was closed.
  static func text(_ text: String, with closed: Int64, _ language: Language) -> String {
    closed < shortest
      ? text : language.text("\(text); the gate was closed for \(milliseconds(closed)) ms of it")
  }

  /// A line with the nanoseconds that it is about.
  struct Row {
    var length: Int64
    var text: String
    var promise: PromiseID?
    var event: Int?
  }

  /// Returns the rows with their times and shares in columns; the longest one is the answer. Rows whose time is too
  /// short to be seen are left out, unless there are no others.
  static func rows(_ rows: [Row], of whole: Int64) -> [Explanation.Line] {
    let longest = rows.map(\.length).max() ?? 0
    let widest = rows.map { milliseconds($0.length).count }.max() ?? 0
    let isVisible = longest >= shortest
    return zip(rows, percentages(rows.map(\.length), of: whole)).compactMap { row, percentage in
      guard row.length >= shortest || !isVisible else { return nil }
      let time = milliseconds(row.length)
      let share = percentage == 0 ? "<1%" : "\(percentage)%"
      let left = "\(time.padded(before: widest)) ms  \(share.padded(before: 4))"
      var line = Explanation.Line(
        row.length == longest ? .answer : .step, row.text, promise: row.promise, event: row.event)
      line.lead = "\(left)  "
      return line
    }
  }

  /// The nanoseconds from which a time is not shown as zero.
  static var shortest: Int64 { 100_000 }

  func text(
    _ share: Share, _ history: History?, _ language: Language
  ) -> (text: String, promise: PromiseID) {
    switch share.phase {
    case .waitingFor(let parent):
      return (language.text("waiting for \(graph.plainName(of: parent))"), parent)
    case .inputs(nil): return (language.text("waiting for its inputs"), node.id)
    case .inputs(let input?):
      let name = graph.plainName(of: input)
      let text =
        node.settled == nil
        ? language.text("waiting for its inputs, such as \(name)")
        : node.settlement?.from == input
          ? language.text("waiting for its inputs: \(name) decided it")
          : language.text("waiting for its inputs: the last was \(name)")
      return (text, input)
    case .adopted(let inner):
      return (
        language.text("waiting for \(graph.plainName(of: inner)), which it adopted"), inner
      )
    case .queue(let id):
      let queue = graph.job(id).map { graph.plainName(of: $0.queue) } ?? ""
      guard let others = ahead(of: id, history, language) else {
        return (language.text("waiting in queue \(queue)"), node.id)
      }
      return (
        language.text("waiting in queue \(queue), behind \(others.text)"),
        others.promise ?? node.id
      )
    case .running(let id):
      let place = graph.job(id).map { graph.place(of: $0, language) } ?? ""
      return (language.text("running \(place)"), node.id)
    case .attempt(let attempt):
      return (language.text("waiting for its attempt \(graph.plainName(of: attempt))"), attempt)
    case .pause: return (language.text("until its next attempt"), node.id)
    case .blocked(let promise):
      return (language.text("blocked, waiting for \(graph.plainName(of: promise))"), promise)
    case .body:
      return (
        graph.isAsyncFunction(node.id) || graph.isTask(node.id)
          ? language.text("running") : language.text("running its body"), node.id
      )
    case .timer: return (language.text("waiting for its timer"), node.id)
    case .resolver(by: nil):
      return (
        isResolved
          ? language.text("until its resolver was called")
          : language.text("its resolver was not called"), node.id
      )
    case .resolver(by: let job?):
      let user = graph.plainName(of: job, language: language)
      return (language.text("until \(user) resolved it"), graph.job(job)?.child ?? node.id)
    case .handing:
      return (
        graph.hasBody(node.id)
          ? language.text("until its body was queued")
          : language.text("until its handler was queued"), node.id
      )
    case .settling: return (language.text("until it settled"), node.id)
    }
  }

  /// Returns how many of the jobs that waited with a job were ahead of it: not those that started after it.
  private func before(_ job: JobNode, _ waiting: NumberList, in then: Graph) -> Int {
    let count = max(0, waiting.count - 1)
    guard let start = job.started, count < Self.mostAhead else { return count }
    return waiting.numbers(in: then.queueTables.neighbors).count { number in
      let other = graph.job(JobID(number))
      let isLater = other?.started.map { $0.sequence > start.sequence } ?? (other?.ended == nil)
      return number != job.id.rawValue && !isLater
    }
  }

  /// The most jobs ahead that are examined.
  private static var mostAhead: Int { 999 }

  /// Returns what was ahead in the queue of a job when the job was enqueued, and what that waited for if it
  /// blocked the queue.
  private func ahead(
    of id: JobID, _ history: History?, _ language: Language
  ) -> (text: String, promise: PromiseID?)? {
    guard let job = graph.job(id), let enqueued = job.enqueued,
      let then = history?.graph(at: enqueued.sequence),
      let queue = then.queueTables.queues[job.queue.rawValue], queue.gaps == then.gaps
    else { return nil }
    let before = before(job, queue.waitingJobs, in: then)
    guard let holder = queue.runningJobs.first.map({ JobID($0) }) else {
      return before > 0 ? (language.plural(before, "job"), nil) : nil
    }
    var first = graph.plainName(of: holder, language: language)
    if let wait = graph.waits(of: holder).last(where: {
      $0.ended?.sequence ?? 0 > enqueued.sequence && $0.queue == job.queue
    }) {
      let (other, length) = (graph.plainName(of: wait.promise), milliseconds(wait.length))
      first = language.text("\(first), which blocked it for \(length) ms, waiting for \(other),")
    }
    return (
      before > 0
        ? language.text("\(first) and \(language.plural(before, "job"))")
        : first.hasSuffix(",") ? String(first.dropLast()) : first,
      graph.job(holder)?.child
    )
  }
}
