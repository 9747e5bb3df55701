import PromiseGraph
import PromiseInsight
import PromiseKitLite
import TestSupport
import Testing

@Suite("Runs of a program, grouped")
struct RepetitionTests {
  @Test("every run counts once, in any order, and a group is represented by its first run")
  func counting() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<50 {
      let runs = (1...60).map { ModelRun(random: &random, number: $0).run }
      let inTurn = repetition(of: runs)
      let mixed = repetition(of: runs.shuffled(using: &random))
      #expect(inTurn.groups.map(\.count).reduce(0, +) + inTurn.others == runs.count)
      #expect(inTurn.failures == runs.count { $0.fails })
      #expect(inTurn.groups.count == Set(runs.map(Looks.init)).count)
      #expect(Set(inTurn.groups.map(Looks.init)) == Set(mixed.groups.map(Looks.init)))
      for group in inTurn.groups {
        let alike = runs.filter { Looks($0) == Looks(group.first) }
        #expect(group.count == alike.count)
        #expect(group.first == alike.first)
        #expect(alike.allSatisfy { $0.fails == group.first.fails })
      }
    }
  }

  @Test("passing groups leave room for failing ones; the excess is counted")
  func limits() {
    var repetition = Repetition(program: "p", planned: 400)
    for number in 1...150 {
      repetition.add(ModelRun(notes: ["\(number)"]).run(number))
    }
    for number in 151...300 {
      repetition.add(ModelRun(notes: ["\(number)"], status: 1).run(number))
    }
    repetition.add(ModelRun(notes: ["1"]).run(301))
    #expect(repetition.groups.count == 2 * Repetition.mostGroups)
    #expect(repetition.groups.count { $0.first.fails } == Repetition.mostGroups)
    #expect(repetition.groups[0].count == 2)
    #expect((repetition.others, repetition.failingOthers) == (100, 50))
    #expect((repetition.runs, repetition.failures) == (301, 150))
    #expect(repetition.remarks.contains { $0.contains("100 runs had further outcomes") })
  }

  @Test("the counterparts of a failing group are the passing ones with a trace, the largest first")
  func counterparts() {
    var repetition = Repetition(program: "p", planned: 10)
    for (notes, status) in [("a", 0), ("b", 0), ("b", 0), ("c", 1), ("d", 0), ("d", 0)] {
      repetition.add(ModelRun(notes: [notes], status: Int32(status)).run(1))
    }
    #expect(repetition.counterparts(of: 2) == [], "nothing is kept")
    for place in 0..<4 { repetition.keep("t\(place)", ofGroup: place) }
    #expect(repetition.counterparts(of: 2) == [1, 3, 0])
    #expect(repetition.counterparts(of: 0) == [2])
    #expect(repetition.counterparts(of: 9) == [])
    #expect(repetition.firstFailure == 2)
  }

  @Test(
    "named handlers distinguish runs, and so do their queues; unnamed handlers only if requested")
  func groupings() {
    let plain = ModelRun(handlers: ["login": "net", "": "main"])
    let moved = ModelRun(handlers: ["login": "disk", "": "main"])
    let more = ModelRun(handlers: ["login": "net", "": "main"], unnamed: 3)
    #expect(plain.digest(by: .labels) != moved.digest(by: .labels))
    #expect(plain.digest(by: .labels).mark == more.digest(by: .labels).mark)
    #expect(plain.digest(by: .order).mark != more.digest(by: .order).mark)
    #expect(plain.digest(by: .result).mark == moved.digest(by: .result).mark)
    #expect(
      ModelRun(notes: ["a"]).digest(by: .result) != ModelRun(notes: ["b"]).digest(by: .result))
    // If nothing has a name, all handlers count.
    #expect(
      ModelRun(handlers: ["": "main"]).digest(by: .labels).mark
        != ModelRun(handlers: ["": "main"], unnamed: 2).digest(by: .labels).mark)
  }

  @Test("runs are distinguished by their ending, unhandled errors and broken expectations")
  func keys() {
    let runs = [
      ModelRun().run(1), ModelRun(status: 1).run(2), ModelRun(unhandled: ["offline"]).run(3),
      ModelRun(broken: ["a before b"]).run(4),
      RepeatedRun(number: 5, ending: .signalled(11), digest: ModelRun().digest(by: .labels)),
      RepeatedRun(number: 6, ending: .timedOut, digest: nil),
      RepeatedRun(number: 7, ending: .exited(0), digest: nil),
    ]
    let repetition = repetition(of: runs)
    #expect(repetition.groups.count == runs.count)
    #expect(repetition.failures == 4)
    #expect(repetition.unrecorded == 2)
    #expect(
      repetition.groups.map(\.first.words) == [
        "exit 0", "exit 1", "exit 0; unhandled: offline", "breaks 'a before b'", "SIGSEGV",
        "timeout; nothing recorded", "exit 0; nothing recorded",
      ])
  }

  @Test("the progress and the result, in a line each")
  func words() {
    var repetition = Repetition(program: "p", planned: 500)
    #expect(repetition.progressLine == "run 0 of 500, 0 outcomes so far")
    repetition.add(ModelRun().run(1))
    repetition.add(ModelRun(status: 1).run(2))
    repetition.duration = .seconds(1)
    #expect(repetition.progressLine == "run 2 of 500, 2 outcomes so far, FAIL 1, 249.0 s left")
    #expect(repetition.summary == "2 runs in 1.0 s, 1 failed, 2 outcomes")
    repetition.progress = .stopped
    #expect(repetition.remarks == ["stopped by the user, before 500 runs"])
    repetition.problem = "p cannot be run"
    #expect(repetition.remarks == ["p cannot be run"])
  }

  @Test("by output and by exit, only these and the reasons to fail distinguish runs")
  func otherGroupings() {
    func run(_ number: Int, _ printed: String, _ handlers: [String], _ status: Int32 = 0)
      -> RepeatedRun
    {
      var model = ModelRun(status: status)
      model.names = handlers
      var run = RepeatedRun(
        number: number, ending: .exited(status), digest: model.digest(by: .output))
      var mark = OrderMark()
      mark.add(printed)
      run.output = mark
      return run
    }
    let runs = [
      run(1, "a", ["x", "y"]), run(2, "b", ["x", "y"]), run(3, "a", ["y", "x"]),
      run(4, "a", ["x"], 1),
    ]
    func groups(_ grouping: RunGrouping) -> [Int] {
      var repetition = Repetition(program: "p", planned: 4, by: grouping)
      for run in runs { repetition.add(run) }
      return repetition.groups.map(\.count)
    }
    #expect(groups(.output) == [2, 1, 1])
    #expect(groups(.exit) == [3, 1])
  }

  @Test("what is printed and what a check finds fails a run, and distinguishes it")
  func faults() {
    var runs = (1...5).map { ModelRun().run($0) }
    runs[1].faults = [.printed("wrong")]
    runs[2].faults = [.notPrinted("ok")]
    runs[3].faults = [.check(.exited(1))]
    runs[3].checkSummary = "no such file"
    var tolerant = ModelRun(status: 3).run(6)
    tolerant.allowsAnyExit = true
    let repetition = repetition(of: runs + [tolerant])
    #expect(repetition.failures == 3)
    #expect(
      repetition.groups.map(\.first.words) == [
        "exit 0", "exit 0; printed 'wrong'", "exit 0; did not print 'ok'", "exit 0; check: exit 1",
        "exit 3",
      ])
    #expect(runs[3].reasonsToFail == ["check: exit 1, last output: no such file"])
    var signalled = RepeatedRun(number: 7, ending: .signalled(11), digest: nil)
    signalled.allowsAnyExit = true
    #expect(signalled.fails)
  }

  @Test("If none failed, it says what judged the runs, what else could, and that outputs differ")
  func comfort() {
    var repetition = Repetition(program: "p", planned: 2)
    repetition.judges = [.exit, .timeLimit(.seconds(60))]
    for number in 1...2 {
      var run = ModelRun().run(number)
      var mark = OrderMark()
      mark.add("\(number)")
      run.output = mark
      repetition.add(run)
    }
    repetition.progress = .complete
    #expect(
      repetition.remarks == [
        "judged by exit status, time limit (60.0 s), and by nothing else; see also "
          + "--expect prints, --check, --expect",
        "the runs printed 2 different outputs: --by output lists them",
      ])
    repetition.judges = [
      .exit, .expectations(2), .output(1), .check("grep -q ok result.txt"),
    ]
    #expect(
      repetition.remarks.first
        == "judged by exit status, 2 expectations, output (1 text), check 'grep -q ok result.txt'")
  }

  @Test("what is broken is reported with its reason")
  func reasons() {
    let run = RepeatedRun(
      number: 1, ending: .exited(0), digest: nil, broken: ["a before b", "c"],
      reasons: ["nothing is called 'b'"])
    #expect(run.fails)
    #expect(run.brokenWords == ["breaks 'a before b': nothing is called 'b'", "breaks 'c'"])
  }

  private func repetition(of runs: [RepeatedRun]) -> Repetition {
    var repetition = Repetition(program: "p", planned: runs.count)
    for run in runs { repetition.add(run) }
    return repetition
  }
}

