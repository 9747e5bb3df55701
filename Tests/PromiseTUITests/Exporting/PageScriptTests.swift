import Foundation
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import Testing

@testable import promise_tui

/// The program that runs scripts, if this machine has it.
private enum Node {
  static let path: String? = ProcessInfo.processInfo.environment["PATH"]?
    .split(separator: ":").map { "\($0)/node" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// Runs the script of a page in Node, if this machine has it, and compares its states with those of the graph.
@Suite("The script of a page", .enabled(if: Node.path != nil, "node is not installed"))
struct PageScriptTests {
  /// What the script says of a run.
  private struct Answer: Decodable {
    var states: [[String]]
    var busy: [[[Int]]]
    var places: [Place]
    var elapsed: [Int64]
    var edges: [Int]

    struct Place: Decodable, Hashable {
      var beat: Int
      var event: Int
      var time: Int64
      var flow: [Int]
    }
  }

  /// Reads the facts of runs, and writes what the script says about them.
  private static let harness = """
    const fs = require("fs");
    require("./script.js");
    const runs = JSON.parse(fs.readFileSync("runs.json", "utf8"));
    const answers = runs.map(({ facts, moments }) => {
      const run = globalThis.promiseRun.open(facts);
      const flows = facts.beats.flatMap(beat => beat[6]);
      return {
        states: facts.n.map(event => run.states(event)),
        busy: facts.n.map(event => facts.queues.map(queue => {
          const busy = run.busy(run.queues[queue[0]], event);
          return [queue[0], busy.running.length, busy.waiting.length]; })),
        places: moments.map(moment => { const place = run.place(moment);
          return { beat: place.beat, event: place.event, time: place.time,
            flow: place.flow ? [place.flow.event, place.flow.share] : [] }; }),
        elapsed: facts.n.map((event, index) => run.elapsed(event, facts.t[index])),
        edges: flows.map(event => run.edges(event).length),
      };
    });
    fs.writeFileSync("answers.json", JSON.stringify(answers));
    """

  /// Returns what the script says about the runs of these demos at some moments of playback.
  private func answers(_ runs: [(html: String, moments: [Int64])]) throws -> [Answer] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let entries = try runs.map { run in
      let match = try #require(
        run.html.firstMatch(of: /<script id="run" type="application\/json">([\s\S]*?)<\/script>/))
      return "{\"facts\":\(match.1),\"moments\":\(run.moments)}"
    }
    for (name, text) in [
      ("script.js", PageScript.text), ("harness.js", Self.harness),
      ("runs.json", "[\(entries.joined(separator: ","))]"),
    ] {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let process = Process()
    process.executableURL = URL(filePath: try #require(Node.path))
    process.arguments = ["harness.js"]
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let data = try Data(contentsOf: folder.appending(path: "answers.json"))
    return try JSONDecoder().decode([Answer].self, from: data)
  }

  @Test("In every demo, its states, queues and places are those of the graph and the plan")
  func agrees() throws {
    let runs = try Catalog.all.map {
      name -> (name: String, events: [PromiseEvent], plan: BeatPlan) in
      let scenario = try Catalog.scenario(named: name, settings: [])
      let (events, _) = SimulatedRun.events(of: scenario, limit: 100_000, within: .seconds(3600))
      let run = PrintedRun(Recording(entry: scenario.entry, isVirtual: true, events: events))
      return (name, events, BeatPlan(run.history))
    }
    let pages = runs.map { run in
      let recording = Recording(
        entry: RunDescriptor(name: run.name, teaches: ""), isVirtual: true, events: run.events)
      return (
        html: RunPage(recording, range: 0...Int.max).document.html,
        moments: (0...60).map { run.plan.length * $0 / 60 }
      )
    }
    for ((run, page), answer) in zip(zip(runs, pages), try answers(pages)) {
      check(answer, of: run.name, run.events)
      let places = page.moments.compactMap { run.plan.place(at: $0) }.map { place in
        Answer.Place(
          beat: place.beat, event: place.event, time: place.time,
          flow: place.flow.map { [$0.event, $0.share] } ?? [])
      }
      #expect(answer.places == places, "\(run.name)")
      #expect(answer.elapsed == run.events.map { run.plan.elapsed(at: $0.sequence, time: $0.time) })
    }
  }

  private func check(_ answer: Answer, of name: String, _ events: [PromiseEvent]) {
    var graph = Graph()
    #expect(answer.states.count == events.count)
    for (index, event) in events.enumerated() {
      graph.apply(event)
      let states = graph.promises.map { node in
        let mark = node.unhandled != nil ? " unhandled" : node.skipped != nil ? " passed" : ""
        return "\(node.id) \(Self.text(node.state))\(mark)"
      }
      #expect(answer.states[index] == states, "\(name) after event \(event.sequence)")
      let busy = Dictionary(
        graph.queues.map { ($0.id.rawValue, [$0.runningCount, $0.waitingCount]) }
      ) { first, _ in first }
      for queue in answer.busy[index] {
        #expect(
          Array(queue.dropFirst()) == busy[queue[0]] ?? [0, 0],
          "\(name), queue \(queue[0]) after event \(event.sequence)")
      }
    }
  }

  private static func text(_ state: PromiseState) -> String {
    switch state {
    case .lockedIn(let inner): "lockedIn \(inner)"
    case .forwarded(let outer): "forwarded \(outer)"
    case .idle: "awaitsNothing"
    case .pending, .queued, .running, .fulfilled, .rejected, .cancelled, .lost, .unknown: "\(state)"
    }
  }

  @Test("An outcome moves along as many edges as it has readers that are there")
  func edges() throws {
    let events = try demo("login-fetch-submit")
    let recording = Recording(
      entry: RunDescriptor(name: "login", teaches: ""), isVirtual: true, events: events)
    let answer = try #require(
      try answers([(RunPage(recording, range: 0...Int.max).document.html, [])]).first)
    #expect(!answer.edges.isEmpty && answer.edges.contains { $0 == 1 })
    #expect(answer.edges.allSatisfy { $0 <= 2 })
  }

  private func demo(_ name: String) throws -> [PromiseEvent] {
    let scenario = try Catalog.scenario(named: name, settings: [])
    return SimulatedRun.events(of: scenario, limit: 100_000, within: .seconds(3600)).events
  }
}
