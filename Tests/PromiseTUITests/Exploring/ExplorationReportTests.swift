import Dispatch
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@testable import promise_tui

@Suite struct ExplorationReportTests {
  /// Each of two queues prints a note at the same instant.
  private static let notes = Simulation.Scenario("notes", version: "1") {
    _ = after(label: "a", .milliseconds(1)).done(label: "A", on: DispatchQueue(label: "left")) {
      note("A")
    }
    _ = after(label: "b", .milliseconds(1)).done(label: "B", on: DispatchQueue(label: "right")) {
      note("B")
    }
  }

  private func report(
    _ scenario: Simulation.Scenario, expecting expectations: [Invariant] = [],
    search: Search = .exhaustive, within budget: Budget = Budget()
  ) -> ExplorationReport {
    let run = ExplorationRun(
      scenario: scenario, search: search, budget: budget, expectations: expectations)
    var exploration = run.scenario.explore(search, within: budget, expecting: expectations)
    exploration.duration = .milliseconds(2)
    return ExplorationReport(
      scenario: scenario, exploration: exploration, budget: budget, expectations: expectations,
      replay: "promise-tui demo notes", difference: run.difference(in: exploration))
  }

  @Test("outcomes, their schedules, the coverage and its reason, what fails and why")
  func failing() {
    #expect(
      report(Self.notes, expecting: [.before("A", "B")]).text == """
        notes
        2 schedules, 2 outcomes

        OUTCOMES
        #  schedules  share  first        result  handlers in order
        1          1   50 %     #1        ended   A B
        2          1   50 %     #2  FAIL  ended   B A
        FAIL  outcome 2 violates 'A before B'

        NOTES IN ORDER
           1  A, B
           2  B, A

        FIRST SCHEDULES
           1  ptui1:0:notes:340ca71c
           2  ptui1:1101:notes:340ca71c

        TOTAL
        seen       2 orders of handlers tried, 0 deadlocks, 0 never settled
        coverage   exhaustive, no limit hit
        covers     simulated schedules: a handler is one step, and what it enqueues starts after it returns
        reduction  pruned: 1 run that only reorder independent steps; handlers are assumed to share all
                   state unless they declare what they access
        shares     of the schedules that were run, not of what a real machine would do

        FAIL
        'A before B', violated by: ended; B, A
        schedule  ptui1:1101:notes:340ca71c
        replay    promise-tui demo notes --schedule ptui1:1101:notes:340ca71c

        SMALLEST DIFFERENCE, found in 6 runs
        holds: ended; A, B                               | FAIL: ended; B, A
        ?    1.0        [timer of a] or timer of b       | ?    1.0        [timer of a] or timer of b
             1.0        timer of a                       |      1.0        timer of a
        ?    1.0        A on left or [timer of b]        | ?    1.0        A on left or [timer of b]
             1.0        timer of b                       |      1.0        timer of b
        !    1.0        [A on left] or B on right        | !    1.0        A on left or [B on right]
             1.0 left   A                                |      1.0 right  B
        "    1.0 left   A                                | "    1.0 right  B
             1.0 right  B                                |      1.0 left   A
        "    1.0 right  B                                | "    1.0 left   A
        holds   ptui1:11:notes:340ca71c
        FAIL    ptui1:1101:notes:340ca71c
        cause   B may run before A because right and left do not wait for each other
        size    2 choices of the failing run differ from the first option; 2 before minimizing

        """)
  }

  @Test("if everything holds, the report says so, and the short form is empty")
  func holding() {
    let report = report(Self.notes, expecting: [.never(.deadlock)])
    #expect(report.text.hasSuffix("\n\nHOLDS\n'never deadlock'\n"))
    #expect(report.failureText == "")
    let some = self.report(
      Self.notes, expecting: [.never(.deadlock)], within: Budget(schedules: 1))
    #expect(some.text.hasSuffix("\n\nHOLDS, as far as tried\n'never deadlock'\n"))
  }

  @Test("if every schedule violates it, there is no difference to show")
  func always() {
    let text = report(Self.notes, expecting: [.note("C")]).failureText
    #expect(text.hasPrefix("FAIL\n'note C', violated by: ended; A, B\nschedule  ptui1:0:notes:"))
    #expect(text.hasSuffix("SMALLEST DIFFERENCE\nnone: every schedule violates it\n"))
  }

  @Test("which limit was reached, and how far the search came")
  func bounds() {
    func sentence(_ search: Search, _ budget: Budget) -> String {
      report(Self.notes, search: search, within: budget).text
    }
    #expect(
      sentence(.random(seed: 7), Budget(schedules: 3)).contains(
        "not exhaustive: stopped at the limit of schedules, after 3 schedules"))
    #expect(
      sentence(.unreduced, Budget(steps: 1)).contains(
        "every schedule, but endless runs were stopped at the step limit, after 2 schedules"))
    #expect(
      sentence(.exhaustive, Budget(duration: .nanoseconds(1))).contains(
        "not exhaustive: stopped at the time limit, after 1 schedule"))
  }

  @Test("a scenario that is not deterministic is reported with the event that differs")
  func notDeterministic() {
    let scenario = Simulation.Scenario("clock") { note("\(ContinuousClock.now)") }
    let text = report(scenario).text
    #expect(
      text.contains(
        "coverage   stopped: the scenario is not deterministic: event "))
    // The report folds long lines.
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("when run again"))
  }

  @Test(
    "text from a program contains no escape sequence, and lines without schedules have at most 100 characters"
  )
  func foreign() {
    let scenario = Simulation.Scenario("foreign") {
      for place in 0..<30 { note("\u{1B}[2J a long note, number \(place)") }
      _ = after(label: "\u{7}", .milliseconds(1)).done(label: "\u{9B}x") {}
    }
    let text = report(scenario).text
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x9B })
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test("the JSON is one object on one line, with the same numbers")
  func json() {
    let text = report(Self.notes, expecting: [.before("A", "B")]).document
    #expect(text.hasPrefix(#"{"promise-exploration":1,"scenario":"notes","#))
    #expect(text.hasSuffix("}\n"))
    #expect(text.split(separator: "\n").count == 1)
    for part in [
      #""schedules":2,"#, #""exhaustive":true,"#, #""holds":false,"#,
      #""notes":["B","A"]"#, #""breaks":["A before B"]"#, #""token":"ptui1:1101:notes:"#,
      #""difference":{"cause":""#, #""decisive":true"#,
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }
}

