import ArgumentParser
import Foundation
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import promise_tui

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Reports for editors and CI")
struct ReportFormatTests {
  @Test("Lines are those of a compiler, with notes for what followed and for the fix")
  func lines() {
    let report = FindingFixture.report(
      FindingFixture.run([.init("login")], failures: ["login before pay"]))
    #expect(
      CompilerLines(report: report).text == """
        run.ptrace: error: login before pay: it does not [expectation]
        Shop/Cart.swift:12:8: error: the error of p1 login was not handled: offline [unhandled-rejection]
        Shop/Cart.swift:12:8: note: fix: end the chain with catch or recover

        """)
  }

  @Test("Each finding is one line, whatever its texts are", arguments: Hostile.texts)
  func oneLine(text: String) {
    let report = FindingFixture.report(
      FindingFixture.run([.init(text, "Shop/\(text).swift")], name: text, failures: [text]))
    let lines = CompilerLines(report: report).text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      !CompilerLines(report: report).text.unicodeScalars.contains { isHarmful($0) && $0 != "\n" })
  }

  @Test("An annotation names the file below the repository, and escapes what GitHub would read")
  func annotation() {
    let report = FindingFixture.report(
      FindingFixture.run([.init("50% off\n::error::x", "Shop/A, b: c.swift", line: 3)]))
    #expect(
      GitHubReport(report: report).annotations
        == "::error file=Shop/A%2C b%3A c.swift,line=3,col=8,title=unhandled-rejection::"
        + "the error of p1 50%25 off\\n::error::x was not handled: offline%0A"
        + "fix: end the chain with catch or recover\n")
  }

  @Test("An annotation is one command, whatever its texts are", arguments: Hostile.texts)
  func oneCommand(text: String) {
    let report = FindingFixture.report(
      FindingFixture.run([.init(text, "Shop/\(text)")], failures: [text]))
    let lines = GitHubReport(report: report).annotations.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasPrefix("::error ") && $0.utf8.count < 8000 })
  }

  @Test("Ten annotations of each kind are written, and a line says how many more there are")
  func mostAnnotations() {
    let errors = (1...10_000).map { FindingFixture.Lost("a", line: $0) }
    let report = FindingFixture.report(FindingFixture.run(errors))
    let lines = GitHubReport(report: report).annotations.split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines.last?.hasPrefix("9,990 more errors: ") == true)
    let summary = GitHubReport(report: report).summary
    #expect(summary.hasPrefix("### promise-tui check: 10,000 warnings\n"))
    #expect(summary.split(separator: "\n").count == 104)
    #expect(summary.hasSuffix("\n… and 9900 more\n"))
    #expect(summary.utf8.count < 1 << 20)
  }

  @Test("A row of the summary is one row of the table", arguments: Hostile.texts)
  func summaryRow(text: String) {
    let report = FindingFixture.report(
      FindingFixture.run([.init(text, "Shop/\(text)")], failures: [text]))
    let lines = GitHubReport(report: report).summary.split(separator: "\n")
    #expect(lines.count == 5)
    for line in lines.dropFirst() {
      #expect(line.replacing("\\\\", with: "").replacing("\\|", with: "").count { $0 == "|" } == 5)
      #expect(!line.contains("<"))
    }
  }

  @Test("In JUnit, warnings are the output of the suite, and no failures")
  func junit() throws {
    let text = "]]></system-out>\u{1}"
    let run = FindingFixture.run([.init(text)], failures: ["login before pay"])
    let document = try XMLDocument(
      data: Data(JUnitReport(report: FindingFixture.report(run)).text.utf8))
    let root = try #require(document.rootElement())
    #expect(root.attribute(forName: "failures")?.stringValue == "1")
    #expect(root.attribute(forName: "tests")?.stringValue == "1")
    let output = try #require(try root.nodes(forXPath: "//system-out").first?.stringValue)
    #expect(output.contains("[unhandled-rejection]\n") && output.contains("]]></system-out>"))
  }

  @Test("The summary is added to the file that the environment names")
  func stepSummary() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let environment = TerminalEnvironment(
      outputIsTerminal: false, variables: ["GITHUB_STEP_SUMMARY": path])
    try StepSummary.append("one\n", in: environment)
    try StepSummary.append("two\n", in: environment)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntwo\n")
    let missing = TerminalEnvironment(
      outputIsTerminal: false, variables: ["GITHUB_STEP_SUMMARY": "/nowhere/at/all"])
    #expect(throws: CommandError.self) { try StepSummary.append("one\n", in: missing) }
    try StepSummary.append(
      "one\n", in: TerminalEnvironment(outputIsTerminal: false, variables: [:]))
  }

  @Test(
    "The option takes a format and a file; what cannot be is rejected",
    arguments: [
      (["sarif=a.sarif", "github", "text"], nil), (["sarif=a", "sarif=b"], nil),
      (["lines", "text", "junit=x.xml"], nil), (["sarif=a", "junit=./a"], "two reports go to"),
      (["sarif=a", "sarif=a"], "two reports go to"), (["github", "github"], "is given twice"),
      (["sarif", "github"], "cannot both go to standard output"),
      (["sarfi"], "Did you mean 'sarif'"),
      (["sarif="], "the name of the file is empty"), (["junit=-", "text"], "cannot both go"),
    ] as [([String], String?)])
  func option(words: [String], problem: String?) throws {
    let arguments = words.flatMap { ["--report", $0] }
    guard let problem else {
      let options = try ReportOptions.parse(arguments)
      #expect(options.targets.count == words.count)
      return
    }
    do {
      _ = try ReportOptions.parse(arguments)
      Issue.record("\(words) is accepted")
    } catch {
      #expect(ReportOptions.message(for: error).contains(problem))
    }
  }

  @Test("Standard output has the text unless another report takes its place")
  func showsText() throws {
    for (words, shows) in [
      ([], true), (["sarif=a"], true), (["github"], false), (["github", "text"], true),
    ] as [([String], Bool)] {
      let options = try ReportOptions.parse(words.flatMap { ["--report", $0] })
      #expect(options.showsText == shows, "\(words)")
    }
  }

  @Test("The repository is the nearest folder with a .git")
  func repository() throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    let inner = root.appendingPathComponent("App/Sources")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      at: root.appendingPathComponent(".git"), withIntermediateDirectories: true)
    #expect(ProgramPlaces.repository(of: inner.path) == root.path)
    #expect(ProgramPlaces.repository(of: "/nowhere") == "/nowhere")
  }
}
