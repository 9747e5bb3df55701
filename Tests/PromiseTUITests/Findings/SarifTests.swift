import Foundation
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import promise_tui

@Suite("SARIF")
struct SarifTests {
  private typealias Object = [String: Any]

  private func log(_ report: FindingReport) throws -> Object {
    let data = Data(SarifReport(report: report).text.utf8)
    return try #require(try JSONSerialization.jsonObject(with: data) as? Object)
  }

  private func run(_ report: FindingReport) throws -> Object {
    try #require((try log(report)["runs"] as? [Object])?.first)
  }

  private func results(_ report: FindingReport) throws -> [Object] {
    try #require(try run(report)["results"] as? [Object])
  }

  private func physical(_ result: Object) throws -> Object {
    let location = try #require((result["locations"] as? [Object])?.first)
    return try #require(location["physicalLocation"] as? Object)
  }

  private func uri(_ result: Object) throws -> String {
    let artifact = try #require(try physical(result)["artifactLocation"] as? Object)
    return try #require(artifact["uri"] as? String)
  }

  @Test("It has what the standard requires, and the rules are all warnings and checks")
  func shape() throws {
    let report = FindingFixture.report(FindingFixture.run([.init("login")]))
    let log = try log(report)
    #expect(log["version"] as? String == "2.1.0")
    #expect((log["$schema"] as? String)?.hasSuffix("sarif-schema-2.1.0.json") == true)
    let run = try run(report)
    let driver = try #require((run["tool"] as? Object)?["driver"] as? Object)
    #expect(driver["name"] as? String == "promise-tui" && driver["version"] as? String == "1.2.3")
    let rules = try #require(driver["rules"] as? [Object])
    let ids = rules.compactMap { $0["id"] as? String }
    #expect(ids.starts(with: Lints.every.map { $0.id }))
    #expect(ids.suffix(3) == ["golden-order", "expectation", "failing-run"])
    for rule in rules {
      for key in ["shortDescription", "fullDescription", "help"] {
        let text = (rule[key] as? Object)?["text"] as? String ?? ""
        #expect(text.hasSuffix(".") && text.first?.isUppercase == true, "\(rule)")
      }
      let level = (rule["defaultConfiguration"] as? Object)?["level"] as? String
      #expect(["error", "warning", "note"].contains(level))
    }
    let invocation = try #require((run["invocations"] as? [Object])?.first)
    #expect(invocation["exitCode"] as? Int == 1)
    #expect(invocation["executionSuccessful"] as? Bool == true)
  }

  @Test("A warning has its rule, its level, its place and how often it occurred")
  func warning() throws {
    let lost = FindingFixture.Lost("login")
    let result = try #require(
      try results(FindingFixture.report(FindingFixture.run([lost, lost]))).first)
    let place = try #require(Lints.all.firstIndex { $0.id == "unhandled-rejection" })
    #expect(result["ruleId"] as? String == "unhandled-rejection")
    #expect(result["ruleIndex"] as? Int == place)
    #expect(result["level"] as? String == "error")
    #expect(result["occurrenceCount"] as? Int == 2)
    let text = (result["message"] as? Object)?["text"] as? String
    #expect(text == "the error of p1 login was not handled: offline (2 times)")
    #expect(try uri(result) == "Shop/Cart.swift")
    let region = try #require(try physical(result)["region"] as? Object)
    #expect(region["startLine"] as? Int == 12 && region["startColumn"] as? Int == 8)
  }

  @Test("Fingerprints stay the same when lines move, and differ within a file")
  func fingerprints() throws {
    func prints(_ lines: [Int]) throws -> [String] {
      let errors = lines.map { FindingFixture.Lost("login", line: $0) } + [.init("pay", line: 90)]
      return try results(FindingFixture.report(FindingFixture.run(errors))).map {
        let prints = try #require($0["partialFingerprints"] as? [String: String])
        return try #require(prints["promise/v1"])
      }
    }
    let before = try prints([12, 30])
    #expect(
      before == [
        "unhandled-rejection:Shop/Cart.swift:then login",
        "unhandled-rejection:Shop/Cart.swift:then login:2",
        "unhandled-rejection:Shop/Cart.swift:then pay",
      ])
    #expect(try prints([15, 44]) == before)
    #expect(Set(before).count == before.count)
  }

  @Test("A warning without a place is at the file of its run: code scanning rejects it otherwise")
  func placeless() throws {
    let report = FindingFixture.report(
      FindingFixture.run([.init("login", "")], failures: ["login before pay"]))
    let results = try results(report)
    #expect(results.count == 2)
    for result in results {
      #expect(try uri(result) == "run.ptrace")
      #expect((try physical(result)["region"] as? Object)?["startLine"] as? Int == 1)
    }
  }

  @Test("The same warning in several runs is one result, and a check of each run is its own")
  func severalRuns() throws {
    let report = FindingFixture.report(
      FindingFixture.run([.init("login")], name: "a.ptrace", failures: ["login before pay"]),
      FindingFixture.run([.init("login")], name: "b.ptrace", failures: ["login before pay"]))
    let results = try results(report)
    #expect(
      results.compactMap { $0["ruleId"] as? String } == [
        "expectation", "unhandled-rejection", "expectation",
      ])
    #expect(
      (results[1]["properties"] as? Object)?["runs"] as? [String] == ["a.ptrace", "b.ptrace"])
  }

  @Test("A run that cannot be read is a notification, and the execution is not successful")
  func unread() throws {
    let run = try run(FindingFixture.report(ReportedRun(unread: "gone.ptrace", "no such file")))
    #expect((run["results"] as? [Object])?.isEmpty == true)
    let invocation = try #require((run["invocations"] as? [Object])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
    let notification = try #require(
      (invocation["toolExecutionNotifications"] as? [Object])?.first)
    #expect((notification["message"] as? Object)?["text"] as? String == "gone.ptrace: no such file")
  }

  @Test("Texts and paths may contain anything", arguments: Hostile.texts)
  func hostile(text: String) throws {
    let report = FindingFixture.report(
      FindingFixture.run([.init(text, "Shop/\(text)")], name: text, failures: [text]))
    for result in try results(report) {
      let address = try uri(result)
      #expect(address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      #expect(!address.contains { " ,:%".contains($0) && $0 != "%" })
      let message = (result["message"] as? Object)?["text"] as? String ?? ""
      #expect(!message.unicodeScalars.contains { isHarmful($0) && $0 != "\n" })
      #expect(!message.contains { $0 == "]" } || !message.contains(/[^\\]\]\(/))
    }
  }

  @Test("10,000 warnings are reported")
  func many() throws {
    let errors = (1...10_000).map { FindingFixture.Lost("a", line: $0) }
    let report = FindingFixture.report(FindingFixture.run(errors))
    let results = try results(report)
    #expect(results.count == 10_000)
    let prints = results.compactMap {
      ($0["partialFingerprints"] as? [String: String])?.values.first
    }
    #expect(Set(prints).count == 10_000)
  }
}

/// Texts that a program can choose, and that a format may take for its own signs.
enum Hostile {
  static let texts = [
    "line\nbreak\r\n::error::pwned", "100%25 % done", "a,b:c;d", "]]></failure>&\"'<b>",
    "\u{0}\u{1B}[31mred\u{7}", "[link](https://example.com) {0}", "a|b\\`c`*d*", "日本 👩‍👩‍👧‍👦 e\u{301}",
    "\u{FFFE}\u{FFFF}\u{202E}right", String(repeating: "x", count: 5000), "", " ", "two words/a b",
  ]
}
