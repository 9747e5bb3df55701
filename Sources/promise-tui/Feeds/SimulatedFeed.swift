import Dispatch
import PromiseExploration
import PromiseKitLite
import PromiseScreens
import PromiseSimulation
import Synchronization

/// A demo in a simulation: each job runs when the interface asks for it.
///
/// The jobs run on a queue of the feed's own, so that keys are handled meanwhile.
final class SimulatedFeed: Feed {
  private let queue = DispatchQueue(label: "promise-tui.simulation")
  private let sender: MessageSender
  private let run: Mutex<SimulatedRun?>

  /// Predicts the run with a second simulation, and opens the demo before its first job, or when it
  /// has run as far as `place`. What each run prints becomes notes of its own, so that nothing
  /// appears before its job has run. The prediction may take as long as `ahead`; it is optional,
  /// and may end early. `whenOpened` is called after the demo has opened.
  init(
    _ scenario: RunnableDemo, to place: Effect.Place? = nil, sender: MessageSender,
    ahead: Duration = .seconds(1), printed: @escaping PrintedLines = { _ in [] },
    whenOpened: @escaping @Sendable () -> Void = {}
  ) {
    self.sender = sender
    run = Mutex(nil)
    queue.async { [self] in
      scenario.learnValues()
      let (prediction, _) = SimulatedRun.events(
        of: scenario, limit: Self.mostPredicted, within: ahead, printed: printed)
      // A prediction that was cut short may have printed an incomplete line.
      _ = printed(true)
      let events = run.withLock { slot -> [PromiseEvent] in
        slot = SimulatedRun(scenario, printed: printed)
        guard let place, let begun = slot else { return [] }
        return Self.events(of: begun, to: place, within: prediction.count)
      }
      sender.post(
        .opened(
          scenario.entry, real: false, prediction: prediction, events: events,
          token: scenario.dialect == .promiseKitLite
            ? ScheduleToken(scenario.schedule, of: scenario.explored) : nil,
          changes: scenario.changes)
      )
      whenOpened()
    }
  }

  /// Returns the first events of `run` up to `place`, but at most `limit`.
  private static func events(
    of run: SimulatedRun, to place: Effect.Place, within limit: Int
  ) -> [PromiseEvent] {
    var events: [PromiseEvent] = []
    var choices = 0
    while events.count < limit {
      switch place {
      case .event(let number) where events.last?.sequence ?? 0 >= number: return events
      case .time(let time) where events.last?.time ?? 0 > time: return events
      case .choice(let number) where choices > number: return events
      default: break
      }
      guard let new = run.next() else { break }
      events += new
      choices += new.count { if case .choiceMade = $0.kind { true } else { false } }
    }
    return events
  }

  func runNextJob() {
    queue.async { [self] in
      let events = run.withLock { $0?.next() }
      sender.post(events.map(Message.events) ?? .finished)
    }
  }

  func close() {
    queue.async { [self] in run.withLock { $0 = nil } }
  }

  /// The most events of a prediction.
  private static let mostPredicted = 20_000
}
