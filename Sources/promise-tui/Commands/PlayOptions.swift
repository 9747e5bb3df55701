import ArgumentParser
import PromiseScreens

/// How a demo runs and what it looks like.
struct PlayOptions: ParsableArguments {
  @Flag(help: "Run on Dispatch's queues and in real time, instead of in a simulation.")
  var real = false

  @Option(
    help: ArgumentHelp(
      "Play so many times as fast: 1/8, 1/4, 1/2, 1, 2, 4, 8 or 16.", valueName: "x"),
    transform: Arguments.speed)
  var speed: Int?

  @Flag(help: "Draw with ASCII alone, as in a locale without UTF-8.")
  var ascii = false

  @Option(
    help: ArgumentHelp(
      "How states look. NO_COLOR chooses monochrome.", valueName: "colour|monochrome"))
  var theme: ThemeName?

  func validate() throws {
    if real, speed != nil {
      throw ValidationError(
        "--speed says how fast a simulation is played; with --real time itself sets the pace.")
    }
  }

  /// The signs to draw with. Takes the locale over, which every text that is drawn needs.
  func glyphs() -> GlyphSet {
    let possible = Encoding.adoptedGlyphs()
    return ascii ? .ascii : possible
  }

  /// The table of appearances.
  func chosenTheme(in environment: TerminalEnvironment) -> Theme {
    (theme ?? .byEnvironment(environment)).theme
  }
}
