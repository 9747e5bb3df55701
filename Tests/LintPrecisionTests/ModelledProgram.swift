import PromiseGraph
import PromiseInsight
import PromiseKitLite
import TestSupport

/// A random program of the stress suite, what the lints reported, and what the model of the rules says of the
/// same program without seeing any event.
struct ModelledProgram {
  /// What was reported and what is expected, by lint: the labels that it is about, and how often.
  private(set) var told: [String: [String: Int]] = [:]
  private(set) var expected: [String: [String: Int]] = [:]
  /// Whether the model could not follow the schedule to its end.
  private(set) var isStray = false

  /// The lints that the model can check.
  static let lints = [
    "resolved-again", "freed-while-pending", "unhandled-rejection", "empty-fan-in",
  ]

  init(seed: Int) {
    let program = Generator.program(seed: seed, threads: 1, steps: 10..<50)
    let events = program.events(seed: seed)
    judge(events)
    ask(program, following: EventLines(events).lines)
  }

  private mutating func judge(_ events: [PromiseEvent]) {
    var state = RunState()
    for event in events { state.apply(event) }
    for warning in state.warnings where Self.lints.contains(warning.lint) {
      let about = warning.lint == "unhandled-rejection" ? warning.promises.last : warning.promise
      let label = about.flatMap { state.graph[$0]?.creation.label } ?? "?"
      told[warning.lint, default: [:]][label, default: 0] += 1
    }
  }

  /// Runs the model with the same schedule, as its own suite does.
  private mutating func ask(_ program: Program, following lines: [String]) {
    let (lines, isWhole) = program.model(following: lines)
    isStray = !isWhole
    guard isWhole else { return }
    let late = Set(program.threads.joined().flatMap { $0.late })
    let stranded = Set(lines.flatMap(Self.stranded))
    for line in lines { expect(line, late) }
    // What waits for a promise that was freed while pending is reported with that promise.
    for label in stranded { expected["freed-while-pending"]?[label] = nil }
    let fanIns = Set(program.threads.joined().flatMap { $0.fanIns })
    for line in lines where line.hasSuffix(" is made of []") {
      let label = String(line.split(separator: " ")[1])
      let isCancelled = lines.contains { $0.contains(" \(label) is cancelled") }
      if fanIns.contains(label), !isCancelled {
        expected["empty-fan-in", default: [:]][label, default: 0] += 1
      }
    }
  }

  /// Returns the promises that the line says wait for a promise that is freed while pending.
  private static func stranded(_ line: String) -> [String] {
    guard line.contains(" is freed while pending, with ") else { return [] }
    return line.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }

  private mutating func expect(_ line: String, _ late: Set<String>) {
    let words = line.split(separator: " ").map(String.init)
    let start = line.hasPrefix("@") ? 1 : 0
    guard words.count > start else { return }
    func note(_ lint: String, _ label: String) {
      expected[lint, default: [:]][label, default: 0] += 1
    }
    if words.count > start + 1, words[start + 1] == "ignores", !late.contains(words[start]) {
      note("resolved-again", words[start])
    }
    if line.contains(" is freed while pending") { note("freed-while-pending", words[start]) }
    if line.hasPrefix("the error of "), line.hasSuffix(" is not handled") {
      note("unhandled-rejection", words[3])
    }
  }
}

extension TestSupport.Step {
  /// The labels of the fan-ins that it creates, directly or in its handlers.
  fileprivate var fanIns: [String] {
    switch action {
    case .fanIn(let rule, _): [.race, .any].contains(rule) ? ["\(name)"] : []
    case .body(let body, _), .link(_, _, _, let body): body.steps.flatMap(\.fanIns)
    case .context(let steps): steps.flatMap(\.fanIns)
    default: []
    }
  }

  /// The labels of promises that settle before their parents and then ignore them, which is not a second
  /// resolution by the program.
  fileprivate var late: [String] {
    switch action {
    case .until: ["\(name)"]
    case .link(let link, _, _, let body):
      ([.timeout, .cancelled].contains(link) ? ["\(name)"] : []) + body.steps.flatMap(\.late)
    case .body(let body, _): body.steps.flatMap(\.late)
    case .context(let steps): steps.flatMap(\.late)
    default: []
    }
  }
}
