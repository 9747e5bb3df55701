import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The playback of a run by its plan of beats.
struct Playback: Sendable {
  let plan: BeatPlan
  /// How much of the plan has passed, in nanoseconds at normal speed.
  var elapsed: Int64
  /// The last tick: its time, the delay until the next one, and the speed at which it was requested.
  private var last: (time: Int64, delay: Int64, speed: Int)?

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
  var caption: Narration? { place.map { plan.beats[$0.beat].caption } }

  /// Goes on by the time since the last tick, at the speed that it had.
  mutating func tick(_ now: Int64) {
    guard let last else { return }
    let passed = min(max(0, now - last.time), last.delay.saturatingPlus(Self.mostLate))
    let share = last.speed < 0 ? passed >> -last.speed : passed.saturatingTimes(1 << last.speed)
    elapsed = min(elapsed.saturatingPlus(share), plan.length)
    self.last = nil
  }

  /// Notes that the next tick is requested `delay` nanoseconds after `now`.
  mutating func wait(from now: Int64, delay: Int64, speed: Int) { last = (now, delay, speed) }

  /// The time until the next tick does not count.
  mutating func hold() { last = nil }

  /// The most that a late tick counts beyond its delay: a program that was suspended goes on where it stopped.
  private static let mostLate: Int64 = 200_000_000
}
