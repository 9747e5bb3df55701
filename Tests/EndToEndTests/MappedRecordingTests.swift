import Foundation
import PromiseKitLite
import Testing

extension EndToEnd {
  /// A recording into a mapped file: whatever ends the program, what it has done is in the trace,
  /// and whatever the program does, the recording does not harm it.
  @Suite
  struct MappedRecordingTests {
    private let scratch: ScratchFolder
    private var path: String { scratch.path("run.ptrace") }

    init() throws { scratch = try ScratchFolder() }

    private func command(_ words: [String], values: String? = nil) -> Command {
      Command(
        words,
        environment: [
          "PROMISE_TRACE": path, "PROMISE_TRACE_VALUES": values, "SWIFT_BACKTRACE": "enable=no",
        ])
    }

    private func traced(_ words: String..., values: String? = nil) throws -> Command.Outcome {
      try command([TracedProgram.path] + words, values: values).run()
    }

    /// The trace of a program that has ended, in which nothing is damaged.
    private func run(_ name: String = "run.ptrace") throws -> RecordedRun {
      let run = try RecordedRun(scratch.path(name))
      #expect(run.complaints == [])
      #expect(run.firstBreach() == nil)
      return run
    }

    private var names: [String] {
      let names = try? FileManager.default.contentsOfDirectory(atPath: scratch.root)
      return (names ?? []).sorted()
    }

    // MARK: Losses

    @Test(
      "Nothing that a program had completed is lost when it is killed, crashes, or aborts",
      arguments: [1, 2, 8], [SIGKILL, SIGSEGV, SIGABRT])
    func loss(threads: Int, signal: Int32) throws {
      for _ in 0..<Self.rounds {
        let target = Int.random(in: 1...300)
        let counters = try Counters(scratch.path("counters"), count: threads)
        let program = try command([
          TracedProgram.path, "counted", "\(threads)", scratch.path("counters"),
        ]).start()
        try program.wait(for: "the operations") { counters.all.max() ?? 0 >= target ? true : nil }
        let completed = counters.all
        #expect(try RecordedRun.ending(of: path) == .running)
        #expect(try program.end(signal).status == 128 + signal)
        let run = try run()
        #expect(run.ending == .cutShort)
        let notes = Set(run.notes)
        for (thread, count) in completed.enumerated() {
          let found = (0..<count).count { notes.contains("\(thread) \($0 + 1)") }
          #expect(found == count, "thread \(thread)")
        }
      }
    }

    /// How often a program is ended in each way: KILL_ROUNDS, or once.
    private static let rounds =
      ProcessInfo.processInfo.environment["KILL_ROUNDS"].flatMap { Int($0) } ?? 1

    @Test("A trace ends with the program, or with PromiseTrace.stop()")
    func finished() throws {
      _ = try traced("chain", "20")
      #expect(try run().ending == .finished)
      let recorded = try run()
      #expect(recorded.notes.count == 20)
      let sites = recorded.events.compactMap {
        if case .created(let creation) = $0.kind { creation.site } else { nil }
      }
      #expect(sites.count >= 60 && sites.allSatisfy { $0.file == "traced_program/Chains.swift" })
      let files = [scratch.path("a.ptrace"), scratch.path("b.ptrace")]
      let outcome = try Command([TracedProgram.path, "again"] + files).run()
      #expect(outcome.error == "")
      #expect(outcome.output == "recorded twice\n")
      let (first, second) = (try run("a.ptrace"), try run("b.ptrace"))
      #expect(first.ending == .finished && second.ending == .finished)
      #expect(first.labels == ["old", "told in the first"])
      #expect(second.labels.prefix(2) == ["old", "told in the second"])
      let late = second.events.compactMap { event in
        if case .created(let creation) = event.kind, creation.late { creation.label } else { nil }
      }
      #expect(late == ["old"] && second.events.contains { $0.kind.name == .queueDeclared })
    }

    @Test(
      "It has the place of each call to a resolver, of numbers and other values",
      arguments: ["1", "0"])
    func resolvers(values: String) throws {
      for (name, file) in [("mistakes", "Endings"), ("huge", "Values")] {
        _ = try traced(name, values: values)
        let sites = try run().events.compactMap {
          if case .settled(let settlement) = $0.kind { settlement.site } else { nil }
        }
        #expect(sites.map(\.file) == ["traced_program/\(file).swift"])
        #expect(sites.allSatisfy { $0.line > 0 && $0.column > 0 })
      }
    }

