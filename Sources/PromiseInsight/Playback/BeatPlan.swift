import PromiseEvents
package import PromiseGraph

/// What playback shows and for how long: a pure function of the events of a run.
///
/// The chain is built in one beat. Then there is a beat for every handler that runs, every promise that
/// settles and every fan-in that is decided, which lasts as long as its caption takes to read; and one for
/// every time in which nothing happens, during which the clock of the run goes on. Threads, queues, sources and
/// promises that are freed have no beats. A run that would take longer than a minute is shown in larger steps.
package struct BeatPlan: Hashable, Sendable {
  package let beats: [Beat]
  /// When each beat starts, in nanoseconds from the start of playback at normal speed; and its end.
  private let starts: [Int64]

  /// How long playback takes at normal speed, in nanoseconds.
  package var length: Int64 { starts.last ?? 0 }

  /// Creates the plan for the events of `history`. O(events), but for a very long run O(log events).
  package init(_ history: History, language: Language = .english) {
    let beats =
      history.count > Self.mostSketched
      ? Self.slices(of: history, language) : Self.sketched(history, language)
    self.beats = beats
    var starts: [Int64] = [0]
    for beat in beats { starts.append(starts[starts.count - 1] + beat.duration) }
    self.starts = starts
  }

  /// Returns the caption of the end of a run with the state `graph`.
  package static func ending(_ graph: Graph, _ language: Language) -> Narration {
    let (event, time) = (graph.sequence, graph.time)
    return BeatCaption(graph: graph, language: language).narration(
      of: BeatSketch(content: .end(graph.counts), events: event...event, times: time...time))
  }

  /// A run of more events than this is shown in parts with the same number of events.
  private static let mostSketched = 20_000
}

// MARK: - Where the playhead is

extension BeatPlan {
  /// A moment of playback.
  package struct Place: Hashable, Sendable {
    /// The index of the beat.
    package var beat: Int
    /// The number of the event at the playhead, and the time there.
    package var event: Int
    package var time: Int64
    /// The outcome or adoption on its way.
    package var flow: Flow?
    /// How long after this moment the picture changes next, in nanoseconds at normal speed; `nil` at the end.
    package var untilNext: Int64?
  }

  /// Returns when a beat starts, in nanoseconds from the start of playback.
  package func start(of beat: Int) -> Int64 { starts[beat] }

  /// Returns where the playhead is `elapsed` nanoseconds after the start of playback. O(log beats)
  package func place(at elapsed: Int64) -> Place? {
    guard !beats.isEmpty else { return nil }
    let index = min(max(0, starts.partitionPoint { $0 <= elapsed } - 1), beats.count - 1)
    let beat = beats[index]
    let since = min(max(0, elapsed - starts[index]), beat.duration)
    let share = beat.duration > 0 ? Double(since) / Double(beat.duration) : 1
    var place = Place(
      beat: index,
      event: beat.events.lowerBound
        + Int((Double(beat.events.upperBound - beat.events.lowerBound) * share).rounded()),
      time: beat.times.lowerBound
        + Int64((Double(beat.times.upperBound - beat.times.lowerBound) * share).rounded()),
      flow: nil, untilNext: nil)
    let isLast = index == beats.count - 1
    let rest = beat.duration - since
    if beat.times.lowerBound < beat.times.upperBound || beat.events.count > 1 {
      place.untilNext = isLast && rest == 0 ? nil : min(max(rest, 1), Self.clockFrame)
    } else {
      let length = beat.flowLength
      let flow = length > 0 ? Int(since / length) : beat.flows.count
      if flow < beat.flows.count {
        place.flow = Flow(event: beat.flows[flow], share: Int(since % length * 1000 / length))
        place.untilNext = min(Self.flowFrame, length - since % length)
      } else if !(isLast && rest == 0) {
        place.untilNext = max(rest, 1)
      }
    }
    return place
  }

  /// Returns the elapsed time at which playback continues from an event and a time in the run: the rest of the
  /// beat that is shown there, or else the beginning of the next one.
  package func elapsed(at event: Int, time: Int64) -> Int64 {
    let index = beats.partitionPoint {
      $0.events.upperBound < event || ($0.events.upperBound == event && $0.times.upperBound <= time)
    }
    guard index < beats.count else { return length }
    let beat = beats[index]
    let length = beat.times.upperBound - beat.times.lowerBound
    guard length > 0, time > beat.times.lowerBound, event >= beat.events.lowerBound else {
      return starts[index]
    }
    let share = Double(min(time, beat.times.upperBound) - beat.times.lowerBound) / Double(length)
    return starts[index] + Int64((Double(beat.duration) * share).rounded())
  }

  /// How often the picture changes while the clock goes on, and while an outcome moves along an edge.
  private static let clockFrame: Int64 = 50_000_000
  private static let flowFrame: Int64 = 100_000_000
}

// MARK: - Making the plan

extension BeatPlan {
  private static func sketched(_ history: History, _ language: Language) -> [Beat] {
    var sketcher = BeatSketcher(history.state(at: history.base), language: language)
    for event in history.events(after: history.base) { sketcher.take(event) }
    sketcher.end()
    let caption = BeatCaption(graph: sketcher.graph, language: language)
    let merged = merged(sketcher)
    for sketches in [sketcher.sketches, merged, grouped(merged, sketcher)] {
      let beats = paced(
        sketches.map { sketch in
          Beat(
            kind: sketch.kind, events: sketch.events, times: sketch.times, flows: sketch.flows,
            caption: caption.narration(of: sketch))
        })
      if beats.reduce(0, { $0 + $1.duration }) <= Pace.longestRun { return beats }
    }
    return slices(of: history, language)
  }

