import Foundation
import PromiseKitLite
import Testing

/// Node.js on this machine.
enum Node {
  /// Whether it is installed, and new enough to be recorded.
  static let isThere: Bool = {
    guard let version = try? Command(["node", "--version"]).run().output, version.hasPrefix("v")
    else { return false }
    return (Int(version.dropFirst().prefix { $0 != "." }) ?? 0) >= 18
  }()

  static let hook = checkout.appendingPathComponent("Sources/NodeHook/node-hook.cjs").path
  static let folder = checkout.appendingPathComponent("Tests/NodePrograms").path

  /// The programs that only this test runs. The others are compared where their events are looked at.
  static let programs = [
    "adoption.cjs", "crash.cjs", "exit.cjs", "generator.mjs", "replaced.cjs",
    "stream.mjs", "syntax.cjs", "thenable.cjs", "values.cjs",
  ]
}

/// A recorded run of one of the programs.
private struct NodeRun {
  let scratch: ScratchFolder
  let outcome: Command.Outcome
  private(set) var header: TraceHeader?
  private(set) var events: [PromiseEvent] = []
  private(set) var problems: [TraceProblem] = []
  var path: String { scratch.path("run.jsonl") }

  init(_ program: String, _ words: [String] = [], environment: [String: String?] = [:]) throws {
    scratch = try ScratchFolder()
    outcome = try Command(
      [Binary.path, "record", "-o", scratch.path("run.jsonl"), "--", "node"]
        + ["\(Node.folder)/\(program)"] + words, environment: environment
    ).run()
    guard let data = FileManager.default.contents(atPath: path) else { return }
    var reader = TraceReader()
    events = try reader.read(Array(data)) + reader.finish()
    (header, problems) = (reader.header, reader.problems)
  }

  /// Checks that the program does the same as without the script, and that the trace is valid.
  func expectSame(_ program: String) throws {
    let plain = try Command(["node", "\(Node.folder)/\(program)"]).run()
    #expect(outcome.output == plain.output)
    #expect(outcome.status == plain.status)
    // What was recorded is said after what the program has printed.
    #expect(outcome.error.hasPrefix(plain.error))
    #expect(outcome.error.contains(program == "syntax.cjs" ? "recorded nothing" : "promises"))
    guard program != "syntax.cjs" else { return }
    #expect(header?.language == "javascript" && header?.title == program)
    let check = try Binary.run("check", path, "--only", "format")
    #expect(check.status == 0, "\(check.output.prefix(2000))")
  }

  var creations: [PromiseEvent.Creation] {
    events.compactMap { if case .created(let creation) = $0.kind { creation } else { nil } }
  }

  /// The promise with that label.
  func promise(_ label: String) -> PromiseID? { creations.first { $0.label == label }?.promise }

  /// Returns how a promise settled.
  func settlement(of promise: PromiseID?) -> PromiseEvent.Settlement? {
    events.lazy.compactMap { event in
      if case .settled(let settlement) = event.kind, settlement.promise == promise {
        settlement
      } else {
        nil
      }
    }.first
  }

  /// The labels of the queues in the order in which their jobs started.
  var queues: [String] {
    var labels: [PromiseEvent.QueueID: String] = [:]
    var started: [String] = []
    for event in events {
      switch event.kind {
      case .queueDeclared(let queue, let label, _, _): labels[queue] = label
      case .jobStarted(_, _, let queue): started.append(labels[queue] ?? "?")
      default: break
      }
    }
    return started
  }
}

extension EndToEnd {
  /// Programs that Node.js runs.
  @Suite(.enabled(if: Node.isThere, "Node.js 18 or later is not installed"))
  struct NodeTests {
    @Test(
      "A program prints the same in the same order, and ends in the same way, if it is recorded",
      arguments: Node.programs)
    func same(program: String) throws {
      try NodeRun(program).expectSame(program)
    }