    @Test("A trace is read while it grows, without gaps and in the order of causes")
    func growing() throws {
      let counters = try Counters(scratch.path("counters"), count: 2)
      let program = try command([
        TracedProgram.path, "counted", "2", scratch.path("counters"),
      ]).start()
      try program.wait(for: "the operations") { counters.all.min() ?? 0 > 0 ? true : nil }
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      var reader = try BinaryTraceReader(BinaryFile(descriptor: file.fileDescriptor))
      var events: [PromiseEvent] = []
      try program.wait(for: "events") {
        events += reader.read(limit: 1000, isComplete: false)
        return events.count > 5000 ? true : nil
      }
      #expect(reader.ending == .running)
      let completed = counters.all
      _ = try program.end()
      while case let more = reader.read(isComplete: true), !more.isEmpty { events += more }
      let run = RecordedRun(events, reader)
      #expect(run.firstBreach() == nil && run.complaints == [])
      for (thread, count) in completed.enumerated() {
        let notes = run.notes.filter { $0.hasPrefix("\(thread) ") }
        #expect(notes == (0..<notes.count).map { "\(thread) \($0 + 1)" } && notes.count >= count)
      }
    }

    @Test("An exit without handlers loses nothing", arguments: ["_exit", "quick_exit"])
    func leaving(way: String) throws {
      #expect(try traced("leave", way).status == 3)
      let run = try run()
      #expect(run.ending == .cutShort)
      #expect(run.notes == Array(repeating: "shown: 5 items", count: 3) + ["the last one"])
    }

    // MARK: Harm

    @Test(
      "A value that would harm its reader is recorded", arguments: ["deep", "locked"],
      ["on", "off"])
    func values(mode: String, values: String) throws {
      let outcome = try traced(mode, values: values)
      #expect(outcome.status == 0)
      #expect(outcome.output == "settled\n")
      #expect(try run().ending == .finished)
      let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
      #expect(mode != "deep" || text.contains("next(next(next(next(…))))") == (values == "on"))
    }

    @Test("A value of 20 MB takes no time", arguments: ["on", "off"])
    func huge(values: String) throws {
      let time = try #require(Int(try traced("huge", values: values).output.dropLast()))
      #expect(time < 100)
      #expect(try run().ending == .finished)
    }

    @Test("A program that closes all descriptors is recorded to its end, as its file grows")
    func daemon() throws {
      let file = scratch.path("mine")
      let outcome = try traced("daemon", file, "3000")
      #expect(outcome.status == 0)
      #expect(outcome.error == "")
      #expect(outcome.output == "done\n")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine\n")
      let run = try run()
      #expect(run.notes.count == 3010)
      #expect(run.size > 512 << 10)
      #expect(run.ending == .finished)
    }

    @Test("A program that starts without standard streams writes nothing into its trace")
    func closedStreams() throws {
      for closed in ["2>&-", "0<&- 1>&- 2>&-"] {
        let outcome = try command([
          "sh", "-c", "exec \"$0\" print 20 \(closed)", TracedProgram.path,
        ]).run()
        #expect(outcome.status == 0)
        #expect(try run().labels.filter { $0.hasPrefix("print") }.count == 20)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for word in ["complaint", "\nline"] { #expect(bytes.range(of: Data(word.utf8)) == nil) }
      }
    }

    @Test("Programs that replace each other in one process keep each other's traces")
    func exec() throws {
      #expect(try traced("exec", "2", path).output == "done\n")
      #expect(names.count == 3 && names.allSatisfy { !$0.hasSuffix(".1") })
      for (index, name) in names.sorted(by: { $0.count < $1.count }).enumerated() {
        let run = try run(name)
        #expect(run.ending == (index == 2 ? .finished : .cutShort))
        #expect(run.notes.count == 1)
      }
    }

    @Test("A second run keeps the trace of the first")
    func twice() throws {
      _ = try traced("chain", "1")
      #expect(try traced("chain", "2").error == "")
      #expect(names == ["run.ptrace", "run.ptrace.1"])
      #expect(try run("run.ptrace.1").notes.count == 1)
      #expect(try run().notes.count == 2)
    }

    @Test("A link, and a file that is not a trace, are not written to")
    func foreign() throws {
      try "dear diary\n".write(toFile: path, atomically: false, encoding: .utf8)
      #expect(try traced("chain").error.contains("something other than a trace"))
      #expect(scratch.text("run.ptrace") == "dear diary\n")
      link(path, scratch.path("second"))
      #expect(try traced("chain").status == 0)
      unlink(path)
      symlink(scratch.path("second"), path)
      let outcome = try traced("chain")
      #expect(outcome.status == 0)
      #expect(
        outcome.error.contains("is a symbolic link and is not followed: name the file itself"))
      #expect(scratch.text("second") == "dear diary\n")
    }

    // MARK: Other processes

    @Test("A forked process leaves nothing in the trace of its parent, which goes on")
    func fork() throws {
      let outcome = try traced("fork")
      #expect(outcome.output == "the child is done\nthe parent is done: 0\n")
      #expect(outcome.error.components(separatedBy: "was forked").count == 2)
      let run = try run()
      #expect(run.labels.contains("in the parent") && !run.labels.contains("in the child"))
      #expect(run.ending == .finished)
      #expect(names == ["run.ptrace"])
    }

