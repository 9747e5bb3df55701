public import Dispatch
public import PromiseSimulation

/// How ``expectOrder(_:section:on:filePath:sourceLocation:isolation:_:)-(String,_,_,_,_,_,_)`` runs
/// a program: in a simulation, which is deterministic, or on Dispatch queues.
///
/// ```swift
/// try await expectOrder(["login on main"], on: .simulated(until: .seconds(60))) {
///   login().done(label: "login") { show($0) }
/// }
/// try await expectOrder(["login on main"], on: .real(within: .seconds(2))) {
///   login().done(label: "login") { show($0) }
/// }
/// ```
public struct ExecutionMode: Sendable {
  enum Kind: Sendable {
    case simulated(queues: [SimulatedQueue], schedule: Schedule, until: DispatchTimeInterval)
    case real(within: Duration)
  }

  let kind: Kind

  /// In virtual time: waiting takes no real time, and the order is deterministic.
  public static var simulated: ExecutionMode { .simulated() }

  /// In virtual time, with options.
  ///
  /// ```swift
  /// let run = ExecutionMode.simulated(queues: [.concurrent("decode", width: 4)])
  /// try await expectOrder(["decode on decode"], on: run) {
  ///   login().done(label: "decode", on: DispatchQueue(label: "decode")) { show($0) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - queues: The queues whose kind must not be assumed. By default any queue but main and the
  ///     global queues is serial.
  ///   - schedule: The choices to make if several steps are possible.
  ///   - time: The virtual time at which to stop, for programs that never end.
  public static func simulated(
    queues: [SimulatedQueue] = [], replaying schedule: Simulation.Schedule = [],
    until time: DispatchTimeInterval = .never
  ) -> ExecutionMode {
    ExecutionMode(kind: .simulated(queues: queues, schedule: schedule, until: time))
  }

  /// On Dispatch queues in real time, until everything that was started has settled.
  public static var real: ExecutionMode { .real(within: .seconds(10)) }

  /// On Dispatch queues in real time, with a time limit.
  ///
  /// ```swift
  /// let run = ExecutionMode.real(within: .seconds(2))
  /// try await expectOrder(["show on main"], on: run) { login().done(label: "show") { show($0) } }
  /// ```
  ///
  /// - Parameter time: The time limit; promises that have not settled by then are an issue.
  public static func real(within time: Duration) -> ExecutionMode {
    ExecutionMode(kind: .real(within: time))
  }
}
