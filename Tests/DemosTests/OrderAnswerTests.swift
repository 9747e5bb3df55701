import Demos
import Foundation
import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import Testing

@Suite(
  "Answers to whether the order of two handlers could differ, checked against every schedule and real queues"
)
struct OrderAnswerTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// `make test-stress` asks in more runs, tries more schedules, and checks every demo on real queues.
  private static let isLong = environment["SCHEDULE_REPLAYS"] != nil
  private static let demos = Demo.all.map(\.name)
  private static let realDemos =
    isLong
    ? demos : ["then-order", "inside-then", "checkout-bug", "serial-and-concurrent", "ping-pong"]
  /// In how many of the first and of the last schedules of a demo every two handlers are asked about.
  private static let asked = isLong ? 5 : 2
  /// The most schedules that are tried: of a demo with more, the first ones.
  private static let mostSchedules = isLong ? 100_000 : 300
  private static let realRuns = isLong ? 60 : 3

  @Test(
    "Every schedule has an order that is said to be fixed, and one has the other order if it is said to be chosen",
    arguments: demos)
  func schedules(name: String) throws {
    let results = OrderResults(of: "schedules", name)
    guard !results.areThere else { return }
    let scenario = try #require(Demo.named(name)).scenario()
    var (answers, seen, last) = (OrderAnswers(), SeenOrders(), [ScheduledRun]())
    let isWhole = EverySchedule.forEach(of: scenario, limit: Self.mostSchedules) { run in
      if seen.runs < Self.asked { answers.ask(in: run.events) }
      seen.insert(run.events)
      last = last.suffix(Self.asked - 1) + [run]
    }
    for run in last { answers.ask(in: run.events) }
    #expect(!answers.fixed.isEmpty)
    results.note(answers, seen, isWhole ? "" : ", there are more")
    for (pair, choice) in answers.chosen where !seen.contains(reverseOf: pair) {
      var other = SeenOrders()
      other.insert(scenario.run(try #require(choice.schedule)).events)
      #expect(
        other.contains(reverseOf: pair),
        "\(pair.second) does not run before \(pair.first)")
    }
  }

  @Test(
    "Real queues keep each order that is said to be fixed",
    arguments: realDemos)
  func realQueues(name: String) async throws {
    let results = OrderResults(of: "real", name)
    guard !results.areThere else { return }
    let demo = try #require(Demo.named(name))
    let settings = RealDemo.short[name] ?? []
    var (answers, seen) = (OrderAnswers(), SeenOrders())
    let scenario = try demo.scenario(settings: settings)
    _ = EverySchedule.forEach(of: scenario, limit: Self.asked) { answers.ask(in: $0.events) }
    for number in 0..<Self.realRuns {
      let events = try await RealDemo(demo, settings: settings).events
      if number < Self.asked { answers.ask(in: events) }
      seen.insert(events)
    }
    results.note(answers, seen, " on real queues")
  }

  @Test(
    "What a lesson says about every schedule holds on real queues", .enabled(if: isLong))
  func lesson() async throws {
    let demo = try #require(Demo.named("then-order"))
    let lesson = try #require(demo.text(beside: ".md"))
    let claims = try lesson.split(separator: "\n").compactMap { line -> RunExpectation? in
      guard line.hasPrefix("- `in every schedule: ") else { return nil }
      let claim = line.dropFirst("- `in every schedule: ".count).dropLast()
      return try RunExpectation(reading: String(claim), for: .lesson)
    }
    try #require(!claims.isEmpty)
    for number in 1...200 {
      let run = NamedRun(try await RealDemo(demo, settings: []).events)
      for claim in claims where claim.shown(in: run, at: 1) == nil {
        Issue.record("run \(number): not \(claim)")
      }
    }
  }
}

extension OrderAnswers.Choice {
  /// The schedule that makes the same choices up to this one, and then starts the other job.
  var schedule: Schedule? {
    var choices: [Int] = []
    for event in events {
      guard case .choiceMade(let chosen, let options) = event.kind else { continue }
      guard event.sequence == self.event else {
        choices.append(chosen)
        continue
      }
      let index = options.firstIndex { if case .start(_, job) = $0 { true } else { false } }
      return index.map { Schedule(choices + [$0]) }
    }
    return nil
  }
}

/// The file to which the results of a demo are appended, one line each, if `ORDER_RESULTS` names one: what is there
/// already is not checked again.
private struct OrderResults {
  private let start: String
  private let file = ProcessInfo.processInfo.environment["ORDER_RESULTS"]

  init(of check: String, _ demo: String) { start = "\(check) \(demo): " }

  var areThere: Bool {
    let text = file.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
    return text.split(separator: "\n").contains { $0.hasPrefix(start) }
  }

  /// Records the orders that are said to be fixed and are not, and appends a line with the counts.
  func note(_ answers: OrderAnswers, _ seen: SeenOrders, _ remark: String) {
    let broken = answers.fixed.filter { seen.contains(reverseOf: $0.key) }
    for (pair, reason) in broken {
      Issue.record("\(pair.first) does not always run before \(pair.second): \(reason)")
    }
    guard let file else { return }
    let unknown = answers.pairs.filter { answers.fixed[$0] == nil && answers.chosen[$0] == nil }
    let text =
      "\(start)\(seen.runs) runs\(remark), \(answers.pairs.count) orders: \(answers.fixed.count) fixed, "
      + "\(answers.chosen.count) chosen, \(unknown.count) not known, of which "
      + "\(unknown.count { !seen.contains(reverseOf: $0) }) did not differ; \(broken.count) contradicted\n"
    if !FileManager.default.fileExists(atPath: file) {
      try? "".write(toFile: file, atomically: true, encoding: .utf8)
    }
    let handle = FileHandle(forWritingAtPath: file)
    _ = try? handle?.seekToEnd()
    handle?.write(Data(text.utf8))
    try? handle?.close()
  }
}
