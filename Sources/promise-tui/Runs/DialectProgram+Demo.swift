import ArgumentParser
import Demos
import PromiseCourse
import PromiseKitLite
import PromiseScreens

extension DialectProgram {
  /// Creates the program of a demo, whose order lists what it prints, and its handlers and unhandled errors
  /// unless `showsOnlyNotes` is set.
  init(_ scenario: RunnableDemo, showsOnlyNotes: Bool = false) {
    self.init(
      name: scenario.entry.name, title: scenario.entry.teaches, queues: scenario.queues,
      showsHandlers: !showsOnlyNotes, showsErrors: !showsOnlyNotes
    ) { _ in scenario.begin(in: .current) }
  }

  /// Returns the chain of this name or number, or the demo with `settings` applied to its knobs.
  ///
  /// - Throws: A `ValidationError` that says which chains and demos there are.
  static func named(_ name: String, settings: [String] = []) throws -> DialectProgram {
    if let chain = DialectChain.named(name) {
      guard let setting = settings.first else { return chain.program }
      throw ValidationError("--set \(setting) needs a demo: a chain has no knobs.")
    }
    guard Demo.named(String(name.prefix { $0 != "/" })) != nil else {
      let names = DialectChain.all.map(\.program.name) + Catalog.all
      throw ValidationError(
        "\(name): no such demo or chain.\(didYouMean(name, among: names)) "
          + "'promise-tui about dialects' lists the chains. \(Catalog.names)")
    }
    return DialectProgram(try Catalog.scenario(named: name, settings: settings))
  }
}
