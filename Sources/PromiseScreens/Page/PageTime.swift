import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The time of a page: a row for each thread of a queue with its jobs, the timers, and the fan-ins.
struct PageTime {
  let facts: PageFacts
  let jobs: [JobNode]
  let clock: ShortClock
  /// Whether all events are at the same instant, so that their numbers are the axis.
  let countsEvents: Bool
  private let first: Double
  let last: Double

  var graph: Graph { facts.graph }
  var language: Language { facts.language }

  init(_ facts: PageFacts, jobs: [JobNode], clock: ShortClock) {
    self.facts = facts
    self.jobs = jobs
    self.clock = clock
    let start = facts.history.first(in: facts.range)?.time ?? 0
    let end = max(start, facts.history.endTime)
    countsEvents = start == end
    (first, last) =
      countsEvents
      ? (Double(facts.range.lowerBound), Double(facts.range.upperBound))
      : (Double(start), Double(end))
  }

  /// The rows.
  var markup: String {
    let lanes = queues + timers + fanIns
    guard !lanes.isEmpty else { return "" }
    return
      "<div id=\"lanes\" class=\"lanes\" data-first=\"\(Int(first))\" data-last=\"\(Int(last))\""
      + " data-by=\"\(countsEvents ? "event" : "time")\">\n"
      + "<div class=\"lane axis\"><span class=\"lane-name\">"
      + "\(countsEvents ? language.text("event") : "ms")</span>"
      + "<span class=\"track\">\(ticks)</span></div>\n"
      + lanes.joined()
      + "<div class=\"over\">\(decisions)<span id=\"veil\"></span><span id=\"head\"></span></div>\n"
      + "</div>\n"
  }

  func lane(_ name: String, _ more: String = "", _ kind: String = "", _ track: String)
    -> String
  {
    let small = more.isEmpty ? "" : " <small>\(html(more))</small>"
    return "<div class=\"lane \(kind)\"><span class=\"lane-name\" title=\"\(html(name))\">"
      + "\(html(name))\(small)</span><span class=\"track\">\(track)</span></div>\n"
  }

  // MARK: Places

  /// Returns the place of a moment, in thousandths of the width.
  func place(_ moment: Moment) -> Int {
    place(countsEvents ? Double(moment.sequence) : Double(moment.time))
  }

  func place(_ value: Double) -> Int {
    guard last > first else { return 0 }
    return Int((min(max(0, (value - first) / (last - first)), 1) * 100_000).rounded())
  }

  func percent(_ place: Int) -> String {
    place % 1000 == 0
      ? "\(place / 1000)%" : "\(place / 1000).\("\(place % 1000)".padded(before: 3, with: "0"))%"
  }

  func bar(
    _ name: String, from start: Int, to end: Int, _ text: String = "", promise: PromiseID? = nil,
    job: JobID? = nil, title: String = ""
  ) -> String {
    let data =
      (promise.map { " data-p=\"\($0.rawValue)\"" } ?? "")
      + (job.map { " data-j=\"\($0.rawValue)\"" } ?? "")
    return "<span class=\"\(name)\"\(data) style=\"left:\(percent(start));"
      + "width:\(percent(max(0, end - start)))\""
      + (title.isEmpty ? "" : " title=\"\(html(title))\"") + ">\(html(text))</span>"
  }

  /// Round numbers along the axis, at most nine.
  private var ticks: String {
    guard last > first else { return "" }
    var step = 1.0
    while (last - first) / step > 8 {
      let digit = (step / pow10(below: step)).rounded()
      step *= digit == 2 ? 2.5 : 2
    }
    var ticks = ""
    // Far from zero, a step may be too small to be added to a time.
    var distance = max(0, (first / step).rounded(.up) * step - first)
    while distance <= last - first {
      let value = first + distance
      let text = countsEvents ? "\(Int(value))" : Self.label(Int64(value), step: Int64(step))
      ticks += "<span class=\"tick\" style=\"left:\(percent(place(value)))\">\(text)</span>"
      distance += step
    }
    return ticks
  }

  /// Returns the greatest power of ten that is not above a number.
  private func pow10(below number: Double) -> Double {
    var power = 1.0
    while power * 10 <= number { power *= 10 }
    return power
  }

