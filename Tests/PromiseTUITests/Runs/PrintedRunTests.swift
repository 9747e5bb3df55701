import ArgumentParser
import PromiseEvents
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import Testing

@testable import promise_tui

@Suite struct PrintedRunTests {
  private func run(_ name: String, settings: [String] = []) throws -> PrintedRun {
    let scenario = try Catalog.scenario(named: name, settings: settings)
    let (events, isWhole) = SimulatedRun.events(
      of: scenario, limit: 100_000, within: .seconds(3600))
    #expect(isWhole)
    return PrintedRun(Recording(entry: scenario.entry, isVirtual: true, events: events))
  }

  @Test(
    "every demo's report, trace and screen is the same each time", arguments: Catalog.all)
  func deterministic(name: String) throws {
    let form = ScreenForm(size: Size(width: 80, height: 24))
    let (first, second) = (try run(name), try run(name))
    #expect(first.report == second.report)
    #expect(first.jsonLines == second.jsonLines)
    #expect(
      try first.screen(form, at: nil)
        == second.screen(form, at: nil))
  }

  @Test("the trace reads back as the events", arguments: Catalog.all)
  func trace(name: String) throws {
    let run = try run(name)
    var reader = TraceReader()
    var events = try reader.read(Array(run.jsonLines.utf8))
    events += try reader.finish()
    #expect(events == Array(run.history.events))
    #expect(reader.header?.isVirtual == true)
    #expect(reader.problems.isEmpty)
  }

  @Test("a screen has the requested size and playhead")
  func screen() throws {
    let run = try run("login-fetch-submit")
    let text = try run.screen(ScreenForm(size: Size(width: 90, height: 20)), at: 5)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 21)
    #expect(lines.dropLast().allSatisfy { displayWidth(String($0)) == 90 })
    #expect(text.contains("ev  5/\(run.history.last)"))
    #expect(text.contains("PAUSED"))
  }

  @Test("several events print several screens, in the given order")
  func screens() throws {
    let run = try run("login-fetch-submit")
    let form = ScreenForm(size: Size(width: 90, height: 20))
    let (later, earlier) = (
      try run.screen(form, at: 31),
      try run.screen(form, at: 5)
    )
    #expect(try run.screens(form, at: [31, 5]) == later + "\n" + earlier)
    #expect(try run.screens(form, at: [5]) == earlier)
    #expect(
      try run.screens(form, at: [])
        == run.screen(form, at: nil))
  }

  @Test("a screen and a narration can be in Chinese")
  func chinese() throws {
    let run = try run("login-fetch-submit")
    let form = ScreenForm(size: Size(width: 90, height: 20), language: .chinese)
    #expect(try run.screen(form, at: 5).contains("暂停"))
    #expect(run.narration(in: .chinese).contains("处理函数"))
  }

  @Test("a picture of several events has a frame for each; an event after the end is an error")
  func movingPicture() throws {
    let run = try run("login-fetch-submit")
    let form = ScreenForm(size: Size(width: 90, height: 20))
    func picture(_ events: [Effect.Place]) throws -> String {
      try run.picture(form, at: events, theme: nil)
    }
    #expect(try picture([5, 31]).contains("@keyframes f0 "))
    #expect(try picture([5, 31]).contains("@keyframes f1 "))
    #expect(try !picture([5]).contains("@keyframes"))
    #expect(throws: ValidationError.self) { try picture([5, 9999]) }
  }

  @Test("in ASCII there are no other characters")
  func ascii() throws {
    let text = try run("dashboard-race").screen(
      ScreenForm(size: Size(width: 200, height: 50), glyphs: .ascii), at: nil)
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test("an event after the last one is rejected, with the number of the last")
  func afterTheEnd() throws {
    let run = try run("then-order")
    let error = #expect(throws: ValidationError.self) {
      try run.screen(ScreenForm(size: Size(width: 80, height: 24)), at: 9999)
    }
    #expect(error?.message.contains("\(run.history.last)") == true)
  }

  @Test("why a promise is in its state, by its number or name, at an event or the last one")
  func reasons() throws {
    let run = try run("login-fetch-submit")
    let end = try run.reasons(for: ["submit"], at: nil)
    #expect(end.hasSuffix("\n") && end.contains("at event \(run.history.last) of"))
    #expect(try end == run.reasons(for: ["p5"], at: nil))
    #expect(try run.reasons(for: ["p5"], at: 40).contains("What does p5 'submit' wait for?"))
  }

  @Test("why two ran in that order, whichever is named first")
  func order() throws {
    let run = try run("then-order")
    let text = try run.reasons(for: ["p2", "C"], at: nil)
    #expect(text.contains("Why did p2 'A' run before p4 'C'?"))
    #expect(try run.reasons(for: ["p4", "p2"], at: nil).contains("Why did p2 'A' run before"))
  }

  @Test(
    "What went wrong is a name, a note, a part of one, a place or an expectation",
    arguments: [
      ("render", "p6 'render' at CheckoutBug.swift:43\n"),
      ("p6", "p6 'render' at CheckoutBug.swift:43\n"),
      ("note audit", "p3 'audit' at CheckoutBug.swift:37\n"),
      ("prepare", "p5 'prepare' at CheckoutBug.swift:42\n"),
      ("CheckoutBug.swift:36", "p2 'save' at CheckoutBug.swift:36\n"),
      ("CheckoutBug.swift:38", "p3 'audit' at CheckoutBug.swift:37\n"),
      ("Stories/CheckoutBug.swift:36:10", nil), ("CheckoutBug.swift:1", nil),
      ("render before save", "p2 'save' at CheckoutBug.swift:36 and p6 'render' at"),
      ("result receipt r2", "about no promise"), ("never note sorry", "about no promise"),
      ("p6 is rejected", "p6 'render' at"), (" render ", "p6 'render' at"), ("rendre", nil),
    ])
  func wrong(text: String, subject: String?) throws {
    let run = try run("checkout-bug")
    guard let subject else {
      let error = #expect(throws: ValidationError.self) { try run.report(ofWrong: text) }
      #expect(error?.message.hasPrefix("--wrong: in checkout-bug, ") == true)
      return
    }
    let report = try run.report(ofWrong: text)
    #expect(report.contains("\nthat is \(subject)"), "\(report)")
    #expect(report.contains("WARNINGS\nCheckoutBug.swift:36:10: warning:"))
    #expect(report.contains("\nWORTH A LOOK\n"))
  }

  @Test("An expectation that went wrong is checked")
  func wrongExpectation() throws {
    let run = try run("checkout-bug")
    let holds = try run.report(ofWrong: "save before render")
    #expect(holds.contains("expected 'save before render', which holds in this run\n"))
    let fails = try run.report(ofWrong: "render before save")
    #expect(fails.contains("expected 'render before save', which does not hold: save: event "))
    #expect(!(try run.report(ofWrong: "render")).contains("hold"))
    #expect(throws: ValidationError.self) { try Arguments.wrong(" ") }
    #expect(throws: InputError.self) { try Arguments.wrong("in some schedule: a before b") }
  }

  @Test("If no rule fixes their order, a schedule with the other one is the answer")
  func otherOrder() throws {
    var run = try run("checkout-bug")
    let scenario = try Catalog.scenario(named: "checkout-bug", settings: []).explored
    run.search = { OrderSearch(scenario: scenario).answer(to: $0) }
    let text = try run.reasons(for: ["save", "prepare"], at: nil)
    #expect(text.contains("yes: in this schedule p5 'prepare' runs before p2 'save': ptui1:11:"))
    #expect(!text.contains("not known"))
  }

  /// A run with two promises called 'send', in the order of creation, and a queue.
  private func sends(_ outcomes: [PromiseEvent.Outcome?], queue: String = "work") -> PrintedRun {
    var kinds: [PromiseEvent.Kind] = [
      .queueDeclared(queue: 1, label: queue, kind: .serial, assumed: false)
    ]
    for (index, outcome) in outcomes.enumerated() {
      let site = SourceSite(file: "Mail/Send.swift", line: 10 + index, column: 1)
      let creation = PromiseEvent.Creation(
        promise: PromiseID(index + 1), operation: .pending, label: "send", site: site,
        tag: "mail \(index + 1)")
      kinds.append(.created(creation))
      guard let outcome else { continue }
      kinds.append(
        .settled(.init(promise: creation.promise, outcome: outcome, description: "done")))
    }
    let events = kinds.enumerated().map {
      PromiseEvent(sequence: $0 + 1, time: Int64($0) * 1_000_000, thread: 1, queue: nil, kind: $1)
    }
    let entry = RunDescriptor(name: "mail", teaches: "")
    return PrintedRun(Recording(entry: entry, isVirtual: false, events: events))
  }

  @Test("a name of several promises means the one that failed or is pending, and says so")
  func failedNamesake() throws {
    for outcome in [PromiseEvent.Outcome.rejected, nil] {
      let text = try sends([.fulfilled, outcome, .fulfilled]).reasons(for: ["send"], at: nil)
      let lines = text.split(separator: "\n")
      #expect(lines[0].hasPrefix("p2 'send', at event"))
      #expect(
        lines[1]
          == "'send' names 3 promises: this is send#2, the only one that failed or is pending; the others are send#1, send#3"
      )
    }
  }

  @Test(
    "a name of several promises of which none or several failed lists them, with how to name one")
  func namesakes() throws {
    let run = sends([.fulfilled, .fulfilled])
    let list = try run.reasons(for: ["send"], at: nil)
    #expect(
      list == """
        'send' names 2 promises; to explain one, pass its name or number:
          name    promise  created  source         tag     state
          send#1  p1           1.0  Send.swift:10  mail 1  fulfilled at 2.0: done
          send#2  p2           3.0  Send.swift:11  mail 2  fulfilled at 4.0: done

        """)
    #expect(try run.reasons(for: ["send#2"], at: nil).hasPrefix("p2 'send', at event"))
    #expect(try run.reasons(for: ["send", "p2"], at: nil) == list)
    #expect(try sends([nil, nil]).reasons(for: ["send"], at: nil).contains("send#2"))
    #expect(throws: ValidationError.self) { try run.reasons(for: ["send#3"], at: nil) }
  }

  @Test("the name of a queue asks what runs and waits there")
  func queue() throws {
    let text = try sends([.fulfilled]).reasons(for: ["work"], at: nil)
    #expect(text.hasPrefix("queue work, at event"))
    #expect(text.contains("What runs on work?"))
  }

  @Test("the whole name of a queue is preferred to a part of a promise's name")
  func shortQueue() throws {
    #expect(
      try sends([.fulfilled], queue: "S").reasons(for: ["S"], at: nil).hasPrefix("queue S, at"))
    #expect(
      try sends([.fulfilled], queue: "send").reasons(for: ["send"], at: nil).hasPrefix("p1 'send'"))
  }

  @Test("an unknown name is rejected with the name", arguments: ["zzz", "p99", "12"])
  func unknownPromise(name: String) throws {
    let run = try run("then-order")
    let error = #expect(throws: ValidationError.self) { try run.reasons(for: [name], at: nil) }
    #expect(error?.message.contains("'\(name)'") == true)
  }

  @Test("a knob changes the run")
  func knob() throws {
    #expect(try run("login-fetch-submit", settings: ["answer=fail"]).report.contains("alert"))
    #expect(try !run("login-fetch-submit").report.contains("alert Refused"))
  }
}
