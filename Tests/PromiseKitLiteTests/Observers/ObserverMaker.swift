import Dispatch
import PromiseKitLite
import Synchronization
import TestSupport
import Testing

/// Creates the observers to check.
enum ObserverMaker: String, CaseIterable, CustomTestStringConvertible {
  case recording, recordingLittle, printing, filtering, forwarding, counting

  var testDescription: String { rawValue }

  /// It puts events in order, rather than passing each one on immediately.
  var orders: Bool { self != .filtering && self != .forwarding }
  /// It calls code of the program.
  var callsOut: Bool { [.printing, .filtering, .forwarding].contains(self) }
  /// It can return the events that it received.
  var tells: Bool { self != .counting }

  /// Creates an observer; `whenTold` is called with each number where it calls out.
  func make(whenTold: @escaping @Sendable (Int) -> Void = { _ in }) -> ObserverSubject {
    switch self {
    case .recording: Self.recording(RecordingObserver())
    case .recordingLittle: Self.recording(RecordingObserver(limit: 1000))
    case .printing: Self.printing(whenTold)
    case .filtering: Self.filtering(whenTold)
    case .forwarding: Self.forwarding(whenTold)
    case .counting: Self.counting()
    }
  }

  private static func recording(_ recorder: RecordingObserver) -> ObserverSubject {
    ObserverSubject(
      observer: recorder,
      told: { recorder.events.filter { $0.kind.name != .dropped }.map(\.sequence) },
      counted: { recorder.dropped }, ask: { _ = recorder.events })
  }

  private static func printing(_ whenTold: @escaping @Sendable (Int) -> Void) -> ObserverSubject {
    let numbers = Mutex<[Int]>([])
    // Even on a busy machine, events that arrive out of order wait until they must be printed.
    let printer = PrintingObserver(patience: .seconds(3600)) { line in
      let first = line.split(separator: " ").first.flatMap { Int($0) }
      guard let first, line.contains("T") else { return }
      numbers.withLock { $0.append(first) }
      whenTold(first)
    }
    return ObserverSubject(
      observer: printer,
      told: {
        printer.flush()
        return numbers.withLock { $0 }
      }, counted: { printer.dropped }, ask: { printer.flush() })
  }

  private static func filtering(_ whenTold: @escaping @Sendable (Int) -> Void) -> ObserverSubject {
    let collector = Collector(whenTold)
    let filter = FilteringObserver(to: collector) { $0.sequence % 3 != 0 }
    return ObserverSubject(
      observer: filter, told: { collector.numbers }, counted: { filter.keptOut },
      ask: { _ = filter.keptOut })
  }

  private static func forwarding(_ whenTold: @escaping @Sendable (Int) -> Void) -> ObserverSubject {
    let collector = Collector(whenTold)
    let forwarder = ForwardingObserver(to: [CountingObserver(), collector])
    return ObserverSubject(
      observer: forwarder, told: { collector.numbers }, counted: { forwarder.unobserved },
      ask: { forwarder.remove(forwarder.add(CountingObserver())) })
  }

  private static func counting() -> ObserverSubject {
    let counter = CountingObserver()
    return ObserverSubject(
      observer: counter, told: { [] }, counted: { counter.total }, ask: { _ = counter.all })
  }
}
