import PromiseGraph
import PromiseInsight
import PromiseScreens

extension PrintedRun {
  /// Returns playback as an asciicast v2: the same screens at the same times as on a terminal.
  func cast(_ form: ScreenForm, theme: Theme, speed: Int) throws -> String {
    let plan = BeatPlan(history, language: form.language)
    let frames = Cast.frames(of: plan, from: try state(form, at: nil), speed: speed)
    return Cast(size: form.size, title: "promise-tui: \(entry.name)", theme: theme)
      .text(of: frames)
  }

  /// Returns playback as a picture that shows it again and again, in the colors of `theme` or those that the
  /// reader prefers.
  ///
  /// There is a frame for the end of each beat, and a few on the way where time passes or an outcome moves.
  func animation(_ form: ScreenForm, theme: Theme?) throws -> String {
    let plan = BeatPlan(history, language: form.language)
    var state = try state(form, at: nil)
    var frames: [Canvas] = []
    var durations: [Int] = []
    for moment in Self.moments(of: plan) {
      guard let place = plan.place(at: moment.elapsed) else { continue }
      state.show(place, of: plan)
      let canvas = view(state, hasKeys: false).withoutLastRow
      let milliseconds = Int(moment.duration / 1_000_000)
      if frames.last == canvas {
        durations[durations.count - 1] += milliseconds
      } else {
        frames.append(canvas)
        durations.append(milliseconds)
      }
    }
    if frames.isEmpty {
      frames = [view(state, hasKeys: false).withoutLastRow]
      durations = [1000]
    }
    return Picture(
      frames: frames, durations: durations, title: "promise-tui: \(entry.name)", theme: theme
    ).svg
  }

  /// A moment of playback, and how long its frame is shown, in nanoseconds.
  private struct Moment {
    var elapsed: Int64
    var duration: Int64
  }

  /// Returns the moments that a picture shows.
  private static func moments(of plan: BeatPlan) -> [Moment] {
    plan.beats.indices.flatMap { index -> [Moment] in
      let beat = plan.beats[index]
      let start = plan.start(of: index)
      let isWait = beat.times.lowerBound < beat.times.upperBound || beat.events.count > 1
      guard isWait else { return stands(beat, from: start) }
      let count = max(1, min(5, beat.duration / 400_000_000))
      return (0..<count).map { part in
        let first = beat.duration * part / count
        return Moment(
          elapsed: start + first, duration: beat.duration * (part + 1) / count - first)
      }
    }
  }

  /// Returns the moments of a beat during which no time passes: what moves, and then its end. The end of
  /// the run is shown for a while longer.
  private static func stands(_ beat: Beat, from start: Int64) -> [Moment] {
    let rest: Int64 = beat.kind == .end ? 1_500_000_000 : 0
    let flow = beat.flowLength
    let moving = flow * Int64(beat.flows.count)
    let parts = beat.flows.indices.flatMap { index in
      [1, 3].map { quarter in
        Moment(elapsed: start + flow * Int64(index) + flow * quarter / 4, duration: flow / 2)
      }
    }
    let end = Moment(
      elapsed: start + max(0, beat.duration - 1), duration: beat.duration - moving + rest)
    return end.duration > 0 || parts.isEmpty ? parts + [end] : parts
  }
}
