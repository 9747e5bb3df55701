import Measuring
import PromiseKitLite
import Synchronization

/// The same work without an observer and with a recorder.
struct Recorded: Sendable {
  var title: String
  var clock: Clock
  /// The number of operations; times are per operation.
  var operations: Int
  var goal: Double
  var run: @Sendable () -> Void

  static let all = [
    Recorded(
      title: Links.queued.title, clock: .processor, operations: Links.count, goal: 1.35,
      run: { Links.queued.run() }),
    Recorded(
      title: Links.inline.title, clock: .processor, operations: Links.count, goal: 1.5,
      run: { Links.inline.run() }),
    Recorded(
      title: "c the same on four threads, a chain each", clock: .wall,
      operations: threads * Links.count, goal: 1.5,
      run: {
        let environment = PromiseEnvironment.current
        Threads.run(threads) { _ in environment.run { Links.inline.run() } }
      }),
  ]
  static let threads = 4

  /// Returns the time of one operation without and with a recorder, measured alternately.
  func measure(rounds: Int) -> (without: Spread, with: Spread) {
    var without: [Double] = []
    var with: [Double] = []
    for round in -2..<rounds {
      let alone = clock.time(run) / Double(operations)
      let recorder = RecordingObserver()
      let environment = PromiseEnvironment(observers: [recorder])
      let recorded = clock.time { environment.run { run() } } / Double(operations)
      precondition(recorder.dropped == 0)
      guard round >= 0 else { continue }
      without.append(alone)
      with.append(recorded)
    }
    return (Spread(without), Spread(with))
  }

  /// Returns the number of events per operation.
  func eventsPerOperation() -> Double {
    let recorder = RecordingObserver()
    PromiseEnvironment(observers: [recorder]).run { run() }
    return Double(recorder.events.count) / Double(operations)
  }
}
