public import Dispatch
public import PromiseSimulation

/// How ``expectOrder(_:section:on:filePath:sourceLocation:isolation:_:)-(String,_,_,_,_,_,_)`` runs a
/// program: in a simulation, which is the same each time, or on Dispatch's queues.
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
  enum Way: Sendable {
    case simulated(queues: [SimulatedQueue], schedule: Schedule, until: DispatchTimeInterval)
    case real(within: Duration)
  }

  let way: Way

  /// In virtual time: a second of waiting takes no time, and the order is the same each time.
  public static var simulated: ExecutionMode { .simulated() }

  /// In virtual time.
  ///
  /// ```swift
  /// let run = ExecutionMode.simulated(queues: [.concurrent("decode", width: 4)])
  /// try await expectOrder(["decode on decode"], on: run) {
  ///   login().done(label: "decode", on: DispatchQueue(label: "decode")) { show($0) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - queues: The queues whose kind is not to be assumed: any but main and the global ones is serial.
  ///   - schedule: What to choose where several things could happen.
  ///   - time: The virtual time after which nothing is to happen, for programs that never end.
  public static func simulated(
    queues: [SimulatedQueue] = [], replaying schedule: Simulation.Schedule = [],
    until time: DispatchTimeInterval = .never
  ) -> ExecutionMode {
    ExecutionMode(way: .simulated(queues: queues, schedule: schedule, until: time))
  }

  /// On Dispatch's queues and in real time, until everything that was begun is settled.
  public static var real: ExecutionMode { .real(within: .seconds(10)) }

  /// On Dispatch's queues and in real time.
  ///
  /// ```swift
  /// let run = ExecutionMode.real(within: .seconds(2))
  /// try await expectOrder(["show on main"], on: run) { login().done(label: "show") { show($0) } }
  /// ```
  ///
  /// - Parameter time: What is not settled then is an issue.
  public static func real(within time: Duration) -> ExecutionMode {
    ExecutionMode(way: .real(within: time))
  }
}
