import PromiseEvents
import PromiseGraph

/// The sentence about a handler or a body that waits in a queue.
extension Obstacle {
  func queued(
    _ job: JobNode, _ line: QueueLine, _ graph: Graph, _ ahead: Graph?, _ language: Language
  ) -> Sentence {
    let queue = graph.plainName(of: job.queue)
    let who = graph.handlerName(of: promise, language)
    let age = graph.age(job.enqueued, until: ahead?.job(job.id)?.started, language)
    var begin = begin(who, queue, line, age: age, language)
    if job.hasOpenPlace { begin = language.text("\(begin), by the time it was enqueued") }
    if let held = graph.hold(on: job, language) {
      return (language.text("\(begin); \(held)"), promise, graph.gate.sequence)
    }
    if let wait = line.wait {
      let blocker =
        line.holder.map { graph.plainName(of: $0.id, language: language) }
        ?? language.text("the thread that would run it")
      let other = graph.plainName(of: wait.promise)
      return (
        language.text("\(begin); \(blocker) blocks \(queue), waiting for \(other)"),
        wait.promise, wait.began.sequence
      )
    }
    if let holder = line.holder {
      let other = graph.plainName(of: holder.id, language: language)
      return (
        graph.age(holder.started, until: ahead?.job(holder.id)?.ended, language).map {
          language.text("\(begin); \(other) has been running there for \($0)")
        } ?? language.text("\(begin); \(other) is running there"),
        holder.child, holder.started?.sequence
      )
    }
    if line.isUntouched, graph.queueLabel(job.queue) == "main",
      graph.time > (job.enqueued?.time ?? .max),
      ahead?.job(job.id)?.started == nil
    {
      return (
        language.text("\(begin); nothing has ever run on main: the program does not drain it"),
        promise, job.enqueued?.sequence
      )
    }
    return (
      language.text("\(begin); nothing is running there"), promise, job.enqueued?.sequence
    )
  }

  /// `the handler of p3 'save' has been 2nd in queue work for 8.0 ms`
  private func begin(
    _ who: String, _ queue: String, _ line: QueueLine, age: String?, _ language: Language
  ) -> String {
    guard let before = line.before else {
      return age.map { language.text("\(who) has been far back in queue \(queue) for \($0)") }
        ?? language.text("\(who) is far back in queue \(queue)")
    }
    if before == 0 {
      return age.map { language.text("\(who) has been first in queue \(queue) for \($0)") }
        ?? language.text("\(who) is first in queue \(queue)")
    }
    let place = language.ordinal(before + 1)
    return age.map { language.text("\(who) has been \(place) in queue \(queue) for \($0)") }
      ?? language.text("\(who) is \(place) in queue \(queue)")
  }
}
