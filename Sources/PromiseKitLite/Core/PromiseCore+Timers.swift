extension PromiseCore {
  /// Settles the promise with `settled` after so many nanoseconds on the clock of its environment.
  ///
  /// The timer keeps the promise alive. It is stopped, and told as stopped, when the promise's context
  /// cancels it, and by whom it is answered to.
  @discardableResult
  func settle(_ settled: Settled, after delay: Int64) -> PromiseTimer {
    let executor = environment.executor
    let due = executor.now.addingReportingOverflow(max(0, delay))
    let timer = PromiseTimer(due: due.overflow ? .max : due.partialValue, of: self) { [self] in
      settle(settled)
    }
    onCancel(.beforeSettling) { timer.cancel() }
    return timer
  }
}

/// A timer that settles a promise.
struct PromiseTimer: Sendable {
  private let name: Name?
  private let scheduled: ScheduledTimer?

  /// Who it is in the events.
  private struct Name: Sendable {
    let timer: TimerID
    let promise: PromiseID
    let environment: PromiseEnvironment
  }

  /// Calls `fire` at `due`; not at all if the promise is settled already.
  init(due: Int64, of promise: PromiseCore, fire: @escaping @Sendable () -> Void) {
    guard promise.settled == nil else {
      (name, scheduled) = (nil, nil)
      return
    }
    let environment = promise.environment
    let due = environment.intervener?.due(due, of: promise) ?? due
    let name = promise.observed.map {
      Name(timer: $0.bus.nextTimer(), promise: promise.id, environment: $0)
    }
    if let name {
      environment.post(
        .timerScheduled(timer: name.timer, promise: name.promise, due: due))
    }
    self.name = name
    let late = environment.shuffle?.delay(of: promise.shuffleName("timer")) ?? 0
    scheduled = environment.executor.schedule(
      at: due > .max - late ? due : due + late, timer: name?.timer, in: environment
    ) {
      if let name {
        environment.post(.timerFired(timer: name.timer, promise: name.promise))
      }
      fire()
    }
  }

  /// Stops it. Nothing happens if it has fired or was stopped.
  func cancel() {
    guard let scheduled, scheduled.cancel(), let name else { return }
    name.environment.post(.timerCancelled(timer: name.timer, promise: name.promise))
  }
}
