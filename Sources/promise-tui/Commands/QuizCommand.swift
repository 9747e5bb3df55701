import ArgumentParser
import PromiseCourse
import PromiseScreens

/// `promise-tui quiz [NAME]`: asks questions about the demos.
struct QuizCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quiz",
    abstract: "Take a quiz: predict what a demo does.",
    usage: "promise-tui quiz [<name>] [<options>]",
    discussion: """
      What prints, in which order? Who wins? On which queue does it run? What state is it in at the \
      end? Which runs first? By the rules of which library does this print? The wrong answers come \
      from other real runs: other schedules of the demo, other settings of its knobs, and the rules \
      of other libraries. Each answer is explained by stepping through the events that decide it; \
      that of a library by the rules that differ, and where they are known from.

      Without a name, the quiz covers all demos, in the order of the course. Without a terminal, or \
      with --plain, the questions are printed and the answers are read from standard input, one \
      number per line; q, or the end of the input, ends the quiz with the score.

      EXAMPLES
        promise-tui quiz zalgo
        promise-tui quiz --shuffle
        promise-tui quiz --only winner
        promise-tui quiz dashboard-race --lang zh
        promise-tui quiz --answers answers.jsonl
        printf '1\\n2\\n' | promise-tui quiz then-order --plain
      """)

  @Argument(
    help: "The demo's name. Without it, the quiz covers all demos.", completion: .demos)
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Ask only one kind of question: order, winner, queue, state, first or library.",
      valueName: "kind"),
    completion: .list(QuizKind.allCases.map(\.rawValue)), transform: Arguments.quizKind)
  var only: QuizKind?

  @Flag(help: "Ask about the demos in random order.")
  var shuffle = false

  @Option(
    help: ArgumentHelp(
      "The seed for the places of the right answers and for --shuffle; the same seed gives the same quiz. Default: 0, or a new one each time with --shuffle.",
      valueName: "seed"),
    transform: Arguments.seed)
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Append each answer to this file as a line of JSON, for a class.", valueName: "file"),
    completion: .file())
  var answers: String?

  @OptionGroup var knobs: KnobOptions

  @Flag(help: "Print the questions and read the answers as text.")
  var plain = false

  @OptionGroup var play: PlayOptions

  func validate() throws {
    try play.validate(isReal: false)
    if let name {
      _ = try Catalog.scenario(named: name, settings: knobs.settings)
      if shuffle { throw ValidationError("--shuffle takes no name: it orders all demos.") }
    } else if !knobs.settings.isEmpty {
      throw ValidationError("--set needs a demo. \(Catalog.names)")
    }
  }

  func run() throws {
    let seed = seed ?? (shuffle ? UInt64.random(in: 1...999_999) : 0)
    let plan = QuizPlan(seed: seed, only: only)
    let named = try name.map {
      try Catalog.scenario(named: $0, settings: knobs.settings, play.language)
    }
    let log = try answers.map(Self.open)
    let names = named.map { [$0.entry.name] } ?? demos(seed)
    if plain { return try printQuestions(named, names, plan, log) }
    let start = QuizStart(demos: names, plan: plan, answers: log)
    try Screens(play: play).show(named, quiz: start) {
      try printQuestions(named, names, plan, log)
    }
  }

  /// Opens the file for the answers, so that a problem with it is reported before the first
  /// question.
  private static func open(_ path: String) throws -> AnswerLog {
    do throws(CommandError) {
      return try AnswerLog(appendingTo: path)
    } catch {
      throw error.report()
    }
  }

  /// Returns the names of the demos in the order of the quiz.
  private func demos(_ seed: UInt64) -> [String] {
    guard shuffle else { return Catalog.all }
    var numbers = SeededNumbers(seed: seed, for: "demos")
    return Catalog.all.shuffled(using: &numbers)
  }

  private func printQuestions(
    _ named: RunnableDemo?, _ names: [String], _ plan: QuizPlan, _ log: AnswerLog?
  ) throws {
    let demos =
      try named.map { [$0] }
      ?? names.map { try Catalog.scenario(named: $0, settings: [], play.language) }
    var quiz = PlainQuiz(demos: demos, plan: plan, words: CourseText(play.language), log: log)
    try quiz.run()
    if shuffle, seed == nil { Output.emit("promise-tui quiz --shuffle --seed \(plan.seed)\n") }
  }
}
