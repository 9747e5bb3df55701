public import Dispatch
import PromiseKitLite
import PromiseSystem

extension Simulation {
  /// Runs a program's promises in a simulation, to its end: the whole of a small program that is to be
  /// watched.
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
  /// A real timer, callback or `Task` takes no part: the run ends without it, and a promise that it would
  /// have resolved stays pending. Use `after` and `queue.async(.promise)`.
  ///
  /// `promise-tui watch` shows what happened, event by event, and again whenever the file is saved. Run by
  /// itself, the program prints what it prints, and each handler as it begins: when, on which queue, and
  /// what it is called.
  ///
  /// With `PROMISE_TRACE=FILE` in the environment, it writes the events there instead, as JSON Lines. Where
  /// a program simulates several times, only the first time is written.
  ///
  /// - Parameters:
  ///   - queues: The queues whose kind is not to be assumed: any but main and the global ones is serial.
  ///   - schedule: What to choose where several things could happen; the first of them, after its end.
  ///   - time: The virtual time after which nothing is to happen, for programs that never end.
  ///   - file: Where the program stands, whose text is shown beside the run.
  ///   - fileID: The same as the events name it.
  ///   - body: The main program. What it returns is kept until the run is over.
  /// - Throws: What `body` throws; what has begun until then is run nevertheless.
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
    // A guarantee's `wait()` that never ends keeps the thread that steps.
    let ending = Simulation.onSpareThread { simulation.run(until: time) }
    observer.finish(ending)
    try withExtendedLifetime(result) { () throws(Failure) in _ = try result?.get() }
  }
}

/// What becomes of the events of a program that simulates itself.
protocol ProgramObserver: PromiseObserver {
  /// The text of the program is wanted, too.
  var wantsSource: Bool { get }
  /// The run is over, and why; nothing if its thread was lost to a `wait()` that never ends.
  func finish(_ ending: Simulation.Ending?)
}

/// Where the environment says that the events go: into a trace, or else onto the screen, as a list of what
/// ran.
func programObserver(title: String) -> any ProgramObserver {
  guard let file = TraceFile.ofProcess() else { return RunPrinter() }
  let printed = getenv("PROMISE_PRINTED").flatMap { TraceFile.descriptor(String(cString: $0)) }
  return ProgramTrace(
    to: file, header: TraceHeader(isVirtual: true, title: title),
    printed: printed.map { PrintedText(descriptor: $0) })
}

extension Simulation.Ending? {
  /// What a person has to know of it; nothing where the run is whole.
  var complaint: String? {
    switch self {
    case .finished: nil
    case .timeLimit: "Simulation.run: stopped at its time limit"
    case .stepLimit: "Simulation.run: stopped after ten million steps: it has no end"
    case nil: "Simulation.run: stopped, because a wait() has kept the simulation's thread for ever"
    }
  }
}
