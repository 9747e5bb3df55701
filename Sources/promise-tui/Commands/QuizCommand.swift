import ArgumentParser
import PromiseCourse
import PromiseScreens

/// `promise-tui quiz [NAME]`: questions about the demos.
struct QuizCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quiz",
    abstract: "Be asked what a demo does, with its future hidden.",
    discussion: """
      What prints, in order? Who wins? On which queue does it run? In what state is it at the end? \
      Which runs first? The wrong answers are those of other real runs: other schedules of the demo, \
      and other settings of its knobs. An answer is explained by stepping through the events that \
      decide it.

      Without a name all demos are asked about, in the order of the course. Without a terminal, or with \
      --plain, the questions are text, and the answers are read from standard input, a number a line; \
      q, or the end of the input, ends it with the score.

      EXAMPLES
        promise-tui quiz zalgo
        promise-tui quiz --shuffle
        promise-tui quiz --only winner
        promise-tui quiz dashboard-race --lang zh
        promise-tui quiz --answers answers.jsonl
        printf '1\\n2\\n' | promise-tui quiz then-order --plain
      """)

  @Argument(
    help: "The demo's name. Without one all demos are asked about.", completion: .demos)
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Ask only one kind of question: order, winner, queue, state or first.", valueName: "kind"),
    completion: .list(QuizKind.allCases.map(\.rawValue)), transform: Arguments.quizKind)
  var only: QuizKind?

  @Flag(help: "Ask about the demos in another order than that of the course.")
  var shuffle = false

  @Option(
    help: ArgumentHelp(
      "What the places of the right answers, and the order of --shuffle, come from; the same seed asks the same. 0, if nothing is said; with --shuffle another one each time.",
      valueName: "seed"),
    transform: Arguments.seed)
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Append each answer to that file as a line of JSON, for a class.", valueName: "file"),
    completion: .file())
  var answers: String?

  @OptionGroup var knobs: KnobOptions

  @Flag(help: "Print the questions, and read the answers, as text.")
  var plain = false

  @OptionGroup var play: PlayOptions

  func validate() throws {
    try play.validate(isReal: false)
    if let name {
      _ = try Catalogue.scenario(named: name, settings: knobs.settings)
      if shuffle { throw ValidationError("--shuffle orders all demos: it takes no name.") }
    } else if !knobs.settings.isEmpty {
      throw ValidationError("--set needs the name of a demo. \(Catalogue.names)")
    }
  }

  func run() throws {
    let seed = seed ?? (shuffle ? UInt64.random(in: 1...999_999) : 0)
    let plan = QuizPlan(seed: seed, only: only)
    let named = try name.map {
      try Catalogue.scenario(named: $0, settings: knobs.settings, play.language)
    }
    let log = try answers.map(Self.open)
    let names = named.map { [$0.entry.name] } ?? demos(seed)
    if plain { return try printQuestions(named, names, plan, log) }
    let start = QuizStart(demos: names, plan: plan, answers: log)
    try Screens(play: play).show(named, quiz: start) {
      try printQuestions(named, names, plan, log)
    }
  }

  /// The file for the answers: what is wrong with it is said before anything is asked.
  private static func open(_ path: String) throws -> AnswerLog {
    do throws(CommandError) {
      return try AnswerLog(appendingTo: path)
    } catch {
      throw error.told()
    }
  }

  /// The demos in the order in which they are asked about.
  private func demos(_ seed: UInt64) -> [String] {
    guard shuffle else { return Catalogue.all }
    var numbers = SeededNumbers(seed: seed, for: "demos")
    return Catalogue.all.shuffled(using: &numbers)
  }

  private func printQuestions(
    _ named: RunnableDemo?, _ names: [String], _ plan: QuizPlan, _ log: AnswerLog?
  ) throws {
    let demos =
      try named.map { [$0] }
      ?? names.map { try Catalogue.scenario(named: $0, settings: [], play.language) }
    var quiz = PlainQuiz(demos: demos, plan: plan, words: CourseWords(play.language), log: log)
    try quiz.run()
    if shuffle, seed == nil { Output.emit("promise-tui quiz --shuffle --seed \(plan.seed)\n") }
  }
}
