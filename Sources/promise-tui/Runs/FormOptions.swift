import ArgumentParser
import PromiseScreens

/// As which text a whole run is printed; none where it is to be shown on the screens.
struct FormOptions: ParsableArguments {
  @Flag(help: "Print a report of the whole run, and of a demo its lesson, as text.")
  var plain = false

  @Flag(help: "Print the events of the whole run, as JSON Lines.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Print the screen of that size as text: for documents, bug reports and tests.",
      valueName: "80x24"),
    transform: Arguments.size)
  var screen: Size?

  @Option(
    help: ArgumentHelp(
      "Print why a promise, such as p3 or a name, is as it is; of two, such as p5,p3, why they ran in their order.",
      valueName: "promise"),
    transform: Arguments.promises)
  var why: [String]?

  @Option(
    help: ArgumentHelp(
      "With --screen and --why: the event that the playhead stands on. The last, if nothing is said.",
      valueName: "event"),
    transform: Arguments.event)
  var at: Int?

  @Flag(help: "With --screen: print it as a picture, in SVG, instead of text.")
  var svg = false

  /// The options that say so, as they are typed.
  var chosen: [String] {
    [(plain, "--plain"), (json, "--json"), (screen != nil, "--screen"), (why != nil, "--why")]
      .filter(\.0).map(\.1)
  }

  /// Refuses what does not go together; `others` are forms that the command has beside these.
  func validate(beside others: [String]) throws {
    let chosen = chosen + others
    if chosen.count > 1 {
      throw ValidationError("\(chosen.joined(separator: " and ")) exclude each other.")
    }
    if at != nil, screen == nil, why == nil {
      throw ValidationError("--at goes with --screen or --why.")
    }
    if svg, screen == nil { throw ValidationError("--svg goes with --screen.") }
  }

  /// What is to be printed, drawn as `play` says; none where the screens are to be shown.
  func form(_ play: PlayOptions) -> PrintedForm? {
    if plain { return .report }
    if json { return .trace }
    if let why { return .reasons(why, event: at) }
    return screen.map { size in
      svg
        ? .picture(size, event: at, play.glyphs(), play.theme.map { Theme($0) })
        : .screen(size, event: at, play.glyphs())
    }
  }
}
