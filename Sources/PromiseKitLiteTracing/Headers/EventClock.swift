#if Tracing
  import PromiseKitLite
  import Tracing

  /// The clock of an environment's events, as times since 1970. In a simulation, it begins in 1970.
  struct EventClock: Sendable {
    /// Nanoseconds from 1970 until the clock's beginning.
    private let beginning: Int64
    private let executor: any Executor

    init(of environment: PromiseEnvironment) {
      executor = environment.executor
      let now = Int64(clamping: DefaultTracerClock.now.nanosecondsSinceEpoch)
      beginning = executor is DispatchExecutor ? now - executor.now : 0
    }

    /// The time now.
    var now: EventInstant { instant(executor.now) }

    /// Returns the time of an event.
    func instant(_ time: Int64) -> EventInstant {
      let sum = beginning.addingReportingOverflow(time)
      return EventInstant(
        nanosecondsSinceEpoch: UInt64(clamping: sum.overflow ? .max : sum.partialValue))
    }
  }

  /// A time of an event.
  struct EventInstant: TracerInstant {
    let nanosecondsSinceEpoch: UInt64

    static func < (a: EventInstant, b: EventInstant) -> Bool {
      a.nanosecondsSinceEpoch < b.nanosecondsSinceEpoch
    }
  }
#endif
