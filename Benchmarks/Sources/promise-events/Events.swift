import Measuring
import PromiseKitLite

/// Measures single events.
enum Events {
  private static let perThread = 100_000

  /// Returns the nanoseconds for recording one event: its number, time, thread, and queue, and its
  /// place in the recorder.
  static func note(threads: Int, rounds: Int) -> Spread {
    var times: [Double] = []
    for round in -2..<rounds {
      let recorder = RecordingObserver()
      let environment = PromiseEnvironment(observers: [recorder])
      let count = threads * perThread
      // On several threads, the wall-clock time in which all of them post their events.
      let clock: Clock = threads == 1 ? .processor : .wall
      let time = clock.time {
        Threads.run(threads) { _ in
          environment.run { for _ in 0..<perThread { PromiseTrace.note("event") } }
        }
      }
      precondition(recorder.events.count == count && recorder.dropped == 0)
      if round >= 0 { times.append(time / Double(count)) }
    }
    return Spread(times)
  }

  /// Returns the nanoseconds for writing one line of a trace, and its size in bytes.
  static func lines(rounds: Int) -> (time: Spread, bytes: Double) {
    let recorder = RecordingObserver()
    PromiseEnvironment(observers: [recorder]).run { Links.queued.run() }
    let events = recorder.events
    let writer = PromiseTrace.Writer()
    var bytes: [UInt8] = []
    var times: [Double] = []
    for round in -2..<rounds {
      bytes.removeAll(keepingCapacity: true)
      let time = Clock.processor.time {
        for event in events { writer.append(event, to: &bytes) }
      }
      precondition(bytes.count { $0 == 0x0A } == events.count)
      if round >= 0 { times.append(time / Double(events.count)) }
    }
    return (Spread(times), Double(bytes.count) / Double(events.count))
  }
}
