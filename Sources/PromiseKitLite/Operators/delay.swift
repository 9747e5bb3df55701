public import Dispatch

extension Thenable {
  /// Delays the value by a number of seconds. An error is passed on immediately.
  ///
  /// ```swift
  /// fetch(token).delay(seconds: 0.5).done { items in show(items) }
  /// ```
  ///
  /// The delay starts when this promise is fulfilled, on the clock of its environment. The timer is
  /// stopped if the chain is canceled in the meantime. To wait before the work begins, use
  /// `after(seconds:).then`.
  ///
  /// **Value.** Passed on later.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on. The timer is stopped.
  /// **Queue.** No closure.
  /// **Elsewhere.** PromiseKit a link with `after`; google `delay`; JavaScript –; Bolts
  /// `taskWithDelay:`.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - seconds: The delay, in seconds. A value of 0 or less still takes one turn of the clock.
  /// - Returns: A new promise with the same value. (google/promises' `delay`, JPromise's `j_delay`)
  public func delay(
    label: String? = nil, seconds: Double,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Value> {
    _delay(nanoseconds(seconds), .named(label), CallSite(file, line, column))
  }

  /// Delays the value by an interval. An error is passed on immediately.
  ///
  /// ```swift
  /// fetch(token).delay(.milliseconds(500)).done { items in show(items) }
  /// ```
  ///
  /// Otherwise, this is the same as ``delay(label:seconds:file:line:column:)``.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  public func delay(
    label: String? = nil, _ interval: DispatchTimeInterval,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Value> {
    _delay(interval.nanoseconds, .named(label), CallSite(file, line, column))
  }

  private func _delay(_ delay: Int64, _ label: Label?, _ site: CallSite) -> Promise<Value> {
    let child = Promise<Value>(.delay, of: self, label: label, at: site)
    keepValueBack(from: child, for: delay)
    return child
  }

  /// Fulfills `child` the given number of nanoseconds after this promise.
  fileprivate func keepValueBack(from child: PromiseCore, for delay: Int64) {
    attach(.values, on: nil, child: child) { [weak child] settled in
      child?.settle(settled, after: delay)
      return .later
    }
  }
}

extension GuaranteeMixin {
  /// Delays the value by a number of seconds.
  ///
  /// ```swift
  /// tapped(button).delay(seconds: 0.3).done { dismiss() }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - seconds: The delay, in seconds on the clock of the environment.
  /// - Returns: A new guarantee with the same value.
  public func delay(
    label: String? = nil, seconds: Double,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<Value> {
    _delay(nanoseconds(seconds), .named(label), CallSite(file, line, column))
  }

  /// Delays the value by an interval.
  ///
  /// ```swift
  /// tapped(button).delay(.milliseconds(300)).done { dismiss() }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - interval: The delay, on the clock of the environment.
  /// - Returns: A new guarantee with the same value.
  public func delay(
    label: String? = nil, _ interval: DispatchTimeInterval,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<Value> {
    _delay(interval.nanoseconds, .named(label), CallSite(file, line, column))
  }

  private func _delay(_ delay: Int64, _ label: Label?, _ site: CallSite) -> Guarantee<Value> {
    let child = Guarantee<Value>(.delay, of: self, label: label, at: site)
    keepValueBack(from: child, for: delay)
    return child
  }
}

extension Thenable {
  /// Limits the time that the promise may take: the new promise settles as this one does, or is
  /// rejected with ``PMKError/timedOut`` if that takes longer than a number of seconds.
  ///
  /// ```swift
  /// fetch(token).timeout(seconds: 10).done { items in show(items) }.catch { error in alert(error) }
  /// ```
  ///
  /// The time starts now, on the clock of the environment. After a timeout, the work continues; its
  /// result is reported as ignored. The timer is stopped as soon as this promise settles or the
  /// chain is canceled, so that it does not keep a finished chain alive.
  ///
  /// **Value.** Passed on if it is in time; otherwise `PMKError.timedOut`.
  /// **Error.** Passed on if it is in time.
  /// **Cancellation.** Passed on. The timer is stopped.
  /// **Queue.** No closure.
  /// **Elsewhere.** PromiseKit `race` with `after`; google `timeout`; JavaScript –; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - seconds: The time limit, in seconds. A value of 0 or less expires in the next turn of the
  ///     clock.
  /// - Returns: A new promise. (google/promises' `timeout`)
  public func timeout(
    label: String? = nil, seconds: Double,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Value> {
    _timeout(nanoseconds(seconds), .named(label), CallSite(file, line, column))
  }

  /// Limits the time that the promise may take: the new promise settles as this one does, or is
  /// rejected with ``PMKError/timedOut`` if that takes longer than an interval.
  ///
  /// ```swift
  /// fetch(token).timeout(.seconds(10)).done { items in show(items) }.catch { error in alert(error) }
  /// ```
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  public func timeout(
    label: String? = nil, _ interval: DispatchTimeInterval,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Value> {
    _timeout(interval.nanoseconds, .named(label), CallSite(file, line, column))
  }

  private func _timeout(_ delay: Int64, _ label: Label?, _ site: CallSite) -> Promise<Value> {
    let child = Promise<Value>(.timeout, of: self, label: label, at: site)
    let timer = isPending ? child.settle(.error(PMKError.timedOut), after: delay) : nil
    // It settles on its own, whether or not this promise does, so its context must also cancel it
    // directly.
    child.leaveDownstream()
    if timer != nil { child.locked { $0.becomeIndependent() } }
    attach(.everything, on: nil, child: child) { [weak child] settled in
      timer?.cancel()
      // The program received the timeout error instead of this one.
      if child?.settled != nil, case .rejected(let late) = settled { late.handle() }
      return .settle(settled)
    }
    return child
  }
}
