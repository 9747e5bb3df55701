import PromiseEvents
package import PromiseGraph

/// The captions of beats: short sentences with names instead of numbers, which can be read at a glance.
struct BeatCaption {
  let graph: Graph
  let language: Language

  /// Returns the caption of a sketch.
  func text(of sketch: BeatSketch) -> String {
    switch sketch.content {
    case .build(let promises):
      return language.text("\(language.plural(promises, "promise")) created")
    case .wait(let activity):
      let length = short(sketch.times.upperBound - sketch.times.lowerBound)
      return wait(language.text("+\(length) ms"), activity)
    case .run(let running): return run(running)
    case .settle(let promises, let settlement): return settle(promises, settlement)
    case .decide(let settlement): return decide(settlement)
    case .skip(let promises):
      return promises.count == 1
        ? language.text("\(names(promises)) is skipped")
        : language.text("\(names(promises)) are skipped")
    case .note(let text): return language.text("the program prints \(brief(text, 32))")
    case .event(let sentence): return sentence
    case .several(let tally):
      let text = several(tally)
      return sketch.times.lowerBound == sketch.times.upperBound
        ? text : language.text("up to \(short(sketch.times.upperBound)) ms: \(text)")
    case .end(let counts): return end(counts)
    }
  }

  /// Returns what goes on while the time `length` passes.
  fileprivate func wait(_ length: String, _ activity: BeatSketch.Activity) -> String {
    var text: String
    switch activity.runningCount {
    case 0:
      text =
        activity.timer.map { language.text("\(length): the timer of \($0) runs") } ?? length
    case 1:
      let (job, queue) = activity.running[0]
      text = language.text("\(length): \(job) runs on \(queue)")
    case 2, 3:
      text = language.text(
        "\(length): \(list(activity.running.map(\.job))) run")
    default: text = language.text("\(length): \(activity.runningCount) jobs run")
    }
    switch activity.waitingCount {
    case 0: break
    case 1: text += language.text("; \(activity.waiting[0]) waits")
    default: text += language.text("; \(language.plural(activity.waitingCount, "job")) wait")
    }
    return text
  }

  private func run(_ running: BeatSketch.Running) -> String {
    let (name, queue) = (running.name, running.queue)
    if running.ending == .skipped {
      return language.text("\(name) does not run: cancelled, or its owner is gone")
    }
    if let adopted = running.adopted { return language.text("\(name) adopts \(adopted)") }
    let text: String
    if let note = running.notes.first {
      let note = brief(note, Self.longestNote) + (running.notes.count > 1 ? " \u{2026}" : "")
      text = language.text("\(name) prints \(note)")
    } else {
      text =
        running.isInline
        ? language.text("\(name) runs inline") : language.text("\(name) runs on \(queue)")
    }
    guard let settlement = running.settlement else { return text }
    let value = brief(settlement.description, Self.longestValue)
    switch settlement.outcome {
    case .fulfilled:
      let isShort = value.isEmpty || !running.notes.isEmpty
      return isShort ? text : language.text("\(text): \(value)")
    case .rejected where running.ending == .threw:
      return language.text("\(text), and throws \(value)")
    case .rejected: return language.text("\(text), and is rejected: \(value)")
    case .cancelled: return language.text("\(text), and is cancelled")
    }
  }

  private func settle(_ promises: [PromiseID], _ settlement: PromiseEvent.Settlement) -> String {
    let value = brief(settlement.description, Self.longestValue)
    let outcome = settlement.outcome.word(in: language)
    let names = names(promises)
    let text =
      promises.count == 1
      ? language.text("\(names) is \(outcome)") : language.text("\(names) are \(outcome)")
    return value.isEmpty ? text : language.text("\(text): \(value)")
  }

  private func decide(_ settlement: PromiseEvent.Settlement) -> String {
    guard let from = settlement.from else { return settle([settlement.promise], settlement) }
    let name = graph.shortName(of: settlement.promise)
    let outcome = settlement.outcome.word(in: language)
    return language.text("\(graph.shortName(of: from)) decides \(name): \(outcome)")
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
    return parts.isEmpty ? language.text("nothing settled") : parts.joined(separator: ", ")
  }

  private func end(_ counts: StateCounts) -> String {
    var parts: [String] = []
    if counts.fulfilled > 0 { parts.append(language.text("\(counts.fulfilled) fulfilled")) }
    if counts.rejected > 0 { parts.append(language.text("\(counts.rejected) rejected")) }
    if counts.cancelled > 0 { parts.append(language.text("\(counts.cancelled) cancelled")) }
    if counts.open > 0 { parts.append(language.text("\(counts.open) pending")) }
    return parts.isEmpty
      ? language.text("end") : language.text("end: \(parts.joined(separator: ", "))")
  }

  /// The most characters of a printed text in a caption, and of a value.
  private static let longestNote = 20
  private static let longestValue = 14

  /// Returns a time in milliseconds, with a decimal only if there is one.
  fileprivate func short(_ nanoseconds: Int64) -> String {
    let text = milliseconds(nanoseconds)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private func names(_ promises: [PromiseID]) -> String {
    list(promises.map { graph.shortName(of: $0) })
  }

  /// Returns at most three names, and how many more there are.
  private func list(_ names: [String]) -> String {
    names.count <= 3
      ? language.list(names, more: 0)
      : language.list(Array(names.prefix(2)), more: names.count - 2)
  }
}

extension Graph {
  /// Returns what goes on at a time after the last event: `10 ms after the last event: fetch runs on net`.
  package func caption(at time: Int64, language: Language) -> String {
    let caption = BeatCaption(graph: self, language: language)
    let passed = caption.short(time.saturatingMinus(self.time))
    return caption.wait(
      language.text("\(passed) ms after the last event"), BeatSketch.Activity(self))
  }
}
