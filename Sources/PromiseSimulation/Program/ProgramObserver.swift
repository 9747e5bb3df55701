import PromiseKitLite
import PromiseSystem

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
