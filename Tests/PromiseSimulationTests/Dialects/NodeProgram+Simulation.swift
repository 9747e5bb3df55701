import PromiseKitLite
import PromiseSimulation

extension NodeProgram {
  /// Returns what a program logs in a simulation that follows the rules of `dialect`, in the form of
  /// ``output(of:)``.
  static func simulated(
    as dialect: Dialect = .javaScript, _ program: @escaping @Sendable () -> Void
  ) -> [String] {
    let observer = RecordingObserver()
    let simulation = Simulation(
      observers: [observer], queues: [], overrides: nil, dialect: dialect)
    simulation.start { program() }
    simulation.run()
    var lines: [String] = []
    var late: [String] = []
    var reported: [PromiseID: String] = [:]
    for event in observer.events {
      switch event.kind {
      case .note(let text): lines.append(text)
      case .errorUnhandled(let promise, _, let error):
        let text = shown(error)
        reported[promise] = text
        lines.append("unhandled \(text)")
      case .errorHandled(let promise, _):
        if let error = reported.removeValue(forKey: promise) {
          late.append("handled late \(error)")
        }
      default: break
      }
    }
    return lines + late.sorted()
  }

  /// Returns the text of an error that node's side logs.
  private static func shown(_ error: String) -> String {
    // The error of an any without inputs is another one here; node has one for both.
    let aggregates = ["noWinner", "All thenables", "Bad input"]
    if aggregates.contains(where: { error.contains($0) }) { return "aggregate" }
    return error.contains("eturnedSelf") || error.contains("returned itself") ? "self" : error
  }
}