/// What must be the same in a group.
private struct Looks: Hashable {
  var ending: RunEnding
  var names: [String]
  var notes: [String]
  var rest: [String]

  init(_ run: RepeatedRun) {
    ending = run.ending
    names = run.digest?.names ?? ["none"]
    notes = run.digest?.notes ?? []
    rest = run.broken + (run.digest?.unhandled ?? [])
  }
  init(_ group: Repetition.Group) { self.init(group.first) }
}

/// Returns a run for tests.
private struct ModelRun {
  var handlers: KeyValuePairs<String, String> = [:]
  var unnamed = 1
  var notes: [String] = []
  var unhandled: [String] = []
  var status: Int32 = 0
  var broken: [String] = []
  var names: [String] = []
  var number = 1

  init(
    handlers: KeyValuePairs<String, String> = [:], unnamed: Int = 1, notes: [String] = [],
    unhandled: [String] = [], status: Int32 = 0, broken: [String] = []
  ) {
    (self.handlers, self.unnamed, self.notes) = (handlers, unnamed, notes)
    (self.unhandled, self.status, self.broken) = (unhandled, status, broken)
  }

  /// Returns a run of two or three handlers in some order, sometimes with a bad end.
  init(random: inout SeededGenerator, number: Int) {
    names = Array(
      ["a", "b", "c"].shuffled(using: &random).prefix(Int.random(in: 2...3, using: &random)))
    status = Int.random(in: 0..<4, using: &random) == 0 ? 1 : 0
    if Bool.random(using: &random) { notes = ["said"] }
    if Int.random(in: 0..<5, using: &random) == 0 { broken = ["a before b"] }
    self.number = number
  }

