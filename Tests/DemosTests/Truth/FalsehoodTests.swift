import Demos
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@Suite("Sentences made false")
struct FalsehoodTests {
  private static let demos = [
    "dashboard-race", "login-fetch-submit", "recover-all", "wait-in-handler",
  ]

  private static func collected(_ name: String) throws -> TruthChecker {
    var checker = TruthChecker(try plannedDemo(name).events)
    checker.collects = true
    checker.checkNarration()
    checker.checkPlayback()
    checker.checkWhy(at: [checker.record.last / 2, checker.record.last])
    return checker
  }

  @Test(
    "Nearly every sentence is false with another number, promise, time, queue or outcome",
    arguments: demos)
  func mutants(name: String) throws {
    let checker = try Self.collected(name)
    var mutants: [Falsifier.Kind: Int] = [:]
    var survivors: [Falsifier.Kind: [String]] = [:]
    var met: Set<String> = []
    for (sentence, forms, scene, context) in checker.collected {
      // A sentence that stands in many places is made false once.
      guard met.insert(forms.place + sentence).inserted else { continue }
      for mutant in Falsifier(scene).mutants(of: sentence) {
        mutants[mutant.kind, default: 0] += 1
        if forms.finding(mutant.text, in: scene, context) == nil {
          survivors[mutant.kind, default: []].append("\(sentence) -> \(mutant.text)")
        }
      }
    }
    #expect(mutants.values.reduce(0, +) > 200)
    for (kind, count) in mutants {
      let alive = survivors[kind] ?? []
      #expect(
        alive.count * 100 <= count * kind.percentAlive,
        "\(kind): \(alive.count) of \(count): \(alive.sorted().prefix(12))")
    }
  }

  /// Changes every explanation of a run that can be changed, and returns how many there were, and those with
  /// which the checker found nothing wrong.
  private static func survivors(
    _ name: String, _ change: (inout Explanation, EventScene) -> Bool
  ) throws -> (count: Int, alive: [String]) {
    var whole = TruthChecker(try plannedDemo(name).events)
    let history = whole.history
    let graph = history.graph(at: history.last)
    var (count, alive) = (0, [String]())
    for node in graph.promises {
      var checker = TruthChecker(try plannedDemo(name).events)
      let scene = EventScene(checker.record, at: checker.record.last)
      var explanation = graph.explanation(of: node.id, in: history, ahead: graph)
      checker.checkWhy(node.id, explanation, scene)
      #expect(checker.findings.isEmpty)
      guard change(&explanation, scene) else { continue }
      count += 1
      checker.checkWhy(node.id, explanation, scene)
      if checker.findings.isEmpty { alive.append(explanation.text) }
    }
    return (count, alive)
  }

  @Test("An explanation that leaves out a step is not complete")
  func missingStep() throws {
    let (count, alive) = try Self.survivors("login-fetch-submit") { explanation, _ in
      let end = explanation.lines.dropFirst().firstIndex { $0.kind == .question }
      // The first line repeats the answer of a long way, so that the steps begin after it.
      guard let end, end > 5 else { return false }
      explanation.lines.remove(at: 3)
      return true
    }
    #expect(count > 1 && alive.isEmpty, "\(alive)")
  }

  @Test("A line that leads to a promise off the way is found")
  func elsewhere() throws {
    let (count, alive) = try Self.survivors("dashboard-race") { explanation, scene in
      let path = scene.mentions(explanation.lines[0].text).first.map(scene.cameFrom) ?? []
      guard let other = scene.record.created.keys.first(where: { !path.contains($0) }) else {
        return false
      }
      explanation.lines[1].promise = other
      return true
    }
    #expect(count > 3 && alive.isEmpty, "\(alive)")
  }

  @Test("Two lengths that have changed places are found")
  func lengths() throws {
    let (count, alive) = try Self.survivors("login-fetch-submit") { explanation, _ in
      let rows = explanation.lines.indices.filter { !explanation.lines[$0].lead.isEmpty }
      let pair = zip(rows, rows.dropFirst()).first { one, other in
        other == one + 1 && explanation.lines[one].lead != explanation.lines[other].lead
      }
      guard let (one, other) = pair else { return false }
      let lead = explanation.lines[one].lead
      explanation.lines[one].lead = explanation.lines[other].lead
      explanation.lines[other].lead = lead
      return true
    }
    #expect(count > 1 && alive.isEmpty, "\(alive)")
  }
}

/// Makes sentences false: with another number, promise, time, queue or outcome of the same run.
private struct Falsifier {
  enum Kind: Hashable {
    case number, promise, time, queue, word

    /// How many of a hundred such changes may give a sentence that holds as well.
    var percentAlive: Int {
      switch self {
      case .number, .time: 3
      case .promise, .queue, .word: 5
      }
    }
  }

  let scene: EventScene
  private let names: [String]
  private let times: [String]

  init(_ scene: EventScene) {
    self.scene = scene
    names = scene.record.created.filter { $0.value.number <= scene.number }.keys.sorted()
      .map(scene.name)
    times = Set(scene.record.events.map { milliseconds($0.time) }).sorted()
  }

  /// Returns the sentence with each of its facts replaced by another one of the run.
  func mutants(of sentence: String) -> [(kind: Kind, text: String)] {
    numbers(sentence).map { (.number, $0) }
      + replacing(names, sentence, .promise) + replacing(times, sentence, .time)
      + replacing(scene.record.queues.values.map { "on \($0.label)" }.sorted(), sentence, .queue)
      + replacing(["fulfilled", "rejected"], sentence, .word)
      + replacing(["returned", "threw"], sentence, .word)
      + replacing(["first", "2nd"], sentence, .word)
  }

  /// Replaces the first text that a sentence has by the next one that is another.
  private func replacing(
    _ texts: [String], _ sentence: String, _ kind: Kind
  ) -> [(kind: Kind, text: String)] {
    texts.indices.compactMap { index in
      guard let range = sentence.firstRange(of: texts[index]), isWhole(range, sentence),
        let other = (texts[index...].dropFirst() + texts[..<index]).first(where: {
          $0 != texts[index]
        })
      else { return nil }
      return (kind, sentence.replacing(texts[index], with: other, maxReplacements: 1))
    }
  }

  /// Whether a text is not a part of a longer word or number.
  private func isWhole(_ range: Range<String.Index>, _ sentence: String) -> Bool {
    let before =
      range.lowerBound > sentence.startIndex
      ? sentence[sentence.index(before: range.lowerBound)] : " "
    let after = range.upperBound < sentence.endIndex ? sentence[range.upperBound] : " "
    return !before.isNumber && !before.isLetter && !after.isNumber && !after.isLetter
      && before != "."
  }

  /// Returns the sentence with each of its numbers increased by one.
  private func numbers(_ sentence: String) -> [String] {
    let text = Array(sentence)
    var mutants: [String] = []
    var index = 0
    while index < text.count {
      var end = index
      while end < text.count, text[end].isASCII, text[end].isNumber { end += 1 }
      if end > index, let number = Int(String(text[index..<end])) {
        mutants.append(String(text[..<index]) + "\(number + 1)" + String(text[end...]))
      }
      index = max(end, index + 1)
    }
    return mutants
  }
}
