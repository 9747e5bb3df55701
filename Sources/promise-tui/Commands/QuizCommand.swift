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
      What prints, in which order? Who wins? On which queue does it run? The wrong answers come from \
      other real runs, and each answer is explained by stepping through the events that decide it. \
      Without a terminal, or with --plain, the questions are printed and the answers are read from \
      standard input, one number per line; q ends the quiz with the score.

      EXAMPLES
        promise-tui quiz zalgo
        promise-tui quiz --shuffle
        promise-tui --lang zh quiz dashboard-race
        promise-tui quiz --only winner -o answers.jsonl
        printf '1\\n2\\n' | promise-tui quiz then-order --plain
      """)

  @ParentCommand var root: PromiseTUI

  @Argument(
    help: "The demo's name. Without it, the quiz covers all demos.", completion: .demos)
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Ask only this kind of question.", valueName: "kind"))
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
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Append each answer to this file as a line of JSON, for a class.", valueName: "file"),
    completion: .file())
  var answers: String?

  @OptionGroup var knobs: KnobOptions

  @Flag(help: "Print the questions and read the answers as text.")
  var plain = false

  func validate() throws {
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
      try Catalog.scenario(named: $0, settings: knobs.settings, root.screen.language)
    }
    // A problem with the file is reported before the first question.
    let log = try answers.map { try AnswerLog(appendingTo: $0) }
    let names = named.map { [$0.entry.name] } ?? demos(seed)
    if plain { return try printQuestions(named, names, plan, log) }
    try Screens(root.screen).show(named, as: .quiz(names), quiz: plan, answers: log) {
      try printQuestions(named, names, plan, log)
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
      ?? names.map { try Catalog.scenario(named: $0, settings: [], root.screen.language) }
    var quiz = PlainQuiz(
      demos: demos, plan: plan, words: CourseText(root.screen.language), log: log)
    try quiz.run()
    if shuffle, seed == nil { Output.emit("promise-tui quiz --shuffle --seed \(plan.seed)\n") }
  }
}

extension QuizKind: ExpressibleByArgument {}
