import Foundation
import PromiseCourse
import PromiseGraph
import PromiseInsight
import PromiseSimulation
import Testing

/// The program that runs scripts, if this machine has it.
private enum Node {
  static let path: String? = ProcessInfo.processInfo.environment["PATH"]?
    .split(separator: ":").map { "\($0)/node" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Returns what a module prints.
  static func output(of module: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "chain.mjs")
    try Data(module.utf8).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: path ?? "node")
    process.arguments = [file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

/// A chain in one dialect.
struct ChainCell: Sendable, CustomTestStringConvertible {
  var chain: DialectChain
  var dialect: Dialect
  var testDescription: String { "\(chain.program.name) in \(dialect.title)" }

  static let all = DialectChain.all.flatMap { chain in
    Dialect.all.map { ChainCell(chain: chain, dialect: $0) }
  }
  static let known = all.filter { $0.chain.facts[$0.dialect.name]?.lines != nil }
}

@Suite("The chains of the table")
struct DialectChainTests {
  @Test("There are twenty, numbered in order, each with another name")
  func numbers() {
    #expect(DialectChain.all.map(\.number).sorted() == Array(1...20))
    #expect(Set(DialectChain.all.map(\.program.name)).count == 20)
  }

  @Test(
    "By the rules of a dialect, a chain has the order that was seen", arguments: ChainCell.known)
  func order(_ cell: ChainCell) throws {
    let fact = try #require(cell.chain.facts[cell.dialect.name])
    #expect(cell.chain.program.order(as: cell.dialect) == fact.lines)
  }

  @Test("Each fact has evidence, and belongs to a dialect")
  func evidence() {
    for chain in DialectChain.all {
      for (name, fact) in chain.facts {
        #expect(Dialect.named(name) != nil, "\(chain.program.name)")
        #expect(fact.evidence.contains { $0.isNumber }, "\(chain.program.name) \(name)")
        #expect((fact.lines == nil) != (fact.absence == nil))
      }
    }
  }

  @Test(
    "In JavaScript, node prints that order",
    .enabled(if: Node.path != nil, "node is not installed"), arguments: 1...20)
  func node(_ number: Int) throws {
    let chain = try #require(DialectChain.named("\(number)"))
    guard let lines = chain.facts["javascript"]?.lines else { return }
    let output = try Node.output(of: chain.module)
    #expect(output == lines, "\(chain.program.name)")
  }
}

@Suite("The rules of dialects")
struct DialectTests {
  @Test("A dialect chooses only what its rule offers, and says where that is known from")
  func answers() {
    for dialect in Dialect.all {
      for rule in Dialect.Rule.allCases {
        guard let answer = dialect[rule].answer else { continue }
        #expect(rule.answers.contains(answer), "\(dialect.name) \(rule)")
        #expect(!dialect[rule].evidence.isEmpty)
        #expect(rule.words(answer) != answer.rawValue, "\(rule) \(answer)")
      }
    }
  }

  @Test("Every answer of every rule has words")
  func words() {
    for rule in Dialect.Rule.allCases {
      for answer in rule.answers { #expect(rule.words(answer) != answer.rawValue) }
    }
  }

  @Test("A name or an alias names a dialect, in any case")
  func names() {
    #expect(Dialect.named("JS") == Dialect.javaScript)
    #expect(Dialect.named("javascript")?.title == "JavaScript")
    #expect(Dialect.named("rsvp") == nil)
  }

  @Test("PromiseKitLite's rules are those of a simulation without a dialect")
  func standard() {
    for rule in Dialect.Rule.allCases {
      #expect(Dialect.promiseKitLite.simulated(rule) == rule.standard)
    }
  }
}

@Suite("Comparing the orders of dialects")
struct DialectReportTests {
  private func report(_ name: String, _ dialects: [Dialect]) throws -> DialectReport {
    let chain = try #require(DialectChain.named(name))
    return DialectReport(chain.program, in: dialects, facts: chain.facts)
  }

  @Test("The rule that decides a difference is found by changing one at a time")
  func deciding() throws {
    let passing = try report("passing-links", [.javaScript, .promiseKit])
    #expect(passing.rows.last?.rules == [.skipping])
    let adoption = try report("adoption", [.javaScript, .promiseKitLite])
    #expect(adoption.rows.last?.rules == [.adoption])
    let lockIn = try report("lock-in", [.promiseKitLite, .promiseKit])
    #expect(lockIn.rows.last?.rules == [.lockIn])
  }

  @Test("An order that depends on an unknown rule is unknown")
  func unknown() throws {
    let rows = try report("adoption", [.javaScript, .google]).rows
    #expect(rows.last?.order == .unknown([.adoption]))
    let text = try report("adoption", [.google]).text
    #expect(text.contains("unknown: it depends on what adoption costs"))
  }

  @Test("The reports and the list fit a terminal of 80 columns")
  func width() {
    let reports = DialectChain.all.map {
      DialectReport($0.program, in: [.promiseKitLite, .javaScript, .bolts], facts: $0.facts).text
    }
    for line in (reports + [DialectList(Dialect.all).text]).joined().split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test("What a library lacks is said")
  func absent() throws {
    let text = try report("after-catch", [.javaScript, .promiseKit]).text
    #expect(text.contains("it does not compile: a catch ends the chain"))
  }
}