    @Test("A process that was forked behind the C library's back does not end its parent's trace")
    func rawFork() throws {
      let outcome = try traced("fork-raw")
      #expect(outcome.status == 0)
      #expect(outcome.output.hasSuffix("the parent is done: 0\n"))
      let run = try run()
      #expect(run.ending == .finished && run.complaints == [])
      #expect(run.notes.count == 2200)
    }

    @Test("A process that a recorded one leaves behind does not keep its trace")
    func leftBehind() throws {
      let outcome = try traced("fork-leave")
      let child = try #require(Int32(outcome.output.dropLast()))
      defer { kill(child, SIGKILL) }
      #expect(kill(child, 0) == 0)
      #expect(try traced("chain", "1").error == "")
      #expect(names == ["run.ptrace", "run.ptrace.1"])
    }

    @Test("A recording that was stopped leaves its file to the next one of the same name")
    func againAtOnePlace() throws {
      let file = scratch.path("a.ptrace")
      let outcome = try Command([TracedProgram.path, "again", file, file]).run()
      #expect(outcome.error == "")
      #expect(outcome.output == "recorded twice\n")
      #expect(try run("a.ptrace.1").labels == ["old", "told in the first"])
      #expect(try run("a.ptrace").labels.prefix(2) == ["old", "told in the second"])
    }

    @Test("Processes that are forked while other threads are busy change nothing in the trace")
    func forkWhileBusy() throws {
      let outcome = try traced("fork-busy")
      #expect(outcome.status == 0)
      #expect(outcome.output == "done\n")
      let run = try run()
      #expect(run.notes.count { $0 == "the child has ended: 0" } == 20)
      #expect(!run.notes.contains("in the child"))
      #expect(run.ending == .finished)
      for thread in 1...2 {
        let numbers = run.notes.filter { $0.hasPrefix("\(thread) ") }
        #expect(numbers == (0..<numbers.count).map { "\(thread) \($0 + 1)" })
      }
    }

    @Test("A program that is started has a trace of its own", arguments: ["posix_spawn", "vfork"])
    func spawned(way: String) throws {
      #expect(try traced("spawn", way).output == "done: 0\n")
      #expect(names.count == 2)
      #expect(try run().notes == ["before", "after"])
      #expect(try run(names[1]).notes.count == 2)
    }

    // MARK: Times