    @Test("Async functions, their awaits and the inputs of fan-ins are recorded, with their places")
    func awaits() throws {
      let run = try NodeRun("awaits.mjs")
      try run.expectSame("awaits.mjs")
      // A promise of Node.js has the name of the function that the program called.
      #expect(run.promise("readFile") != nil && run.promise("setTimeout") != nil)
      let main = try #require(run.promise("main"))
      let login = try #require(run.promise("login"))
      let places = run.events.compactMap { event -> Int? in
        if case .awaitBegan(_, main, let site) = event.kind { site?.line } else { nil }
      }
      #expect(places == [6, 7, 9, 11])
      #expect(
        run.events.contains { event in
          if case .awaitBegan(login, main, _) = event.kind { true } else { false }
        })
      let turns = run.events.compactMap { event -> PromiseEvent.JobEnding? in
        if case .jobEnded(_, main, _, let ending) = event.kind { ending } else { nil }
      }
      #expect(turns == [.suspended, .suspended, .suspended, .returned])
      let all = try #require(run.creations.first { $0.operation == .all })
      let inputs = run.events.compactMap { event -> PromiseID? in
        if case .inputAdded(all.promise, _, let input) = event.kind { input } else { nil }
      }
      #expect(inputs.count == 3 && inputs.first == run.promise("fetchItems"))
      let race = try #require(run.creations.first { $0.operation == .race })
      let winner = run.settlement(of: race.promise)
      #expect(winner?.description == "'fast'" && winner?.from != nil)
      // What Node.js makes to read a file is one promise.
      #expect(run.creations.count { $0.site?.line == 4 } == 2)
      #expect(run.promise("readFile") != nil)
    }

    @Test("An async function that Node.js calls back owns its awaits")
    func callbacks() throws {
      let run = try NodeRun("callbacks.mjs")
      try run.expectSame("callbacks.mjs")
      let owners = run.events.compactMap { event -> PromiseID?? in
        if case .awaitBegan(_, let by, _) = event.kind { .some(by) } else { nil }
      }
      #expect(owners.count == 5 && !owners.contains(nil))
    }

    @Test("An await of an async generator ends, and its jobs run; what it yields is not awaited")
    func generators() throws {
      let run = try NodeRun("generators.mjs")
      try run.expectSame("generators.mjs")
      #expect(!run.creations.isEmpty)
      let names = run.events.map(\.kind.name)
      #expect(names.count { $0 == .awaitBegan } == names.count { $0 == .awaitEnded })
      #expect(names.count { $0 == .jobEnqueued } == names.count { $0 == .jobStarted })
    }

    @Test("Microtasks, ticks, timers and immediates are queues, in the order of Node.js")
    func queues() throws {
      let run = try NodeRun("queues.cjs")
      try run.expectSame("queues.cjs")
      #expect(run.queues.prefix(3) == ["ticks", "microtasks", "microtasks"])
      #expect(Set(run.queues.dropFirst(3)).isSuperset(of: ["timers", "immediates"]))
      // One timer is cleared, one keeps nothing alive, and the others fire.
      let timers = [PromiseEvent.Kind.Name.timerScheduled, .timerFired, .timerCancelled]
        .map { name in run.events.count { $0.kind.name == name } }
      #expect(timers == [6, 4, 1])
    }