  var run: RepeatedRun { run(number) }

  func run(_ number: Int) -> RepeatedRun {
    RepeatedRun(
      number: number, ending: .exited(status), digest: digest(by: .labels), broken: broken)
  }

  func digest(by grouping: RunGrouping) -> RunDigest {
    var kinds: [PromiseEvent.Kind] = []
    var queues: [String: QueueID] = [:]
    var promises = 0
    func add(_ name: String, on label: String) {
      promises += 1
      let promise = PromiseID(promises)
      if queues[label] == nil {
        let queue = QueueID(queues.count + 1)
        queues[label] = queue
        kinds.append(.queueDeclared(queue: queue, label: label, kind: .serial, assumed: false))
      }
      kinds.append(
        .created(
          PromiseEvent.Creation(
            promise: promise, operation: .then, label: name.isEmpty ? nil : name, site: nil,
            parents: [], isGuarantee: false)))
      kinds.append(
        .jobStarted(job: JobID(promises), child: promise, queue: queues[label] ?? QueueID(1)))
    }
    for (name, queue) in handlers {
      for _ in 0..<(name.isEmpty ? unnamed : 1) { add(name, on: queue) }
    }
    for name in names { add(name, on: "net") }
    kinds += notes.map { .note($0) }
    kinds += unhandled.map {
      .errorUnhandled(promise: PromiseID(1), origin: PromiseID(1), error: $0)
    }
    let events = kinds.enumerated().map { place, kind in
      PromiseEvent(sequence: place + 1, time: 0, thread: 1, queue: nil, kind: kind)
    }
    return RunDigest(events, by: grouping)
  }
}
