import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import Testing

@testable import promise_tui

/// A part of a run, exported and read again, tells the same as that part of the whole run.
@Suite struct RangeTests {
  private static let names = [
    "login-fetch-submit", "dashboard-race", "lost-errors", "cancel-chain", "retry",
  ]

  private func events(_ name: String) throws -> [PromiseEvent] {
    let scenario = try Catalog.scenario(named: name, settings: [])
    return SimulatedRun.events(of: scenario, limit: 100_000, within: .seconds(3600)).events
  }

  /// A demo, or several as the processes of one run.
  private func run(_ names: [String]) throws -> Recording {
    let entry = RunDescriptor(name: names.joined(separator: " "), teaches: "")
    guard names.count > 1 else {
      return Recording(entry: entry, isVirtual: true, events: try events(names[0]))
    }
    var merger = ProcessMerger()
    for name in names {
      let header = TraceHeader(isVirtual: true, title: name)
      let added = merger.add(header, named: name)
      let process = try #require(added)
      merger.append(try events(name), to: process)
      merger.finish(process)
    }
    return Recording(entry: entry, isVirtual: true, events: merger.take(waits: false))
  }

  /// Exports a range as JSON Lines, and reads it again.
  private func part(_ range: ClosedRange<Int>, of run: Recording) throws -> Recording {
    var reader = TraceReader()
    var events = try reader.read(try exporter(run, range).export(.jsonl).bytes)
    events += try reader.finish()
    return Recording(
      entry: run.entry, header: try #require(reader.header), events: events)
  }

  private func exporter(_ run: Recording, _ range: ClosedRange<Int>) -> Exporter {
    Exporter(
      run: run,
      range: ExportRange(from: .event(range.lowerBound), to: .event(range.upperBound)),
      size: Size(width: 100, height: 30))
  }

  /// The lines of an export, and their parts.
  private func lines(_ export: Exporter.Export) -> [String] {
    String(decoding: export.bytes, as: UTF8.self).split { $0 == "\n" || $0 == "," || $0 == ">" }
      .map(String.init)
  }

  private func ranges(of run: Recording) throws -> [ClosedRange<Int>] {
    let (first, last) = (
      try #require(run.events.first).sequence, try #require(run.events.last).sequence
    )
    let third = (last - first) / 3
    return [
      first...first + third, first + third...last - third, last - third...last, last...last,
    ]
  }

  @Test(
    "Each form of export says the same of it",
    arguments: names.map { [$0] } + [["login-fetch-submit", "dashboard-race", "retry"]])
  func forms(names: [String]) throws {
    let whole = try run(names)
    for range in try ranges(of: whole) {
      let part = try part(range, of: whole)
      for format in ExportFormat.allCases where format != .svg {
        let (first, again) = (
          try exporter(whole, range).export(format), try exporter(part, range).export(format)
        )
        let (lines, other) = (lines(first), lines(again))
        let place = zip(lines, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        #expect(place == nil && lines.count == other.count, "\(format) of \(range)")
        if let place { #expect(lines[place] == other[place]) }
        #expect(first.shortfall == again.shortfall)
      }
    }
  }

  @Test(
    "No screen of it shows a loss, or a state that is not that of the whole run",
    arguments: names.map { [$0] } + [["login-fetch-submit", "dashboard-race", "retry"]])
  func screens(names: [String]) throws {
    let whole = try run(names)
    let form = ScreenForm(size: Size(width: 100, height: 30))
    for range in try ranges(of: whole) {
      let part = try part(range, of: whole)
      for number in [range.lowerBound, (range.lowerBound + range.upperBound) / 2, range.upperBound]
      {
        let (shown, expected) = (
          try #require(PrintedRun(part).state(form, at: .event(number)).run),
          try #require(PrintedRun(whole).state(form, at: .event(number)).run)
        )
        #expect(shown.graph.dropped == 0)
        #expect(shown.graph.processes.map(\.name) == expected.graph.processes.map(\.name))
        for node in shown.graph.promises {
          #expect(
            node.state == expected.graph[node.id]?.state, "\(node.id) at \(number) of \(range)")
        }
        for queue in shown.graph.queues {
          let same = expected.graph.queues.first { $0.id == queue.id }
          #expect(queue.waiting == same?.waiting && queue.running == same?.running)
        }
      }
    }
  }
}