    @Test("A handler that does not run is skipped, and an error keeps its origin")
    func skipped() throws {
      let run = try NodeRun("skipped.cjs")
      try run.expectSame("skipped.cjs")
      let reasons = run.events.compactMap { event -> PromiseEvent.SkipReason? in
        if case .handlerSkipped(_, _, let reason) = event.kind { reason } else { nil }
      }
      #expect(
        reasons == [
          .errorPassesValueHandler, .errorPassesValueHandler, .valuePassesErrorHandler,
        ])
      let first = try #require(run.creations.first { $0.operation == .error }).promise
      let links = run.creations.filter { $0.operation == .then }.prefix(2).map(\.promise)
      #expect(links.allSatisfy { run.settlement(of: $0)?.origin == first })
    }

    @Test(
      "Nothing is said of programs that are right, with async hooks and without",
      arguments: [[], ["hooks"]])
    func quiet(words: [String]) throws {
      let run = try NodeRun("quiet.cjs", words)
      let plain = try Command(["node", "\(Node.folder)/quiet.cjs"]).run()
      #expect(run.outcome.output == plain.output)
      let texts = run.events.compactMap {
        if case .settled(let settlement) = $0.kind { settlement.description } else { nil }
      }
      #expect(texts.contains("'reply'") && !texts.contains { $0.contains("async_id_symbol") })
      #expect(!texts.contains { $0.hasPrefix("<pending>") })
      #expect(texts.contains("AbortError: This operation was aborted"))
      // An error that a program collects is handled late.
      // How long a job takes and waits depends on the machine.
      let report = try Binary.run(
        "open", run.path, "--plain", "-W", "slow-handler=off", "-W", "long-queue-wait=off"
      ).output
      let said = report.split(separator: "\n").filter {
        $0.contains("quiet.cjs:") && $0.hasSuffix("]") && !$0.hasPrefix("  ")
      }
      #expect(
        !report.contains(" warning: ") && !report.contains(" error: "), "\(report.prefix(3000))")
      #expect(said.allSatisfy { $0.contains("[handled-late]") }, "\(said)")
    }

    @Test("A rejection is unhandled when Node.js says so, and handled late")
    func late() throws {
      let run = try NodeRun("late.cjs")
      try run.expectSame("late.cjs")
      let kinds = run.events.map(\.kind.name).filter {
        [.errorUnhandled, .errorHandled, .timerFired].contains($0)
      }
      #expect(kinds == [.errorUnhandled, .timerFired, .errorHandled])
      let crashed = try NodeRun("rejected.cjs")
      try crashed.expectSame("rejected.cjs")
      #expect(crashed.outcome.status == 1)
      #expect(crashed.events.count { $0.kind.name == .errorUnhandled } == 1)
    }

    @Test(
      "The first events are recorded in any case; what follows a gap is attributed correctly"
    )
    func gap() throws {
      let run = try NodeRun("gap.mjs", environment: ["PROMISE_TRACE_LIMIT": "5000"])
      #expect(run.outcome.output == "800020000\nslow\nlate 3\n800020000\n")
      let place = try #require(run.events.firstIndex { $0.kind.name == .dropped })
      #expect(place >= 5000)
      // A promise that settled in the gap is not shown as pending.
      #expect(run.settlement(of: run.promise("burst"))?.description == "800020000")
      // The numbers of the lost events are estimated: a call has six events.
      let count = try #require(run.events.last).sequence
      #expect((300_000..<900_000).contains(count), "\(count)")
      let rest = run.events[place...]
      let late = try #require(run.promise("late"))
      #expect(run.settlement(of: late)?.description == "'late'")
      let awaiting = rest.compactMap { event -> PromiseID? in
        if case .awaitBegan(_, let by, let site) = event.kind, site?.line == 9 { by } else { nil }
      }
      #expect(awaiting == [late])
      // The module has a promise of its own, whose await begins in a job of microtasks and ends there.
      let module = try #require(run.promise("gap.mjs"))
      #expect(
        rest.contains { event in
          if case .awaitBegan(late, module, _) = event.kind { true } else { false }
        })
      // A job that starts after the gap was enqueued after it.
      var waiting: Set<PromiseEvent.JobID> = []
      for event in rest.dropFirst().prefix(60).prefix(while: { $0.kind.name != .dropped }) {
        switch event.kind {
        case .jobEnqueued(let job, _, _, _): waiting.insert(job)
        case .jobStarted(let job, _, _): #expect(waiting.remove(job) != nil)
        default: break
        }
      }
      #expect(waiting.count <= 1)
      let why = try Binary.run("open", run.path, "--why", "late").output
      #expect(why.contains("returned 'late' on microtasks"), "\(why)")
    }

    @Test("The places of compiled code are those of its source")
    func sourceMap() throws {
      let run = try NodeRun("mapped.cjs")
      try run.expectSame("mapped.cjs")
      #expect(run.creations.allSatisfy { $0.site?.fileName == "mapped.ts" })
      #expect(run.creations.map { $0.site?.line } == [1, 6, 8])
    }

    @Test("Each worker thread has a trace of its own")
    func worker() throws {
      let run = try NodeRun("worker.cjs")
      try run.expectSame("worker.cjs")
      var reader = TraceReader()
      let data = try Data(contentsOf: URL(fileURLWithPath: run.path + ".worker-1"))
      let events = try reader.read(Array(data)) + reader.finish()
      #expect(
        reader.problems == []
          && events.contains { $0.kind.name == .awaitBegan || $0.kind.name == .created })
    }

    @Test("The options that NODE_OPTIONS has already apply, and the path may have spaces")
    func options() throws {
      let scratch = try ScratchFolder()
      let words = [
        "record", "-o", scratch.path("run.jsonl"), "--", "node", "-e",
        "Promise.resolve(require('http').maxHeaderSize).then(console.log)",
      ]
      let outcome = try Command(
        [Binary.path] + words,
        environment: [
          "NODE_OPTIONS": "--max-http-header-size=9000", "XDG_CACHE_HOME": scratch.path("a b"),
        ]
      ).run()
      #expect(outcome.output == "9000\n" && outcome.status == 0, "\(outcome.error)")
      #expect(outcome.error.contains("events of 2 promises"))
      let cache = scratch.path("a b") + "/promise-tui"
      #expect(try FileManager.default.contentsOfDirectory(atPath: cache).count == 1)
    }

    @Test("Node.js without promise hooks runs the program, and the trace says why it is empty")
    func tooOld() throws {
      let scratch = try ScratchFolder()
      let outcome = try Command(
        [
          "node", "--require", "\(Node.folder)/without-hooks.cjs", "--require", Node.hook, "-e",
          "Promise.resolve(1).then(console.log)",
        ], environment: ["PROMISE_TRACE": scratch.path("run.jsonl")]
      ).run()
      #expect(outcome.output == "1\n" && outcome.error == "" && outcome.status == 0)
      let text = try Binary.run("open", scratch.path("run.jsonl"), "--plain").output
      #expect(text.contains("promise-tui: not recorded: Node.js"))
    }

    @Test("An older trace is kept beside the new one, and no other file is overwritten")
    func files() throws {
      let scratch = try ScratchFolder()
      let path = scratch.path("run.jsonl")
      func run() throws -> Command.Outcome {
        try Command(
          ["node", "--require", Node.hook, "-e", "Promise.resolve(1).then(console.log)"],
          environment: ["PROMISE_TRACE": path]
        ).run()
      }
      #expect(try run().error == "")
      let first = try String(contentsOfFile: path, encoding: .utf8)
      #expect(try run().error == "")
      #expect(try String(contentsOfFile: path + ".1", encoding: .utf8) == first)
      try "a letter\n".write(toFile: path, atomically: true, encoding: .utf8)
      let refused = try run()
      #expect(refused.output == "1\n" && refused.error.contains("is not a trace"))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "a letter\n")
    }

    @Test("A running program is recorded from the middle, and goes on")
    func attached() throws {
      let port = "--inspect-port=\(UInt16.random(in: 20_000...30_000))"
      let server = try Command(["node", port, "\(Node.folder)/server.mjs"]).start()
      try server.wait(for: "the program") {
        try String(contentsOfFile: server.scratch.path("output"), encoding: .utf8) == "begun\n"
          ? true : nil
      }
      let attached = try Binary.run("open", "\(server.process)", "--plain")
      #expect(attached.status == 0, "\(attached.error)")
      #expect(attached.output.contains("request"))
      #expect(attached.error.contains("is recorded from now on, and printed when it ends"))
      let again = try server.outcome()
      #expect(again.status == 0 && again.output == "begun\ndone\n")
    }

    @Test("The events of a program are printed while it runs")
    func relayed() throws {
      let port = "--inspect-port=\(UInt16.random(in: 30_000...40_000))"
      let server = try Command(["node", port, "\(Node.folder)/server.mjs", "forever"]).start()
      try server.wait(for: "the program") {
        try String(contentsOfFile: server.scratch.path("output"), encoding: .utf8) == "begun\n"
          ? true : nil
      }
      let attached = try Command([Binary.path, "open", "\(server.process)", "--json"]).start()
      try attached.wait(for: "an event") {
        try String(contentsOfFile: attached.scratch.path("output"), encoding: .utf8)
          .contains("awaitBegan") ? true : nil
      }
      _ = try attached.end(SIGTERM)
      #expect(kill(server.process, 0) == 0)
      _ = try server.end()
    }

    @Test("A process that is not Node.js gets no signal")
    func notAttached() throws {
      let sleeping = try Command(["sleep", "60"]).start()
      let refused = try Binary.run("open", "\(sleeping.process)", "--plain")
      #expect(refused.status == 66 && refused.error.contains("is not recorded"), "\(refused.error)")
      #expect(kill(sleeping.process, 0) == 0)
      _ = try sleeping.end()
    }

    @Test("A program whose environment was emptied has recorded nothing, and a line says why")
    func emptied() throws {
      let scratch = try ScratchFolder()
      let node = try Command(["/bin/sh", "-c", "command -v node"]).run().output
      let outcome = try Binary.run(
        "record", "-o", scratch.path("run.jsonl"), "--", "env", "-i",
        node.trimmingCharacters(in: .whitespacesAndNewlines), "-e", "console.log(1)")
      #expect(outcome.output == "1\n" && outcome.error.contains("docs/debug/javascript.md"))
    }

    @Test("run prints why an async function took its time; values can be left out")
    func why() throws {
      let program = "\(Node.folder)/awaits.mjs"
      let text = try Binary.run("run", "--why", "main", "--", "node", program)
      #expect(
        text.output.contains("p2 'login'") || text.output.contains("'login'"), "\(text.output)")
      let scratch = try ScratchFolder()
      _ = try Binary.run(
        "record", "--values", "off", "-o", scratch.path("a.jsonl"), "--", "node", program)
      let trace = try String(contentsOfFile: scratch.path("a.jsonl"), encoding: .utf8)
      #expect(trace.contains("\"settled\"") && !trace.contains("token of ann"))
    }

    @Test("The script is printed as it is given to Node.js")
    func printed() throws {
      let text = try Binary.run("about", "node-hook").output
      let file = checkout.appendingPathComponent("Sources/NodeHook/node-hook.cjs")
      #expect(
        try text == String(contentsOf: file, encoding: .utf8) + "\n"
          || text == String(contentsOf: file, encoding: .utf8))
    }
  }
}
