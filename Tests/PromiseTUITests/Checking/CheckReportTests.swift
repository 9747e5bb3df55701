import ArgumentParser
import Foundation
import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import Testing

@testable import promise_tui

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("The report of check")
struct CheckReportTests {
  /// Returns a run in which handlers with these names start on `net`, 10 ms apart.
  private func run(
    _ labels: [String], name: String = "run.jsonl", lost: Int = 0, isDemo: Bool = false,
    isCutShort: Bool = false
  ) -> CheckedRun {
    var kinds: [PromiseEvent.Kind] = [
      .queueDeclared(queue: 1, label: "net", kind: .serial, assumed: false)
    ]
    for (index, label) in labels.enumerated() {
      let promise = PromiseID(index + 1)
      kinds.append(.created(.init(promise: promise, operation: .then, label: label)))
      kinds.append(.jobStarted(job: JobID(index + 1), child: promise, queue: 1))
    }
    if lost > 0 { kinds.append(.dropped(count: lost)) }
    let events = kinds.enumerated().map { index, kind in
      PromiseEvent(
        sequence: index + 1, time: Int64(index) * 5_000_000, thread: 1, queue: nil, kind: kind)
    }
    let recorded = Recording(
      entry: RunDescriptor(name: "checkout", teaches: ""), header: TraceHeader(isVirtual: true),
      events: events, ending: isCutShort ? .cutShort : .unknown)
    return CheckedRun(name, recorded, isDemo: isDemo)
  }

  private func checked() throws -> CheckedRun {
    var run = run(["login", "submit", "fetch"])
    let golden = try GoldenOrders("login on net\nfetch on net\nsubmit on net\n")
    run.compare(try #require(golden[nil]), "checkout.order", times: true)
    run.check(try RunExpectation(reading: "login before submit", for: .run))
    run.check(try RunExpectation(reading: "fecth on net", for: .run))
    return run
  }

  @Test("A failure is reported with what happened instead, and what to do next")
  func text() throws {
    var report = CheckReport(runs: [try checked()], update: "promise-tui check … --update")
    #expect(
      report.text == """
        FAIL  run.jsonl: order as in checkout.order: differs from event 5 on
                login on net
              - fetch on net
                submit on net
              + fetch on net   event 7
        ok    run.jsonl: login before submit
        FAIL  run.jsonl: fecth on net: nothing is called 'fecth'; did you mean 'fetch'?

        2 of 3 checks failed.
        to look at it: promise-tui open run.jsonl
        if the new order is right: promise-tui check … --update

        """)
    report.isQuiet = true
    #expect(!report.text.contains("ok    "))
  }

