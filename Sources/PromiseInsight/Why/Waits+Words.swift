import PromiseEvents
import PromiseGraph

// Threads that block on a promise, and tasks that await one, as sentences.
extension Graph {
  /// Returns what threads and tasks wait for a promise, or waited for it.
  func waits(for node: PromiseNode, _ language: Language) -> [Explanation.Line] {
    var lines: [Explanation.Line] = []
    func add(_ text: String, _ event: Int?) {
      lines.append(Explanation.Line(.detail, text, promise: node.id, event: event))
    }
    for wait in waits where wait.promise == node.id {
      let (who, since) = (blocker(wait, language), milliseconds(wait.began.time))
      add(language.text("\(who) has been waiting for it since \(since)"), wait.began.sequence)
    }
    if let wait = node.lastWait, let ended = wait.ended {
      let (who, length) = (blocker(wait, language), milliseconds(wait.length))
      add(
        language.text("\(who) waited for it for \(length) ms, until \(milliseconds(ended.time))"),
        ended.sequence)
    }
    if node.creation.operation == .task, let wait = node.awaited.last(where: { $0.ended != nil }),
      let ended = wait.ended
    {
      let (other, until) = (plainName(of: wait.promise), milliseconds(ended.time))
      add(
        wait.ending == .cancelled
          ? language.text("it was cancelled at \(until), while it awaited \(other)")
          : language.text("it awaited \(other) until \(until)"), ended.sequence)
    }
    if let tasks = awaits(of: node.id) {
      let since = milliseconds(tasks.began.time)
      add(
        tasks.count == 1
          ? tasks.function.map { id in
            language.text("\(handlerName(of: id, language)) has been awaiting it since \(since)")
          }
            ?? language.text("a task has been awaiting it since \(since)")
          : language.text("\(grouped(tasks.count)) tasks await it, the first since \(since)"),
        tasks.began.sequence)
    } else if let ended = node.lastAwait, node.creation.operation != .task {
      let until = milliseconds(ended.time)
      add(
        programLanguage == .swift
          ? language.text("a task awaited it until \(until)")
          : language.text("it was awaited until \(until)"), ended.sequence)
    }
    return lines
  }

  /// Returns what waits, and the queue that it blocks: `the handler of p2 'save', blocking work,`.
  private func blocker(_ wait: WaitNode, _ language: Language) -> String {
    let who = waiter(wait, language)
    return wait.queue.map { language.text("\(who), blocking \(plainName(of: $0)),") } ?? who
  }

  /// Returns what waits: `the handler of p2 'save'`, or a thread.
  func waiter(_ wait: WaitNode, _ language: Language) -> String {
    if let job = wait.job, self.job(job) != nil { return plainName(of: job, language: language) }
    guard let thread = wait.thread else { return language.text("a thread") }
    return threadTables.names[thread.rawValue].map { language.text("thread \(thread) (\($0))") }
      ?? language.text("thread \(thread)")
  }
}
