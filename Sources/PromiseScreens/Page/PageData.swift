import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The facts of a run as the JSON in its page, from which the script computes the state at any moment.
struct PageData {
  let facts: PageFacts
  let plan: BeatPlan
  /// The promises in the page, in order.
  let promises: [PromiseID]
  /// The jobs in the page, in order.
  let jobs: [JobNode]
  /// The files whose source is in the page.
  let files: [String]

  private var graph: Graph { facts.graph }

  /// The JSON.
  var json: String {
    var run = PageObject()
    run.add("end", facts.history.endTime)
    run.add("n", numbers: facts.lines.lazy.map(\.number))
    run.add("t", numbers: facts.lines.lazy.map(\.time))
    run.add("queues", list: graph.queues(listing: 0).map(queue))
    run.add("jobs", list: jobs.map(job))
    run.add("promises", list: promises.compactMap { graph[$0] }.map(promise))
    run.add("beats", list: beats)
    run.add("words", object: PageWords(language: facts.language).object)
    return run.json
  }

  private func queue(_ queue: QueueNode) -> String {
    let kind = queue.kind.words(in: facts.language)
    return
      "[\(queue.id.rawValue),\(pageText(PageFacts.brief(graph.queueName(queue.id)))),\(pageText(kind))]"
  }

  private func job(_ job: JobNode) -> String {
    let moments = [job.enqueued ?? job.started, job.started, job.ended]
    let events = [job.enqueued, job.started, job.ended].map { "\($0?.sequence ?? 0)" }
    let times = moments.map { $0.map { "\($0.time)" } ?? "null" }
    let label = pageText(PageFacts.brief(job.label ?? ""))
    return "[\(job.id.rawValue),\(job.child?.rawValue ?? 0),\(job.queue.rawValue),\(label),"
      + "\(events.joined(separator: ",")),[\(times.joined(separator: ","))]]"
  }

  private func promise(_ node: PromiseNode) -> String {
    let clock = ShortClock(end: facts.history.endTime)
    var object = PageObject()
    object.add("i", node.id.rawValue)
    object.add("n", text: PageFacts.brief(graph.name(of: node, clock: clock)))
    object.add("o", text: node.creation.operation.rawValue)
    object.add("q", node.queue?.rawValue)
    if node.creation.operation.isFanIn {
      object.add("f", numbers: node.inputs.prefix(Self.mostInputs).map(\.promise.rawValue))
    } else {
      object.add("p", node.creation.parents.first?.rawValue)
    }
    object.add("c", numbers: [Int64(node.created.sequence), node.created.time])
    if let settled = node.settled {
      object.add("e", settled.sequence)
      object.add("et", settled.time)
    }
    if let value = node.settlement?.description, !value.isEmpty {
      object.add("v", text: PageFacts.brief(value))
    }
    object.add("r", node.settlement?.from?.rawValue)
    if let origin = node.settlement?.origin, origin != node.id { object.add("g", origin.rawValue) }
    object.add("j", node.job?.rawValue)
    addRest(of: node, to: &object)
    object.add("s", numbers: facts.changes[node.id] ?? [])
    return object.json
  }

  private func addRest(of node: PromiseNode, to object: inout PageObject) {
    if let timer = node.timer.flatMap({ graph.timer($0) }) {
      let over = (timer.fired ?? timer.cancelled)?.sequence ?? 0
      object.add(
        "t",
        numbers: [
          Int64(timer.scheduled.sequence), timer.scheduled.time, timer.due, Int64(over),
        ])
    }
    if let freed = node.strandedBy, let moment = graph[freed]?.freed {
      object.add("u", numbers: [moment.sequence, freed.rawValue])
    }
    if let site = node.creation.site {
      object.add("l", site.line)
      object.add("w", text: PageFacts.brief(site.fileAndLine))
      object.add("z", files.firstIndex(of: site.file))
    }
  }

  /// The beats from the start of the range on.
  private var beats: [String] {
    plan.beats.filter { $0.events.upperBound >= facts.range.lowerBound }.map { beat in
      let flows = beat.flows.map(String.init).joined(separator: ",")
      let first = max(beat.events.lowerBound, facts.range.lowerBound)
      return "[\(pageText(beat.kind.rawValue)),\(first),\(beat.events.upperBound),"
        + "\(beat.times.lowerBound),\(beat.times.upperBound),\(beat.duration),[\(flows)],"
        + "\(pageText(sanitized(beat.caption.sentence))),"
        + "\(pageText(sanitized(beat.caption.rule ?? "")))]"
    }
  }

  /// The most inputs of a fan-in that a page names.
  private static let mostInputs = 1000
}