  /// Returns a time in milliseconds, with as many digits as the step needs.
  private static func label(_ time: Int64, step: Int64) -> String {
    if step >= 1_000_000 { return grouped(Int(time / 1_000_000)) }
    let digits = step >= 100_000 ? 1 : step >= 1_000 ? 3 : 6
    let scale: Int64 = digits == 1 ? 100_000 : digits == 3 ? 1_000 : 1
    let fraction = String(time / scale % (1_000_000 / scale) + 1_000_000 / scale).dropFirst()
    return "\(time / 1_000_000).\(fraction)"
  }

  // MARK: Queues

  /// The most rows of a queue; more threads share the last one.
  private static let mostRows = 8
  /// The most bars of a row; those close together are drawn as one.
  private static let mostBars = 1500

  private var queues: [String] {
    var rows: [QueueID: [ThreadID?: [JobNode]]] = [:]
    for job in jobs {
      guard let started = job.started else { continue }
      rows[job.queue, default: [:]][started.thread, default: []].append(job)
    }
    return graph.queues(listing: 0).prefix(100).flatMap { queue -> [String] in
      let threads = (rows[queue.id] ?? [:]).sorted {
        ($0.key?.rawValue ?? -1) < ($1.key?.rawValue ?? -1)
      }
      guard threads.count > Self.mostRows else {
        return threads.enumerated().map { index, entry in
          lane(
            index == 0 ? graph.queueName(queue.id) : "", entry.key?.description ?? "",
            index == 0 ? "first" : "",
            bars(entry.value))
        }
      }
      let kept = threads.prefix(Self.mostRows - 1).enumerated().map { index, entry in
        lane(
          index == 0 ? graph.queueName(queue.id) : "", entry.key?.description ?? "",
          index == 0 ? "first" : "",
          bars(entry.value))
      }
      let rest = threads.dropFirst(Self.mostRows - 1)
      return kept + [lane("", "+\(rest.count)", "", bars(rest.flatMap(\.value)))]
    }
  }

  private func bars(_ jobs: [JobNode]) -> String {
    let spans = jobs.compactMap { job -> (job: JobNode, waited: Int?, start: Int, end: Int)? in
      guard let started = job.started else { return nil }
      let waited = job.enqueued.map(place)
      return (job, waited, place(started), job.ended.map(place) ?? place(last))
    }.sorted { $0.start < $1.start }
    guard spans.count > Self.mostBars else {
      return spans.map { span in
        let waits = span.waited.map { $0 < span.start ? wait($0, span.start) : "" } ?? ""
        return waits + bar(of: span.job, from: span.start, to: span.end)
      }.joined()
    }
    var merged: [(start: Int, end: Int, count: Int)] = []
    for span in spans {
      if let last = merged.last, span.start <= last.end + 100_000 / Self.mostBars {
        merged[merged.count - 1] = (last.start, max(last.end, span.end), last.count + 1)
      } else {
        merged.append((span.start, span.end, 1))
      }
    }
    return merged.map { part in
      bar(
        "bar", from: part.start, to: part.end, part.count > 1 ? "×\(grouped(part.count))" : "",
        title: language.plural(part.count, "job"))
    }.joined()
  }

  private func wait(_ start: Int, _ end: Int) -> String { bar("wait", from: start, to: end) }

  private func bar(of job: JobNode, from start: Int, to end: Int) -> String {
    let name =
      job.child.flatMap { graph[$0] }.map { graph.name(of: $0, clock: clock) }
      ?? job.label ?? job.id.description
    let ran = job.ran.map { " · \(milliseconds($0)) ms" } ?? ""
    return bar(
      "bar s-\(outcome(of: job))", from: start, to: end, name, promise: job.child, job: job.id,
      title: name + ran)
  }

  /// Returns the name of the state that a job leads to.
  private func outcome(of job: JobNode) -> String {
    switch job.ending {
    case .threw: return "rejected"
    case .skipped: return "passed"
    case .returnedPromise: return "lockedIn"
    case nil: return "running"
    case .returned, .suspended:
      guard let node = job.child.flatMap({ graph[$0] }), node.job == job.id else {
        return "fulfilled"
      }
      return node.state.isFinal ? PageChain.name(of: node) : "fulfilled"
    }
  }
}

extension History {
  /// Returns the first event in a range of numbers.
  func first(in range: ClosedRange<Int>) -> PromiseEvent? {
    nextPosition(after: range.lowerBound - 1).flatMap { self[$0] }
  }
}
