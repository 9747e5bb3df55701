import PromiseScreens

/// The screens as a command shows them, or the reason why it prints text instead.
struct Screens {
  let play: PlayOptions
  private let environment = TerminalEnvironment.current

  init(play: PlayOptions) { self.play = play }

  /// Shows the screens until the user leaves, which ends the process. Where they cannot be shown,
  /// says why, if there is anything to say, and calls `otherwise`.
  func show(_ scenario: Scenario?, otherwise: () throws -> Void) throws {
    if let obstacle = environment.obstacle {
      obstacle.advice.map(Output.complain)
    } else {
      let failure = run(scenario)
      Output.complain("\(failure): no screens")
    }
    try otherwise()
  }

  /// Returns only where there is no screen.
  private func run(_ scenario: Scenario?) -> StartFailure {
    let glyphs = play.glyphs()
    let theme = play.chosenTheme(in: environment)
    let speed = play.speed ?? 0
    let real = play.real
    do {
      try Interface.run(
        theme: theme, opening: scenario?.entry.name,
        state: {
          State(
            size: $0, glyphs: glyphs, theme: theme, demos: Catalogue.entries, speed: speed)
        },
        open: { name, outlet in
          // The knobs that were set are those of the demo that was named.
          let chosen = scenario.flatMap { $0.entry.name == name ? $0 : nil }
          guard let chosen = chosen ?? Catalogue[name] else { return nil }
          return real
            ? LiveFeed(chosen, outlet: outlet, printed: HeldOutput.take)
            : SimulatedFeed(chosen, outlet: outlet, printed: HeldOutput.take)
        })
    } catch {
      return error
    }
  }
}