@Suite struct JSONTests {
  @Test("texts are escaped, so that each is on one line without control characters")
  func texts() {
    #expect("\(JSON.text("a\"b\\c\n\t\u{1}\u{7F}é"))" == #""a\"b\\c\n\t\u0001\u007fé""#)
  }

  @Test("keys keep their order")
  func object() {
    let json = JSON.object([
      ("b", .number(1)), ("a", .list([.null, .flag(true), .fraction(0.5), .fraction(.nan)])),
    ])
    #expect("\(json)" == #"{"b":1,"a":[null,true,0.5,null]}"#)
  }
}

@Suite struct FiguresTests {
  @Test("numbers are formatted for people")
  func numbers() {
    #expect([0, 999, 1000, 1_234_567].map(grouped) == ["0", "999", "1,000", "1,234,567"])
    #expect(plural(1, "schedule") == "1 schedule")
    #expect(percentage(0.001, " %") == "<1 %")
    #expect(percentage(0.999, " %") == ">99 %")
    #expect(percentage(1, " %") == "100 %")
    #expect(elapsed(.milliseconds(234)) == "234 ms")
    #expect(elapsed(.milliseconds(12_345)) == "12.3 s")
  }

  @Test("a word for the shell is quoted if necessary")
  func quoted() {
    #expect(shellQuoted("login=200") == "login=200")
    #expect(shellQuoted("a b'c") == #"'a b'\''c'"#)
    #expect(shellQuoted("") == "''")
  }
}
