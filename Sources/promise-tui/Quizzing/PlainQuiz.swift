import Demos
import PromiseCourse
import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSimulation
import PromiseSystem

/// A quiz as text: questions are printed, and answers are read as lines.
struct PlainQuiz {
  let demos: [RunnableDemo]
  let plan: QuizPlan
  let words: CourseText
  let log: AnswerLog?
  /// Prints a text.
  var print: (String) -> Void = Output.emit
  /// Reads a line; `nil` at the end of the input.
  var read: () -> String? = { readLine() }
  private(set) var score = QuizScore()

  init(demos: [RunnableDemo], plan: QuizPlan, words: CourseText, log: AnswerLog?) {
    self.demos = demos
    self.plan = plan
    self.words = words
    self.log = log
  }

  /// Asks all questions, until the input ends or is `q`, and then prints the score.
  mutating func run() throws {
    var hasAsked = false
    for (place, scenario) in demos.enumerated() {
      let sheet = Self.sheet(scenario, plan)
      guard !sheet.questions.isEmpty else {
        if demos.count == 1 { print(words.noQuestion(about: sheet.demo) + "\n") }
        continue
      }
      hasAsked = true
      print(Self.heading(sheet, place, demos.count, words))
      print(Self.source(of: sheet))
      for (index, question) in sheet.questions.enumerated() {
        guard try ask(question, index, of: sheet) else { return print(summary) }
      }
    }
    print(hasAsked ? summary : words.nothingAsked + "\n")
  }

  /// Returns the questions about a demo. What its runs print is discarded.
  private static func sheet(_ scenario: RunnableDemo, _ plan: QuizPlan) -> QuizSheet {
    StdoutCapture.discarding { QuizSheet(scenario, by: plan) }
  }

  private static func heading(
    _ sheet: QuizSheet, _ place: Int, _ count: Int, _ words: CourseText
  ) -> String {
    "\(words.quiz)\(words.colon)\(sheet.demo)"
      + (count > 1 ? "  (\(words.demo(place + 1, of: count)))" : "") + "\n\n"
  }

  /// Returns the source of the demo, with line numbers.
  private static func source(of sheet: QuizSheet) -> String {
    for event in sheet.events {
      guard case .sourceText(_, let first, let text) = event.kind else { continue }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let width = String(first + lines.count).count
      return lines.enumerated().map { index, line in
        let number = String(first + index).padded(before: width)
        return line.isEmpty ? "\n" : "\(number)  \(sanitized(String(line)))\n"
      }.joined() + "\n"
    }
    return ""
  }

  /// Asks one question. Returns whether the quiz goes on.
  private mutating func ask(
    _ question: QuizQuestion, _ index: Int, of sheet: QuizSheet
  ) throws -> Bool {
    var text =
      "\(words.question(index + 1, of: sheet.questions.count))\(words.colon)\(words.text(of: question, arrow: Self.arrow))\n"
    for (place, choice) in question.choices.enumerated() {
      text += "  \(place + 1)  \(sanitized(words.text(of: choice, arrow: Self.arrow)))\n"
    }
    print(text)
    log?.ask()
    guard let chosen = choice(of: question) else { return false }
    let record = QuizRecord(
      question, of: sheet.demo, chosen: chosen, in: words, arrow: Self.arrow)
    score.add(record)
    if let problem = log?.write(record) { throw CommandError(problem) }
    print(verdict(record) + reasons(question, sheet))
    return true
  }

  /// Returns the index of the choice that is typed; `nil` at the end of the input.
  private func choice(of question: QuizQuestion) -> Int? {
    while let line = read() {
      let line = line.split(separator: " ").joined(separator: " ").lowercased()
      if line == "q" { return nil }
      if let number = Int(line), question.choices.indices.contains(number - 1) { return number - 1 }
      print(words.choose(upTo: question.choices.count) + words.orQuit + "\n")
    }
    return nil
  }

  private func verdict(_ record: QuizRecord) -> String {
    let part = words.part(score.right, of: score.records.count)
    let right = sanitized(record.choices[record.right])
    return record.isRight
      ? "\(words.right)  (\(words.score) \(part))\n"
      : "\(words.wrong)  (\(words.score) \(part))\n\(words.rightAnswer)\(words.colon)"
        + "\(record.right + 1)  \(right)\n"
  }

  /// Returns the events that decide the answer, each with its rule.
  private func reasons(_ question: QuizQuestion, _ sheet: QuizSheet) -> String {
    var history = History()
    history.append(contentsOf: sheet.events)
    return QuizReason.all(of: question, in: history, language: words.language).map { reason in
      "    \(reason.event)  \(reason.sentence)\n"
        + (reason.rule.map { rule in
          rule.split(separator: "\n").map { "        \($0)\n" }.joined()
        } ?? "")
    }.joined() + "\n"
  }

  /// The score, and what to review.
  private var summary: String {
    words.summary(of: score).map { sanitized($0) + "\n" }.joined()
  }

  /// The separator between texts that are printed one after another.
  private static let arrow = ">"
}

/// How questions are generated: the seed for the places of the right answers, and the kind of
/// question.
struct QuizPlan: Sendable {
  var seed: UInt64 = 0
  var only: QuizKind?

  /// Returns whether it has questions of a kind.
  func asks(_ kind: QuizKind) -> Bool { only == nil || only == kind }
}

extension QuizSheet {
  /// Generates the questions about a demo from runs with its own schedule, with others, and with
  /// other settings.
  ///
  /// The questions are the same each time. What the runs print is discarded.
  ///
  /// - Parameters:
  ///   - scenario: The demo with its knobs set.
  ///   - plan: How the questions are generated.
  init(_ scenario: RunnableDemo, by plan: QuizPlan) {
    let explored = scenario.explored
    let run = explored.run(scenario.schedule, steps: Self.mostSteps)
    let others = explored.otherRuns(than: run).map { QuizRun($0.events) }
    // The default settings too, since the quiz may be about a variant.
    let settings = [[]] + (Demo.named(explored.name)?.otherSettings ?? [])
    let variants = settings.prefix(Self.mostSettings).compactMap { settings -> QuizRun? in
      guard let scenario = try? Catalog.scenario(named: explored.name, settings: settings) else {
        return nil
      }
      return QuizRun(scenario.explored.run(steps: Self.mostSteps).events)
    }
    let maker = QuizMaker(
      QuizRun(run.events), others: others + variants,
      libraries: plan.asks(.library) ? Self.libraries(scenario, run.events) : [],
      name: explored.name, seed: plan.seed)
    self.init(
      demo: scenario.entry.name, events: run.events, questions: maker.questions(only: plan.only))
  }

  /// Returns what the demo prints by the rules of other libraries; nothing if its run takes long.
  private static func libraries(
    _ scenario: RunnableDemo, _ events: [PromiseEvent]
  ) -> [QuizLibrary] {
    guard events.count <= mostEvents else { return [] }
    return QuizLibrary.all(
      of: DialectProgram(scenario, showsOnlyNotes: true),
      besides: QuizRun(events).printed)
  }

  /// The most events of a run that is repeated by the rules of other libraries.
  private static let mostEvents = 500
  /// The limit of steps in a run, and of other settings to try.
  private static let mostSteps = 5000
  private static let mostSettings = 16
}
