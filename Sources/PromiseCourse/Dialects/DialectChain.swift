import Dispatch
import PromiseKitLite
import PromiseSimulation

/// One of the chains by which libraries are compared: as a simulation and in JavaScript, with the
/// order in each library.
package struct DialectChain: Sendable {
  /// Its number in the table, from 1.
  package let number: Int
  /// The simulation.
  package let program: DialectProgram
  /// The same in JavaScript: the statements, which call `log`.
  package let javaScript: String
  /// The same in JavaScript, as a module that node runs.
  package var module: String { "const log = console.log;\n\(javaScript)\n" }
  /// The orders, by the names of the dialects. A dialect without one is unknown.
  package let facts: [String: DialectFact]

  init(
    _ number: Int, _ name: String, _ title: String, javaScript: String,
    facts: [String: DialectFact], begin: @escaping @Sendable (Dialect) -> any Sendable
  ) {
    self.number = number
    self.javaScript = javaScript
    self.facts = facts
    program = DialectProgram(name: name, title: title, showsHandlers: false, begin: begin)
  }

  /// All chains of the table, in order.
  package static let all = beginnings + links + endings + fanIns

  /// Returns the chain with this name, or this number; `nil` if there is none.
  package static func named(_ name: String) -> DialectChain? {
    all.first { $0.program.name == name || "\($0.number)" == name }
  }
}

// MARK: - For the chains

/// Adds a line to the order.
func log(_ text: String) { PromiseTrace.note(text) }

/// Notes each of `names` in a job of its own, each of which enqueues the next.
func ticks(_ names: [String], _ dialect: Dialect) {
  guard let first = names.first else { return }
  let isLoop = dialect.simulated(.handlers) == .microtask
  let promise = Promise<Void>(root: .async, label: nil, at: .unknown)
  promise.enqueueJob(on: isLoop ? LoopQueue.microtasks : DispatchQueue.main, label: first) { _ in
    log(first)
    ticks(Array(names.dropFirst()), dialect)
    return .value(())
  }
}

extension Promise {
  /// Attaches a handler for errors whose chain continues, as the dialect does it.
  func caught(
    _ dialect: Dialect, _ body: @escaping @Sendable (any Error) -> Value
  ) -> Promise<Value> {
    let child = Promise<Value>(.catch, of: self, label: nil, at: .unknown)
    let passesOn = dialect.simulated(.afterCatch) == .passesErrorOn
    attach(.errors(.allErrors), on: .defaultReturn, child: child) { settled in
      guard case .failure(let error) = settled.result(Value.self) else { return .settle(settled) }
      let value = body(error)
      return passesOn ? .settle(settled) : .value(value)
    }
    return child
  }
}
