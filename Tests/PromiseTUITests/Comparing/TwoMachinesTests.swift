import Foundation
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import Testing

@testable import promise_tui

@Suite("Two traces of one program, from two machines")
struct TwoMachinesTests {
  /// What differs between the machines although the program is the same.
  private struct Machine: Sendable {
    var folder: String
    var promises: @Sendable (Int) -> Int
    var queues: Int
    var threads: Int
    var clock: Int
    var width: Int

    static let laptop = Machine(
      folder: "/Users/b/src/app/", promises: { $0 * 3 + 100 }, queues: 10, threads: 40,
      clock: 7_000_000_000, width: 8)
    static let server = Machine(
      folder: "/home/a/build/", promises: { 10_000 + $0 }, queues: 3, threads: 2, clock: 12_345,
      width: 2)
  }

  /// Returns the trace of a demo's run as that machine would have written it.
  private func run(_ name: String, on machine: Machine) throws -> Recording {
    let scenario = try Catalog.scenario(named: name, settings: [])
    let (events, _) = SimulatedRun.events(of: scenario, limit: 10_000, within: .seconds(3600))
    let header = TraceHeader(isVirtual: true, title: name)
    let text = String(decoding: TraceWriter().bytes(header, events), as: UTF8.self)
    var lines: [String] = []
    for line in text.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let changed = rewritten(try #require(object as? [String: Any]), machine)
      let data = try JSONSerialization.data(withJSONObject: changed, options: .sortedKeys)
      lines.append(String(decoding: data, as: UTF8.self))
    }
    var reader = TraceReader()
    var read = try reader.read(Array((lines.joined(separator: "\n") + "\n").utf8))
    read += try reader.finish()
    try #require(read.count == events.count && reader.problems.isEmpty)
    return Recording(entry: scenario.entry, header: header, events: read)
  }

  private func rewritten(_ line: [String: Any], _ machine: Machine) -> [String: Any] {
    var result = line
    for (key, value) in line {
      switch (key, value) {
      case ("p", let id as Int), ("parent", let id as Int), ("from", let id as Int),
        ("origin", let id as Int), ("input", let id as Int), ("inner", let id as Int),
        ("outer", let id as Int):
        result[key] = machine.promises(id)
      case ("parents", let ids as [Int]): result[key] = ids.map(machine.promises)
      case ("on", let id as Int), ("q", let id as Int): result[key] = id + machine.queues
      case ("th", let id as Int), ("thread", let id as Int): result[key] = id + machine.threads
      case ("t", let time as Int), ("due", let time as Int): result[key] = time + machine.clock
      case ("width", is Int): result[key] = machine.width
      case ("file", let file as String): result[key] = machine.folder + file
      case ("options", let options as [[String: Any]]):
        result[key] = options.map { rewritten($0, machine) }
      default: break
      }
    }
    return result
  }

  private static let demos = [
    "login-fetch-submit", "dashboard-race", "image-pipeline", "checkout-bug", "then-order",
  ]

  @Test("They are the same run", arguments: demos)
  func same(name: String) throws {
    let diff = try RunComparison(
      run(name, on: .laptop), run(name, on: .server), named: ("laptop", "server"))
    #expect(diff.alignment.partnersAfter.allSatisfy { $0 != nil })
    #expect(diff.differences.map { diff.alignment.sentence(of: $0) } == [])
    #expect(!diff.differs)
    #expect(diff.summary.hasPrefix("The same run: "))
  }

  @Test("A race that another one won on one of them is the first difference")
  func race() throws {
    let diff = try RunComparison(
      run("dashboard-race", on: .laptop), run("dashboard-race/too-late", on: .server),
      named: ("laptop", "server"))
    let sentences = diff.differences.map { diff.alignment.sentence(of: $0) }
    #expect(
      sentences.first
        == "the timer of 'timeout' took 20.0 ms instead of 150.0 ms: 'too late' won the race 'first' in B"
    )
    #expect(sentences.dropFirst().first?.hasPrefix("'first' fulfilled") == true)
    let report = DiffReport(diff: diff).text
    let places = ["RACES", "OUTCOMES", "PRINTED", "ORDER", "TIMES"].compactMap {
      report.range(of: "\n\($0)")?.lowerBound
    }
    #expect(places.count == 5 && places == places.sorted())
    let document = try JSONSerialization.jsonObject(with: Data(DiffDocument(diff: diff).text.utf8))
    let object = try #require(document as? [String: Any])
    #expect(object["decisive"] as? Int == 6)
    let races = try #require(object["races"] as? [[String: Any]])
    #expect(races.first?["decisive"] as? Bool == true)
    #expect((races.first?["wonAfter"] as? [String: Any])?["label"] as? String == "too late")
  }
}
