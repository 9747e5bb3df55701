import PromiseScreens

/// The screens as a command shows them, or the reason why it prints text instead.
struct Screens {
  let play: PlayOptions
  let isReal: Bool
  private let environment = TerminalEnvironment.current

  init(play: PlayOptions, isReal: Bool = false) {
    self.play = play
    self.isReal = isReal
  }

  /// Shows the screens until the user leaves, which ends the process. Where they cannot be shown,
  /// says why, if there is anything to say, and calls `otherwise`.
  ///
  /// - Parameters:
  ///   - scenario: The demo to open; without one a list is shown to pick from.
  ///   - plan: How its schedules are explored, if they are to be shown instead of a run.
  ///   - tour: All demos are played, one after another.
  func show(
    _ scenario: Scenario?, exploring plan: ExplorationPlan? = nil, tour: Tour? = nil,
    otherwise: () throws -> Void
  ) throws {
    if play.narrates(in: environment) {
      if plan == nil, tour == nil { tell(scenario) }
    } else if let obstacle = environment.obstacle {
      obstacle.advice.map(Output.complain)
    } else {
      let failure = try run(scenario, plan, tour)
      Output.complain("\(failure): no screens")
    }
    try otherwise()
  }

  /// Tells what happens line by line. Returns only where there is no terminal to type at.
  private func tell(_ scenario: Scenario?) {
    guard environment.outputIsTerminal, environment.inputIsTerminal else { return }
    _ = play.glyphs()
    try? Interface.run(
      on: { () throws(StartFailure) in
        guard let terminal = LineTerminal(opensDemo: scenario != nil) else { throw .notATerminal }
        return terminal
      },
      opening: scenario.map { .demo($0.entry.name) } ?? .picker,
      state: {
        State(
          size: $0, glyphs: .ascii, theme: .monochrome, demos: Catalogue.entries(in: play.language),
          playsAtOnce: false)
      },
      demos: CatalogueSource(named: scenario, plan: nil, isReal: isReal, language: play.language))
  }

  /// Returns only where there is no screen.
  private func run(
    _ scenario: Scenario?, _ plan: ExplorationPlan?, _ tour: Tour?
  ) throws -> StartFailure {
    let glyphs = play.glyphs()
    let theme = try play.chosenTheme(in: environment)
    let speed = play.speed ?? 0
    let name = scenario?.entry.name
    do {
      try Interface.run(
        on: { () throws(StartFailure) in try Terminal(theme: theme) },
        opening: tour.map { .tour($0) }
          ?? name.map { plan == nil ? .demo($0) : .exploration($0) } ?? .picker,
        state: {
          State(
            size: $0, glyphs: glyphs, theme: theme, demos: Catalogue.entries(in: play.language),
            speed: speed,
            mouse: !play.noMouse)
        },
        demos: CatalogueSource(named: scenario, plan: plan, isReal: isReal, language: play.language)
      )
    } catch {
      return error
    }
  }
}
