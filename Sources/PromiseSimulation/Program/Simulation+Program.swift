public import Dispatch
import PromiseKitLite
import PromiseSystem

extension Simulation {
  /// Runs a program's promises in a simulation until they are done. It is meant for small programs
  /// that you watch as a whole.
  ///
  /// ```swift
  /// Simulation.run {
  ///   firstly { login() }
  ///     .then(label: "items") { token in fetch(token) }
  ///     .done(label: "show") { items in print(items) }
  ///     .catch(label: "complain") { error in print(error) }
  /// }
  /// ```
  ///
  /// Real timers, callbacks, and `Task`s are not simulated: the run ends without waiting for them,
  /// and a promise that they would have resolved stays pending. Use `after` and
  /// `queue.async(.promise)`.
  ///
  /// `promise-tui watch` shows what happened, event by event, and again whenever the file is saved.
  /// Run on its own, the program prints its normal output and a line for each handler when it
  /// starts: the time, the queue, and the name.
  ///
  /// With `PROMISE_TRACE=FILE` in the environment, it writes the events to that file instead, as
  /// JSON Lines. If a program runs several simulations, only the first is written.
  ///
  /// - Parameters:
  ///   - queues: The queues whose kind must not be assumed. By default any queue but main and the
  ///     global queues is serial.
  ///   - schedule: The choices to make if several things could happen. After its end, the first
  ///     possible choice is taken.
  ///   - time: The virtual time at which to stop, for programs that never end.
  ///   - file: The source file of the program, whose text is shown beside the run.
  ///   - fileID: The same file, as events name it.
  ///   - body: The main program. Its result is kept until the run has ended.
  /// - Throws: What `body` throws. Work that it has started until then runs nevertheless.
  public static func run<End, Failure: Error>(
    queues: [SimulatedQueue] = [], replaying schedule: Simulation.Schedule = [],
    until time: DispatchTimeInterval = .never, file: String = #filePath, fileID: String = #fileID,
    _ body: () throws(Failure) -> End
  ) throws(Failure) {
    let observer = programObserver(title: String(fileID.prefix { $0 != "/" }))
    let simulation = Simulation(observers: [observer], queues: queues, replaying: schedule)
    let text = observer.wantsSource ? FileText.read(file) : nil
    var result: Result<End, Failure>?
    simulation.start {
      if let text {
        simulation.environment.post(.sourceText(file: fileID, firstLine: 1, text: text))
      }
      do throws(Failure) {
        result = .success(try body())
      } catch {
        result = .failure(error)
      }
    }
    // A guarantee's `wait()` that never ends blocks the thread that runs the steps.
    let ending = Simulation.onSpareThread { simulation.run(until: time) }
    observer.finish(ending)
    try withExtendedLifetime(result) { () throws(Failure) in _ = try result?.get() }
  }
}

/// Receives the events of a program that simulates itself.
protocol ProgramObserver: PromiseObserver {
  /// A Boolean value that indicates whether the source text of the program is needed, too.
  var wantsSource: Bool { get }
  /// Called when the run has ended, with the reason; `nil` if its thread was lost to a `wait()`
  /// that never ends.
  func finish(_ ending: Simulation.Ending?)
}

/// Returns the observer that the process environment asks for: one that writes a trace or, by
/// default, one that prints a list of what ran.
func programObserver(title: String) -> any ProgramObserver {
  guard let file = TraceFile.ofProcess() else { return RunPrinter() }
  let printed = EnvironmentVariable.value(of: "PROMISE_PRINTED").flatMap(TraceFile.descriptor)
  return ProgramTrace(
    to: file, header: TraceHeader(isVirtual: true, title: title),
    printed: printed.map { PrintedText(descriptor: $0) })
}

extension Simulation.Ending? {
  /// A warning about an incomplete run; `nil` if the run is complete.
  var warning: String? {
    switch self {
    case .finished: nil
    case .timeLimit: "Simulation.run: stopped at its time limit"
    case .stepLimit: "Simulation.run: stopped after ten million steps; the program may never end"
    case nil: "Simulation.run: stopped, because a wait() blocks the simulation's thread forever"
    }
  }
}
