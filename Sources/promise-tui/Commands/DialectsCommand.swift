import ArgumentParser
import Demos
import PromiseCourse
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

/// `promise-tui dialects NAME`: runs a program by the rules of several libraries.
struct DialectsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dialects",
    abstract: "Run a demo or a chain by the rules of other libraries.",
    usage: "promise-tui dialects [<name>] [<options>]",
    discussion: """
      A dialect is the rules of a promise library: when handlers run, what a link, an adoption or a \
      skipped link costs, what follows a catch, and so on. For each dialect, the order of the \
      program is printed; where it is another one than in the first dialect, the rules that decide. \
      A rule decides if it changes the order when it alone is exchanged.

      The name is that of a demo, or one of the chains by which libraries were compared, or its \
      number. With two dialects, a terminal shows the two runs side by side, as 'promise-tui diff' \
      does, unless --plain is given. Without a name, the dialects are listed with their rules, and \
      where each is known from, and then the chains. If it is not known what a library does, its run \
      does as PromiseKitLite does; an order that depends on that is called unknown.

      EXAMPLES
        promise-tui dialects
        promise-tui dialects then-order
        promise-tui dialects passing-links --dialects js,promisekit
        promise-tui dialects 3
        promise-tui dialects adoption --script > adoption.mjs
        promise-tui demo then-order --dialect js
      """)

  @Argument(
    help: "A demo, or a chain. Without it, the dialects are listed.",
    completion: .list(DialectChain.all.map(\.program.name) + Catalog.all))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The dialects to compare, separated by commas. Default: all.", valueName: "libraries"),
    completion: .list(Dialect.all.map(\.name)), transform: Arguments.dialects)
  var dialects: [Dialect] = Dialect.all

  @Flag(help: "Print the chain in JavaScript, as a module for node.")
  var script = false

  @Flag(help: "Print the report, in a terminal as well.")
  var plain = false

  @OptionGroup var knobs: KnobOptions

  @OptionGroup var play: PlayOptions

  func validate() throws {
    try play.validate(isReal: true)
    guard let name else {
      if script {
        throw ValidationError("--script needs a chain: 'promise-tui dialects' lists them.")
      }
      if let option = knobs.settings.first {
        throw ValidationError("--set \(option) needs a demo. \(Catalog.names)")
      }
      return
    }
    if DialectChain.named(name) == nil {
      if script {
        throw ValidationError(
          "\(name): no such chain.\(didYouMean(name, among: DialectChain.all.map(\.program.name)))")
      }
      _ = try demo(name)
    } else if let option = knobs.settings.first {
      throw ValidationError("--set \(option) needs a demo: a chain has no knobs.")
    }
  }

  func run() throws {
    guard let name else { return Output.emit(DialectList(dialects).text) }
    let chain = DialectChain.named(name)
    if script, let chain { return Output.emit(chain.module) }
    let program = try chain?.program ?? demo(name)
    let facts = chain?.facts ?? [:]
    let print = {
      // What a demo prints would be mixed up with the report.
      let report = StdoutCapture.discarding { DialectReport(program, in: dialects, facts: facts) }
      Output.emit(report.text)
    }
    let environment = TerminalEnvironment.current
    let isLacking = dialects.contains { facts[$0.name]?.absence != nil }
    guard !plain, dialects.count == 2, !isLacking, environment.outputIsTerminal,
      environment.inputIsTerminal
    else { return print() }
    let runs = StdoutCapture.discarding { dialects.map { Recording(program, as: $0) } }
    try Screens(play: play).show(
      DiffSource(dialectsOf: runs, lints: play.lints.settings), fallback: print)
  }

  /// Returns the demo of this name, with its knobs.
  private func demo(_ name: String) throws -> DialectProgram {
    guard Demo.named(String(name.prefix { $0 != "/" })) != nil else {
      let names = DialectChain.all.map(\.program.name) + Catalog.all
      throw ValidationError(
        "\(name): no such demo or chain.\(didYouMean(name, among: names)) "
          + "'promise-tui dialects' lists the chains. \(Catalog.names)")
    }
    return DialectProgram(try Catalog.scenario(named: name, settings: knobs.settings))
  }
}
