import PromiseEvents
package import PromiseGraph

/// The captions of beats: what happens, and why it does or what follows from it, each on a line that can be read
/// while it plays.
struct BeatCaption {
  let graph: Graph
  let language: Language
  /// The labels that several promises have; `nil` if there are too many promises to compare them.
  private let shared: Set<String>?

  init(graph: Graph, language: Language) {
    self.graph = graph
    self.language = language
    guard graph.promises.count <= Self.mostCompared else {
      shared = nil
      return
    }
    var (known, shared): (Set<String>, Set<String>) = ([], [])
    for node in graph.promises {
      guard let label = node.creation.label.map({ brief($0, 24) }) else { continue }
      if !known.insert(label).inserted { shared.insert(label) }
    }
    self.shared = shared
  }

  /// Returns the caption of a sketch.
  func narration(of sketch: BeatSketch) -> Narration {
    if case .event(let narration) = sketch.content { return narration }
    return Narration(sentence: sentence(sketch), rule: reason(sketch))
  }

  private func sentence(_ sketch: BeatSketch) -> String {
    switch sketch.content {
    case .build(let promises):
      return language.text("\(language.plural(promises, "promise")) created")
    case .wait(let activity):
      let length = short(sketch.times.upperBound - sketch.times.lowerBound)
      return wait(language.text("for \(length) ms"), activity)
    case .run(let running): return run(running)
    case .settle(let promises, let settlement): return settle(promises, settlement)
    case .decide(let settlement): return decide(settlement)
    case .skip(let promises):
      return naming(promises) {
        promises.count == 1
          ? language.text("\($0) is skipped") : language.text("\($0) are skipped")
      }
    case .adopt(let outer, let inner):
      return language.text("\(name(outer)) adopts \(name(inner))")
    case .note(let text, let job):
      return fitting(text) { text in
        job.map { language.text("\(name($0)) prints \(text)") }
          ?? language.text("the program prints \(text)")
      }
    case .event(let narration): return narration.sentence
    case .warning(let warning):
      return language.text("warning: \(brief(warning.sentence, Self.longestWarning))")
    case .several(let tally):
      let text = several(tally)
      return sketch.times.lowerBound == sketch.times.upperBound
        ? text : language.text("\(text), up to \(short(sketch.times.upperBound)) ms")
    case .end(let counts): return end(counts)
    }
  }

  /// Returns what goes on while the time `length` passes.
  fileprivate func wait(_ length: String, _ activity: BeatSketch.Activity) -> String {
    var text: String
    switch activity.runningCount {
    case 0:
      text =
        activity.timer.map {
          activity.timerCount > 1
            ? language.text(
              "\(length): of \(activity.timerCount) timers, that of \(name($0)) is next")
            : language.text("\(length): the timer of \(name($0)) runs")
        } ?? length
    case 1:
      let (name, queue) = (
        name(activity.running[0].job), graph.queueName(activity.running[0].queue)
      )
      let job = graph.job(activity.running[0].job)
      let waited = job.flatMap { job in
        job.started.map { $0.time.saturatingMinus(job.enqueued?.time ?? $0.time) }
      }
      text =
        activity.isStill
        ? language.text("\(length): \(name) still runs on \(queue)")
        : waited.flatMap { waited in
          waited < BeatSketcher.shortest
            ? nil
            : language.text(
              "\(length): \(name) runs on \(queue), after \(short(waited)) ms in the queue")
        } ?? language.text("\(length): \(name) runs on \(queue)")
    case 2, 3:
      text = language.text("\(length): \(list(activity.running.map { name($0.job) })) run")
    default: text = language.text("\(length): \(activity.runningCount) jobs run")
    }
    if activity.waitingCount > 1 {
      text += language.text("; \(language.plural(activity.waitingCount, "job")) wait")
    }
    return text
  }

  private func run(_ running: BeatSketch.Running) -> String {
    let name = name(running.job)
    if running.ending == .skipped {
      return language.text("\(name) does not run: cancelled, or its owner is gone")
    }
    if let adopted = running.adopted {
      return language.text("\(name) adopts \(self.name(adopted))")
    }
    func whole(_ note: String, _ value: String) -> String {
      let text =
        running.note != nil
        ? language.text("\(name) prints \(note)")
        : running.isInline
          ? language.text("\(name) runs inline")
          : language.text("\(name) runs on \(graph.queueName(running.queue))")
      switch running.settlement?.outcome {
      case nil where running.time > 1:
        return language.text("\(text), for the \(language.ordinal(running.time)) time")
      case nil: return text
      case .fulfilled:
        let isShort = value.isEmpty || running.note != nil
        return isShort ? text : language.text("\(text): \(value)")
      case .rejected where running.ending == .threw:
        return language.text("\(text), and throws \(value)")
      case .rejected: return language.text("\(text), and is rejected: \(value)")
      case .cancelled: return language.text("\(text), and is cancelled")
      }
    }
    let value = running.settlement?.description ?? ""
    guard let note = running.note else { return fitting(value) { whole("", $0) } }
    let isSaid = running.settlement?.outcome == .rejected
    return fitting(note) { whole($0, isSaid ? brief(value, Self.width / 3) : "") }
  }

