public import Dispatch

extension Thenable {
  /// Keeps the value back for so many seconds. An error passes at once.
  ///
  /// ```swift
  /// fetch(token).delay(seconds: 0.5).done { items in show(items) }
  /// ```
  ///
  /// The time begins when this promise is fulfilled, on the clock of its environment; the timer is stopped
  /// if the chain is cancelled meanwhile. To wait before the work begins, write `after(seconds:).then`.
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - seconds: How long; what is not above 0 still takes a turn of the clock.
  /// - Returns: A new promise with the same value. (google/promises' `delay`, JPromise's `j_delay`)
  public func delay(
    label: String? = nil, seconds: Double,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Value> {
    _delay(nanoseconds(seconds), .named(label), CallSite(file, line, column))
  }

  /// Keeps the value back for an interval. An error passes at once.
  ///
  /// ```swift
  /// fetch(token).delay(.milliseconds(500)).done { items in show(items) }
  /// ```
  ///
  /// Otherwise as ``delay(label:seconds:file:line:column:)``.
  ///
  /// - Parameter label: What the events and the screen call the promise.
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

  /// Fulfils `child` so many nanoseconds after this promise.
  fileprivate func keepValueBack(from child: PromiseCore, for delay: Int64) {
    attach(.values, on: nil, child: child) { [weak child] settled in
      child?.settle(settled, after: delay)
      return .later
    }
  }
}

extension GuaranteeMixin {
  /// Keeps the value back for so many seconds.
  ///
  /// ```swift
  /// tapped(button).delay(seconds: 0.3).done { dismiss() }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - seconds: How long, on the clock of the environment.
  /// - Returns: A new guarantee of the same value.
  public func delay(
    label: String? = nil, seconds: Double,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<Value> {
    _delay(nanoseconds(seconds), .named(label), CallSite(file, line, column))
  }

  /// Keeps the value back for an interval.
  ///
  /// ```swift
  /// tapped(button).delay(.milliseconds(300)).done { dismiss() }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - interval: How long, on the clock of the environment.
  /// - Returns: A new guarantee of the same value.
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
