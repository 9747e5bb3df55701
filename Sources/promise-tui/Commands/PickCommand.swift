import ArgumentParser
import PromiseScreens

/// `promise-tui` without a command: the list of demos.
struct PickCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick",
    abstract: "Pick a demo from a list.",
    usage: "promise-tui [pick] [<options>]",
    discussion: "If there is no terminal, the list is printed.")

  /// Because this command is the default, a word that is not a command is parsed as this argument.
  @Argument(help: .hidden) var unknown: String?

  @Flag(help: "Run on Dispatch queues in real time instead of in a simulation.")
  var real = false

  @Flag(help: "Print the table of keys.")
  var printKeys = false

  @Flag(help: "Print the default configuration file, as 'config print' does.")
  var printConfig = false

  @Flag(help: "Print the manual page, as 'man -l' reads it.")
  var printManual = false

  @OptionGroup var play: PlayOptions

  func validate() throws {
    try play.validate(isReal: real)
    let printed = [
      (printKeys, "--print-keys"), (printConfig, "--print-config"), (printManual, "--print-manual"),
    ].filter(\.0).map(\.1)
    if printed.count > 1 {
      throw ValidationError("\(printed[0]) and \(printed[1]) cannot be used together.")
    }
    guard let unknown else { return }
    if PromiseTUI.configuration.subcommands.contains(where: {
      $0.configuration.commandName == unknown
    }) {
      throw ValidationError("Options go after the command: promise-tui \(unknown) ...")
    }
    let advice =
      Catalog[unknown] == nil
      ? "The commands are: \(Self.commands)." : "Did you mean 'promise-tui demo \(unknown)'?"
    throw ValidationError("\(unknown): no such command. \(advice)")
  }

  /// The names of the commands, separated by commas.
  private static var commands: String {
    PromiseTUI.configuration.subcommands.compactMap { $0.configuration.commandName }
      .joined(separator: ", ")
  }

  func run() throws {
    if printKeys { return Output.emit(KeyMap.standard.text(play.glyphs())) }
    if printConfig { return Output.emit(DefaultConfig.text) }
    if printManual { return Output.emit(try ManualPage(of: PromiseTUI.self).roff) }
    try Screens(play: play, isReal: real).show(nil) { Output.emit(Catalog.list) }
  }
}