  private func settle(_ promises: [PromiseID], _ settlement: PromiseEvent.Settlement) -> String {
    let outcome = settlement.outcome.word(in: language)
    let text = naming(promises, spare: Self.leastValue) {
      promises.count == 1
        ? language.text("\($0) is \(outcome)") : language.text("\($0) are \(outcome)")
    }
    return settlement.description.isEmpty
      ? text : fitting(settlement.description) { language.text("\(text): \($0)") }
  }

  private func decide(_ settlement: PromiseEvent.Settlement) -> String {
    guard let from = settlement.from else { return settle([settlement.promise], settlement) }
    let outcome = settlement.outcome.word(in: language)
    return language.text("\(name(from)) decides \(name(settlement.promise)): \(outcome)")
  }

  private func several(_ tally: BeatSketch.Tally) -> String {
    var parts: [String] = []
    if tally.runs > 0 {
      parts.append(language.text("\(language.plural(tally.runs, "job")) ran"))
    }
    if tally.settled > 0 {
      parts.append(language.text("\(language.plural(tally.settled, "promise")) settled"))
    }
    if tally.rejected > 0 { parts.append(language.text("\(tally.rejected) rejected")) }
    let text = parts.isEmpty ? language.text("nothing settled") : parts.joined(separator: ", ")
    return tally.promises.isEmpty
      ? text : naming(tally.promises, spare: 20) { language.text("\($0): \(text)") }
  }

  private func end(_ counts: StateCounts) -> String {
    var parts: [String] = []
    if counts.fulfilled > 0 { parts.append(language.text("\(counts.fulfilled) fulfilled")) }
    if counts.rejected > 0 { parts.append(language.text("\(counts.rejected) rejected")) }
    if counts.cancelled > 0 { parts.append(language.text("\(counts.cancelled) cancelled")) }
    if counts.open > 0 { parts.append(language.text("\(counts.open) pending")) }
    if counts.forwarded > 0 { parts.append(language.text("\(counts.forwarded) forwarded")) }
    return parts.isEmpty
      ? language.text("end") : language.text("end: \(parts.joined(separator: ", "))")
  }
}

// MARK: - Names and values

extension BeatCaption {
  /// The most columns of a line, at the width of the usual terminal; and the least that a value gets.
  static let width = 76
  private static let leastValue = 14
  /// The most characters of a warning, which is more than two lines.
  private static let longestWarning = 240
  /// The most promises whose labels are compared.
  private static let mostCompared = 2000

  /// Returns the label of a promise, or with its number if others have the same label or it has none.
  func name(_ id: PromiseID) -> String {
    guard let label = graph[id]?.creation.label, !label.isEmpty, let shared else {
      return graph.plainName(of: id)
    }
    return shared.contains(brief(label, 24)) ? graph.plainName(of: id) : graph.reference(to: id)
  }

  /// Returns the name of the promise that a job settles, or the job's own label.
  func name(_ id: JobID) -> String {
    let job = graph.job(id)
    return job?.child.map(name) ?? job?.label.map { "'\(brief($0, 24))'" } ?? "\(id)"
  }

  /// Returns a line with the names of some promises: of as many as there is room for, at most three, and how many
  /// more there are.
  func naming(
    _ promises: [PromiseID], of count: Int? = nil, spare: Int = 0, in line: (String) -> String
  ) -> String {
    let count = count ?? promises.count
    for limit in [3, 2] {
      let text = line(list(promises.map(name), of: count, atMost: limit))
      if text.columns + spare <= Self.width { return text }
    }
    return line(list(promises.map(name), of: count, atMost: 1))
  }

  /// Returns at most so many names, and how many more of `count` there are.
  func list(_ names: [String], of count: Int? = nil, atMost limit: Int = 3) -> String {
    let count = count ?? names.count
    if count <= limit { return language.list(names) }
    let shown = names.prefix(max(1, limit - 1))
    return language.list(Array(shown), more: count - shown.count)
  }

  /// Returns a line with as much of a value as it has room for.
  func fitting(_ value: String, in line: (String) -> String) -> String {
    let room = Self.width - line("").columns
    let shown = brief(value, max(Self.leastValue, room))
    let over = shown.columns - max(Self.leastValue, room)
    return line(over > 0 ? brief(value, max(Self.leastValue / 2, room / 2)) : shown)
  }

  /// Returns a time in milliseconds, with a decimal only if there is one.
  func short(_ nanoseconds: Int64) -> String {
    let text = milliseconds(nanoseconds)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Graph {
  /// Returns what goes on at a time after the last event: `10 ms after the last event: 'fetch' runs on net`.
  package func caption(at time: Int64, language: Language) -> Narration {
    let caption = BeatCaption(graph: self, language: language)
    let passed = caption.short(time.saturatingMinus(self.time))
    let activity = BeatSketch.Activity(self)
    return Narration(
      sentence: caption.wait(language.text("\(passed) ms after the last event"), activity),
      rule: caption.reason(activity))
  }
}
