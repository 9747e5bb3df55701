package import PromiseEvents
package import PromiseGraph

extension Graph {
  /// Returns what runs on a queue and what waits there, since when, at the time `now`.
  ///
  /// `known` is the state at the end of what is known of the run: it says when a job that waits will start.
  package func explanation(
    of queue: QueueID, now: Int64, known: Graph? = nil, language: Language = .english
  ) -> Explanation {
    let name = plainName(of: queue)
    var explanation = Explanation(title: language.text("queue \(name)"))
    guard let node = self.queue(queue, listing: Self.mostListed) else {
      explanation.lines = [
        Explanation.Line(.question, language.text("What is known of queue \(name)?")),
        Explanation.Line(.answer, language.text("nothing yet: no job has been enqueued there")),
      ]
      return explanation
    }
    let report = QueueReport(graph: self, known: known, queue: node, now: now, language: language)
    explanation.lines = report.holders + report.line + report.past
    return explanation
  }

  /// Returns the queue on which jobs wait behind a running one: main, or else the one whose first job has
  /// waited longest; `nil` if there is none. O(queues)
  package var blockedQueue: QueueID? {
    let blocked = queues(listing: 1).filter { queue in
      queue.waitingCount > 0 && (queue.runningCount > 0 || blockingWait(on: queue) != nil)
    }
    func since(_ queue: QueueNode) -> Int64 {
      queue.waiting.first.flatMap { job($0)?.enqueued?.time } ?? .max
    }
    return blocked.min { a, b in
      let (isMain, isOtherMain) = (a.label == "main", b.label == "main")
      return isMain != isOtherMain ? isMain : since(a) < since(b)
    }?.id
  }

  /// The most jobs of a queue that are listed.
  private static var mostListed: Int { 12 }
}

/// The lines about one queue.
private struct QueueReport {
  let graph: Graph
  let known: Graph?
  let queue: QueueNode
  let now: Int64
  let language: Language

  private var name: String { graph.plainName(of: queue.id) }

  private func length(since time: Int64) -> String {
    milliseconds(max(0, now.saturatingMinus(time))) + " ms"
  }

  /// What runs on the queue, and since when.
  var holders: [Explanation.Line] {
    let question =
      queue.waitingCount > 0
      ? language.text("What blocks \(name)?") : language.text("What runs on \(name)?")
    var lines = [Explanation.Line(.question, question)]
    let running = queue.running.compactMap { graph.job($0) }
    lines += running.map { job in
      let who = graph.plainName(of: job.id, language: language)
      let text =
        job.started.map {
          language.text(
            "\(who) has been running there for \(length(since: $0.time)), since \(milliseconds($0.time))"
          )
        } ?? language.text("\(who) is running there")
      return Explanation.Line(.answer, text, promise: job.child, event: job.started?.sequence)
    }
    if queue.runningCount > running.count {
      let more = queue.runningCount - running.count
      lines.append(Explanation.Line(.detail, language.text("\(grouped(more)) more running")))
    }
    if let wait = graph.blockingWait(on: queue) {
      let other = graph.plainName(of: wait.promise)
      lines.append(
        Explanation.Line(
          .answer,
          language.text(
            "its thread is blocked: it has been waiting for \(other) for \(length(since: wait.began.time))"
          ), promise: wait.promise, event: wait.began.sequence))
      lines += cause(of: wait)
    }
    if lines.count == 1 {
      lines.append(Explanation.Line(.answer, language.text("nothing is running there")))
    }
    return lines
  }

  /// Returns what the promise waits for that a thread of the queue waits for.
  private func cause(of wait: WaitNode) -> [Explanation.Line] {
    guard let node = graph[wait.promise], node.settlement == nil else { return [] }
    let walk = WaitingWalk(graph.at(now), ahead: known, language).lines(of: node).dropFirst()
    return walk.prefix(Self.mostCauses).map { line in
      var line = line
      line.depth += 1
      return line
    }
  }

  /// The most lines about what blocks a queue.
  private static var mostCauses: Int { 12 }

  /// What waits in the queue, the next job first.
  var line: [Explanation.Line] {
    var lines = [Explanation.Line(.question, language.text("What waits in \(name)?"))]
    guard queue.waitingCount > 0 else {
      return lines + [Explanation.Line(.step, language.text("no job"))]
    }
    lines += queue.waiting.enumerated().compactMap { place, id in
      graph.job(id).map { wait(of: $0, place: place + 1) }
    }
    let more = queue.waitingCount - queue.waiting.count
    if more > 0 {
      lines.append(Explanation.Line(.detail, language.text("\(grouped(more)) more waiting")))
    }
    return lines
  }

  private func wait(of job: JobNode, place: Int) -> Explanation.Line {
    let who = graph.plainName(of: job.id, language: language)
    let since = job.enqueued?.time ?? now
    var text = language.text(
      "\(language.ordinal(place)): \(who), for \(length(since: since)), since \(milliseconds(since))"
    )
    if job.hasOpenPlace { text = language.text("\(text), by the time it was enqueued") }
    if let start = known?.job(job.id)?.started?.time {
      text += language.text("; it starts at \(milliseconds(start))")
    }
    if graph.gate.holds(job.id) { text += language.text("; the gate holds it") }
    return Explanation.Line(.step, text, promise: job.child, event: job.enqueued?.sequence)
  }

  /// What the queue has done so far.
  var past: [Explanation.Line] {
    guard queue.finished > 0 else { return [] }
    let lines = [
      Explanation.Line(.question, language.text("What has run on \(name) so far?")),
      Explanation.Line(
        .step,
        language.text(
          "\(language.plural(queue.finished, "job")), which ran for \(milliseconds(queue.busy)) ms and waited for \(milliseconds(queue.waited)) ms, at most \(milliseconds(queue.longestWait)) ms"
        )),
    ]
    guard let wait = queue.longestBlock, let ended = wait.ended else { return lines }
    let (who, other) = (graph.waiter(wait, language), graph.plainName(of: wait.promise))
    let (began, end) = (milliseconds(wait.began.time), milliseconds(ended.time))
    let text = language.text(
      "\(who) blocked it for \(milliseconds(wait.length)) ms, from \(began) to \(end), waiting for \(other)"
    )
    let line =
      wait.behind > 0
      ? language.text("\(text); \(language.plural(wait.behind, "job")) waited behind it") : text
    return lines + [
      Explanation.Line(.step, line, promise: wait.promise, event: wait.began.sequence)
    ]
  }
}
