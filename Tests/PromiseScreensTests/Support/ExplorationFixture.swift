import PromiseKitLite
@testable import PromiseExploration

@testable import PromiseScreens
@testable import PromiseSimulation

extension EventStream {
  /// Two handlers that may run in either order, twice: the run takes the first, then the second.
  static let choices: EventStream = {
    var stream = EventStream()
    let main: QueueID = 1
    let side: QueueID = 2
    stream.at(0, thread: 1)
    stream.queue(main, "main")
    stream.queue(side, "side")
    stream.root(1, "root", line: 1)
    stream.link(2, on: 1, .done, "A", queue: main, line: 2)
    stream.link(3, on: 1, .done, "B", queue: side, line: 3)
    stream.fulfill(1, "()")
    stream.enqueue(1, 2, on: main)
    stream.enqueue(2, 3, on: side)
    stream.post(
      .choiceMade(chosen: 0, options: [.start(queue: main, job: 1), .start(queue: side, job: 2)]))
    stream.at(0, thread: 1, queue: main)
    stream.start(1, 2, on: main)
    stream.at(0, thread: 2, queue: side)
    stream.start(2, 3, on: side)
    stream.at(5)
    stream.post(.choiceMade(chosen: 1, options: [.end(job: 1), .end(job: 2)]))
    stream.at(5, thread: 2, queue: side)
    stream.end(2, 3, on: side)
    stream.fulfill(3, "()")
    stream.at(5, thread: 1, queue: main)
    stream.end(1, 2, on: main)
    stream.fulfill(2, "()")
    return stream
  }()
}

extension Exploration {
  /// The picture "explore": three outcomes, of which the last breaks an expectation.
  static let checkout: Exploration = {
    var exploration = Exploration(search: .exhaustive, accessing: .anything)
    exploration.findings = [
      finding(["save", "audit", "prepare", "render"], 902, 1, [], ["A", "B", "C", "render"]),
      finding(["save", "prepare", "audit", "render"], 40, 17, [1], ["A", "C", "B", "render"]),
      finding(
        ["prepare", "render", "save", "audit"], 8, 613, [0, 2, 1], ["C", "render", "A", "B"],
        breaking: [.before("save", "render")]),
    ]
    exploration.schedules = 950
    exploration.pruned = 1204
    exploration.orders = 14
    exploration.steps = 28_500
    exploration.coverage = .exhaustive
    exploration.duration = .milliseconds(7)
    return exploration
  }()

  private static let scenario = Scenario("checkout-bug", version: "1") {}

  private static func finding(
    _ notes: [String], _ count: Int, _ first: Int, _ choices: [Int], _ order: [String],
    breaking broken: [Invariant] = []
  ) -> Finding {
    Finding(
      outcome: .init(result: .fulfilled("receipt r1"), notes: notes), count: count, first: first,
      schedule: Schedule(choices), token: ScheduleToken(Schedule(choices), of: scenario),
      order: order, broken: broken)
  }

  /// The smallest schedule of the outcome that breaks something.
  static let checkoutToken = ScheduleToken([0, 1], of: scenario)

  /// The smallest difference of the outcome that breaks something.
  static let checkoutComparison: Comparison = {
    func line(
      _ milliseconds: Int64, _ queue: String?, _ kind: RunLine.Kind, _ text: String
    ) -> RunLine {
      RunLine(time: milliseconds * 1_000_000, queue: queue, kind: kind, text: text, event: 0)
    }
    func side(_ choice: String, _ names: [String], _ notes: [String]) -> Comparison.Side {
      var lines: [RunLine] = [
        line(50, nil, .timer, "timer of p2"), line(50, nil, .choice, "[p3 on disk] or p4 on net"),
        line(50, nil, .timer, "timer of p3"), line(50, nil, .decisiveChoice, choice),
      ]
      for (name, note) in zip(names, notes) {
        lines += [line(50, "main", .start, name), line(50, "main", .note, note)]
      }
      lines.append(line(54, "main", .end, "end of \(names.last ?? "")"))
      return Comparison.Side(
        lines: lines, outcome: Exploration.Outcome(result: .fulfilled("receipt r1"), notes: notes))
    }
    return Comparison(
      other: side(
        "[A on main] or C on main", ["A", "B", "C", "render"],
        ["save", "audit", "prepare", "render"]),
      this: side(
        "A on main or [C on main]", ["C", "render", "A", "B"],
        ["prepare", "render", "save", "audit"]),
      token: checkoutToken, place: 1, deviations: 1, deviationsBefore: 2,
      cause: "C may run before A because both hop to main from different queues, net and disk")
  }()
}

extension State {
  /// The finished exploration of the picture, over the list of demos.
  static func exploring(
    _ width: Int = 80, _ height: Int = 24, glyphs: GlyphSet = .unicode, theme: Theme = .color
  ) -> State {
    var state = State.picker(width, height, glyphs: glyphs, theme: theme)
    _ = state.explore("checkout-bug")
    _ = update(&state, .explored(.checkout))
    _ = update(&state, .compared(outcome: 2, Exploration.checkoutComparison))
    return state
  }
}