    @Test("An event has the time at which it happened, however long its thread recorded nothing")
    func late() throws {
      _ = try traced("late")
      let events = try run().events
      // The program works for 20 ms each time, by another clock than that of the trace.
      let pause = 10_000_000
      func time(_ matches: (PromiseEvent.Kind) -> Bool) throws -> Int64 {
        try #require(events.first { matches($0.kind) }).time
      }
      let began = try time { $0 == .note("begins") }
      let settled = try time {
        if case .settled(let settlement) = $0 { settlement.promise == 1 } else { false }
      }
      #expect(settled - began >= pause)
      let job = try #require(
        events.compactMap { event -> JobID? in
          if case .jobEnqueued(let job, 3, _, _) = event.kind { job } else { nil }
        }.first)
      let enqueued = try time { if case .jobEnqueued(job, _, _, _) = $0 { true } else { false } }
      let attached = try time {
        if case .handlerAttached(2, _, _, _) = $0 { true } else { false }
      }
      let started = try time { if case .jobStarted(job, _, _) = $0 { true } else { false } }
      #expect(attached - enqueued >= pause)
      #expect(started - attached >= pause)
    }

    // MARK: Threads and signals

    @Test("A queue is declared before any thread uses it")
    func declarations() throws {
      for _ in 0..<(20 * Self.rounds) {
        _ = try traced("threads", "8", "20")
        _ = try run()
      }
    }

    @Test("A queue is declared before any thread uses it, also if the program is killed meanwhile")
    func declaredTwice() throws {
      #expect(try traced("undeclared").status == 128 + SIGKILL)
      #expect(try run().notes == ["1 1"])
    }

    @Test("Threads that end leave their chunks to others")
    func waves() throws {
      #expect(try traced("waves", "2000", "10").output == "done\n")
      let run = try run()
      #expect(Set(run.notes).count == 2000)
      #expect(Set(run.events.compactMap(\.thread)).count >= 2000)
      #expect(run.size < 4 << 20)
    }

    @Test("300 threads at a time need at most a chunk each")
    func manyThreads() throws {
      #expect(try traced("waves", "600", "300").output == "done\n")
      #expect(try run().notes.count == 600)
      #expect(try run().size < 320 * (64 << 10))
    }

    @Test("Signals that interrupt a program all the time change nothing")
    func interrupted() throws {
      let outcome = try traced("interrupted", "4000")
      #expect(outcome.output == "done\n")
      #expect(outcome.error == "")
      #expect(try run().notes.count == 8000)
    }

    // MARK: Disks

    @Test(
      "At the limit of a file's size, the recording ends with a message, and the program goes on")
    func limited() throws {
      let outcome = try command([
        "sh", "-c", "ulimit -f 1024; exec \"$0\" interrupted 20000", TracedProgram.path,
      ]).run()
      #expect(outcome.status == 0)
      #expect(outcome.output == "done\n")
      #expect(outcome.error.contains("run.ptrace cannot grow, so the trace ends here"))
      #expect(outcome.error.hasSuffix("; raise the limit of 'ulimit -f'\n"))
      #expect(outcome.error.filter { $0 == "\n" }.count == 1)
      let run = try run()
      #expect(run.ending == .full)
      #expect(run.notes.count > 500)
    }

    @Test("After a trace could not grow, the program can be recorded elsewhere")
    func afterLimit() throws {
      // Room for a chunk of the second trace for each thread that the system starts.
      let outcome = try command([
        "sh", "-c", "ulimit -f 8192; exec \"$0\" full \"$1\"", TracedProgram.path,
        scratch.path("other.ptrace"),
      ]).run()
      #expect(outcome.output == "recorded again\n")
      #expect(try run().ending == .full)
      let other = try run("other.ptrace")
      #expect(other.ending == .finished && other.notes.count == 5)
    }

    @Test(
      "On a full disk, the recording ends with a message, and the program goes on",
      .enabled(if: OtherUser.isAvailable, "only the administrator can mount a small disk"))
    func fullDisk() throws {
      let disk = scratch.path("disk")
      try FileManager.default.createDirectory(
        atPath: disk, withIntermediateDirectories: false)
      let script = """
        mount -t tmpfs -o size=1m none "$1" && PROMISE_TRACE="$1/run.ptrace" "$0" interrupted 20000
        cp "$1/run.ptrace" "$2"
        """
      let outcome = try command([
        "unshare", "-m", "sh", "-c", script, TracedProgram.path, disk, path,
      ]).run()
      #expect(outcome.status == 0)
      #expect(outcome.output == "done\n")
      #expect(outcome.error.contains("No space left on device; free some space"))
      #expect(try run().ending == .full)
      #expect(try run().notes.count > 1000)
    }

    @Test("A program whose trace is removed or moved goes on")
    func removed() throws {
      let counters = try Counters(scratch.path("counters"), count: 1)
      let program = try command([
        TracedProgram.path, "counted", "1", scratch.path("counters"),
      ]).start()
      try program.wait(for: "the operations") { counters.all[0] > 100 ? true : nil }
      #expect(rename(path, scratch.path("moved.ptrace")) == 0)
      let before = counters.all[0]
      try program.wait(for: "more operations") { counters.all[0] > before + 10_000 ? true : nil }
      let completed = counters.all[0]
      #expect(try program.end().status == 128 + SIGKILL)
      #expect(names == ["counters", "moved.ptrace"])
      #expect(try run("moved.ptrace").notes.count >= completed)
    }

    // MARK: Cost

    @Test(
      "An event makes no system call",
      .enabled(if: SystemCalls.areCounted, "needs strace"))
    func systemCalls() throws {
      func calls(_ count: Int) throws -> Int {
        let table = scratch.path("calls")
        let outcome = try command([
          "strace", "-f", "-c", "-o", table, TracedProgram.path, "threads", "1", "\(count)",
        ]).run()
        #expect(outcome.status == 0)
        return try SystemCalls.total(table)
      }
      let (few, many) = (try calls(100), try calls(10_000))
      // Nearly 70,000 events: what is left is the growing of the file, and of the heap.
      #expect(try run().events.count > 60_000)
      #expect(many - few < 250)
    }
  }
}

/// Numbers that a program writes into a file.
private struct Counters {
  private let path: String
  private let count: Int

  init(_ path: String, count: Int) throws {
    (self.path, self.count) = (path, count)
    try Data(count: count * 8).write(to: URL(fileURLWithPath: path))
  }

  var all: [Int] {
    let bytes = (try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()
    return (0..<count).map { number in
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: number * 8, as: Int.self) }
    }
  }
}

/// System calls, as `strace -c` counts them.
private enum SystemCalls {
  static let areCounted: Bool = (try? Command(["strace", "-c", "true"]).run().status) == 0

  /// Returns the number of all calls in a table of `strace`.
  static func total(_ table: String) throws -> Int {
    let text = try String(contentsOfFile: table, encoding: .utf8)
    let last = try #require(text.split(separator: "\n").last { $0.hasSuffix(" total") })
    return try #require(last.split(separator: " ").compactMap { Int($0) }.first)
  }
}