  @Test("Each check that holds is reported in a line; in quiet mode only what is unknown")
  func holds() throws {
    var run = run(["login"], lost: 3)
    run.compare(GoldenOrder(lines: ["5 login on net"]), "a.order", times: false)
    #expect(
      CheckReport(runs: [run]).text == """
        ok    run.jsonl: order as in a.order (1 line, times ignored)
        note  run.jsonl: 3 events lost: what happened there is unknown

        """)
    #expect(CheckReport(runs: [self.run([])], isQuiet: true).text == "")
  }

  @Test("JUnit XML is well formed, whatever the names, and counts the failures")
  func junit() throws {
    var hostile = run(["<a href=\"&\">'\u{1B}[31m\u{0}\n日本"], name: "<run> & \"quotes\"\u{1}.jsonl")
    hostile.compare(GoldenOrder(lines: ["]]> & <b>"]), "g", times: true)
    var places = ProgramPlaces(SourceFinder(below: "/nowhere"), root: "/nowhere")
    let runs = [try checked(), hostile].map {
      $0.reported(golden: "g", LintSettings(), &places)
    }
    let report = JUnitReport(
      report: FindingReport(
        command: "promise-tui check",
        runs: runs + [ReportedRun(unread: "gone.jsonl", "there is no such file")],
        root: "/nowhere"))
    let document = try XMLDocument(data: Data(report.text.utf8))
    let root = try #require(document.rootElement())
    #expect(root.attribute(forName: "tests")?.stringValue == "5")
    #expect(root.attribute(forName: "failures")?.stringValue == "3")
    #expect(root.attribute(forName: "errors")?.stringValue == "1")
    let failures = try root.nodes(forXPath: "//failure")
    #expect(failures.first?.stringValue?.contains("+ fetch on net   event 7\n") == true)
    #expect(try root.nodes(forXPath: "//testcase").count == 5)
    #expect(JUnitReport(report: report.report).text == report.text)
  }

  @Test("A run uses its own section: the file's name, the program's name, then the default one")
  func sections() {
    #expect(run([], name: "out/slow.1.jsonl").sections == ["slow", "checkout", "standard"])
    #expect(run([], name: "checkout.jsonl").sections == ["checkout", "standard"])
  }

  @Test("A single order applies to any trace; of several, the name selects one")
  func whichSection() throws {
    func file(_ text: String) throws -> GoldenFile {
      let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try Data(text.utf8).write(to: path)
      defer { try? FileManager.default.removeItem(at: path) }
      return try GoldenFile(path.path, mayBeMissing: false)
    }
    #expect(try file("a on net\n").section(for: run([])) == nil)
    #expect(try file("# mine\n[anything]\na on net\n").section(for: run([])) == "anything")
    #expect(try file("[anything]\n").sectionToWrite(for: run([])) == "anything")
    let two = try file("[slow]\na on net\n[fast]\nb on net\n")
    #expect(try two.section(for: run([], name: "fast.jsonl")) == "fast")
    #expect(throws: CommandError.self) { try two.section(for: run([])) }
    #expect(
      two.missingOrder(of: run([])).hasSuffix(
        " has no order for run.jsonl: it may be called [run], [checkout], [standard], but the sections are "
          + "[slow], [fast]. Rename one of them to [run], or use --update to add it"))
    #expect(two.sectionToWrite(for: run([])) == "run")
    // Each variant of a demo has an order of its own.
    let demo = run([], name: "all/tuple", isDemo: true)
    #expect(throws: CommandError.self) { try file("[standard]\na on net\n").section(for: demo) }
    #expect(try file("[tuple]\na on net\n").section(for: demo) == "tuple")
  }

  @Test(
    "A golden order with an expectation that does not apply to one run is rejected; others are kept"
  )
  func expectations() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    for sentence in ["in some schedule: a before b", "with answer=fail: a before b", "soon"] {
      try Data("a on net\nexpect: \(sentence)\n".utf8).write(to: URL(fileURLWithPath: path))
      let error = #expect(throws: CommandError.self) { try GoldenFile(path, mayBeMissing: true) }
      #expect(error?.status == 65)
    }
    let text = "expect: a before b\na on net\n# end\nexpect: b on net\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    for runs in [[run(["b"])], [run(["b", "c"]), run(["c", "b"])]] {
      var file = try GoldenFile(path, mayBeMissing: false)
      try file.update(nil, from: runs, times: false)
      #expect(file.orders[nil]?.above.map(\.sentence) == ["a before b"])
      #expect(file.orders.text.hasSuffix("\n# end\nexpect: b on net\n"))
    }
  }

  @Test("An incomplete trace is reported")
  func cutShort() throws {
    var whole = run(["login"])
    whole.check(try RunExpectation(reading: "login on net", for: .run))
    var cut = run(["login"], isCutShort: true)
    cut.check(try RunExpectation(reading: "login on net", for: .run))
    #expect(
      CheckReport(runs: [whole, cut]).text == """
        ok    run.jsonl: login on net
        ok    run.jsonl: login on net
        note  run.jsonl: cut short: what followed the last whole line is unknown

        All 2 checks hold.

        """)
  }
}