  /// Returns the sketches with those of each instant joined to one.
  private static func merged(_ sketcher: BeatSketcher) -> [BeatSketch] {
    var merged: [BeatSketch] = []
    for sketch in sketcher.sketches {
      guard let last = merged.last, [.step, .decide].contains(last.kind),
        [.step, .decide].contains(sketch.kind), last.times == sketch.times
      else {
        merged.append(sketch)
        continue
      }
      let before = merged.dropLast().last?.events.upperBound ?? 0
      var tally = sketcher.tally(after: before, upTo: sketch.events.upperBound)
      tally.promises = last.promises + sketch.promises
      merged[merged.count - 1] = BeatSketch(
        content: .several(tally),
        events: sketch.events, times: sketch.times, flows: sketch.flows,
        effects: sketch.effects, outcome: sketch.outcome ?? last.outcome)
    }
    return merged
  }

  /// Returns the sketches in groups of about the same length, whose steps are only counted, each with its warnings.
  private static func grouped(
    _ sketches: [BeatSketch], _ sketcher: BeatSketcher
  ) -> [BeatSketch] {
    let warnings = sketches.lazy.filter(\.isWarning).prefix(mostSlices / 2).count
    var left = warnings
    let groups = mostSlices - warnings
    let size = (sketches.count + groups - 1) / groups
    let building = sketches.prefix { $0.kind == .build }
    let ending = sketches.suffix(1).filter { $0.kind == .end }
    let end = sketches.count - ending.count
    return building
      + stride(from: building.count, to: end, by: max(1, size)).flatMap { start in
        let group = sketches[start..<min(end, start + size)]
        guard let first = group.first, let last = group.last else { return [BeatSketch]() }
        let before = start > 0 ? sketches[start - 1].events.upperBound : 0
        var tally = sketcher.tally(after: before, upTo: last.events.upperBound)
        tally.promises = group.flatMap(\.promises)
        let whole = BeatSketch(
          content: .several(tally),
          events: first.events.lowerBound...last.events.upperBound,
          times: first.times.lowerBound...last.times.upperBound, effects: last.effects,
          outcome: group.last { $0.outcome != nil }?.outcome)
        // The first warnings have beats of their own.
        let warned = group.filter(\.isWarning).prefix(left).map { warning in
          let (event, time) = (last.events.upperBound, last.times.upperBound)
          return BeatSketch(content: warning.content, events: event...event, times: time...time)
        }
        left -= warned.count
        return [whole] + warned
      } + ending
  }

  /// Returns the beats with their durations.
  private static func paced(_ beats: [Beat]) -> [Beat] {
    var beats = beats
    for index in beats.indices {
      let reading = Pace.reading(beats[index].caption)
      let length = beats[index].length
      beats[index].duration =
        beats[index].kind == .wait
        ? min(max(reading, Pace.wait(length)), Pace.longestWait) : reading
    }
    shortenBuilding(&beats)
    lengthenWaits(&beats)
    orderWaits(&beats)
    return beats
  }

  /// Lengthens the waits until they are at least a third of the whole, or as long as a wait may be.
  private static func lengthenWaits(_ beats: inout [Beat]) {
    let waits = beats.indices.filter { beats[$0].kind == .wait }
    let rest = beats.reduce(0) { $0 + ($1.kind == .wait ? 0 : $1.duration) }
    for _ in 0..<32 {
      let sum = waits.reduce(0) { $0 + beats[$1].duration }
      let wanted = (rest + 1) / 2 + 1_000_000
      guard sum > 0, sum < wanted else { return }
      for index in waits {
        let longer = Int64((Double(beats[index].duration) * Double(wanted) / Double(sum)).rounded())
        beats[index].duration = min(longer, Pace.longestWait)
      }
    }
  }

  /// Deals out the durations of the waits by their lengths, so that a longer wait is shown longer.
  private static func orderWaits(_ beats: inout [Beat]) {
    let waits = beats.indices.filter { beats[$0].kind == .wait }
    let durations = waits.map { beats[$0].duration }.sorted()
    let byLength = waits.sorted { first, second in
      (beats[first].length, first) < (beats[second].length, second)
    }
    for (index, duration) in zip(byLength, durations) { beats[index].duration = duration }
  }

  /// Shortens the building of the chain to a tenth of the whole; without a caption, if there is no time to
  /// read it.
  private static func shortenBuilding(_ beats: inout [Beat]) {
    guard let index = beats.firstIndex(where: { $0.kind == .build }) else { return }
    let rest = beats.reduce(0) { $0 + ($1.kind == .build ? 0 : $1.duration) }
    beats[index].duration = min(beats[index].duration, rest / 9)
    if beats[index].duration < Pace.shortest { beats[index].caption = .none }
  }

  /// Returns parts with the same number of events, during which the clock goes on.
  private static func slices(of history: History, _ language: Language) -> [Beat] {
    guard history.last > history.base else { return [] }
    let (base, count) = (history.base, history.last - history.base)
    let parts = min(count, mostSlices)
    func time(_ event: Int) -> Int64 {
      history.nextPosition(after: event - 1).flatMap { history[$0]?.time } ?? history.endTime
    }
    var low = (event: base, time: time(base + 1))
    return (1...parts).map { part in
      let event = base + count * part / parts
      let high = (event: event, time: max(low.time, time(event)))
      defer { low = high }
      let caption = language.text("\(milliseconds(low.time)) to \(milliseconds(high.time)) ms")
      return Beat(
        kind: part == parts ? .end : .wait, events: low.event...high.event,
        times: low.time...high.time,
        duration: min(Pace.longestRun / Int64(parts), Pace.longestWait),
        caption: Narration(sentence: caption))
    }
  }

  private static let mostSlices = 22
}
