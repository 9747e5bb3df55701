import PromiseGraph

/// The playback of a run by its plan of beats.
struct Playback: Hashable, Sendable {
  let plan: BeatPlan
  /// How much of the plan has passed, in nanoseconds at normal speed.
  var elapsed: Int64
  /// The time of the last tick; `nil` before the first.
  private var ticked: Int64?

  /// Creates a playback that continues from the playhead of `run`; `nil` if the rest of the run is not known.
  init?(_ run: Run, _ language: Language) {
    let ahead = run.prediction.flatMap { $0.last > run.history.last ? $0 : nil }
    guard let events = run.finished ? run.history : ahead else { return nil }
    plan = BeatPlan(events, language: language)
    guard !plan.beats.isEmpty else { return nil }
    elapsed = plan.elapsed(at: run.playhead, time: run.clock)
  }

  /// The position of the playhead.
  var place: BeatPlan.Place? { plan.place(at: elapsed) }

  /// The caption of the beat.
  var caption: String? { place.map { plan.beats[$0.beat].caption } }

  /// Goes on by the time since the last tick, at a speed that is a power of two.
  mutating func tick(_ now: Int64, speed: Int) {
    if let ticked {
      let passed = min(max(0, now - ticked), Self.longestStep)
      elapsed = min(elapsed + (speed < 0 ? passed >> -speed : passed << speed), plan.length)
    }
    ticked = now
  }

  /// The most time that passes between two ticks, however late the second one is: a program that was suspended
  /// goes on where it stopped.
  private static let longestStep: Int64 = 200_000_000
}
