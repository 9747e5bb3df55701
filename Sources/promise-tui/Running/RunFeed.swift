import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSystem
import Synchronization

/// Shows a program while it runs: the program records its events into a folder of ours, and its
/// output is captured.
///
/// Everything is read on one thread, which sleeps between examinations of the recording.
final class RunFeed: Feed {
  private let plan: RunPlan
  private let child: ChildProcess
  private let folder: PrivateFolder
  private let sender: MessageSender
  private let stop: WakePipe
  /// Its gate, if that is controlled.
  private let gate: GatedRun?
  /// The order in which its jobs start, if that is needed.
  private let starts: RunOrder?
  /// The messages to print at the end, in addition to the exit status.
  private let sentences = Mutex<[String]>([])

  /// Starts the program from the beginning; if it does not start, the feed only reports the reason.
  static func begin(_ plan: RunPlan, _ sender: MessageSender) -> any Feed {
    plan.rewindInput()
    do {
      return try RunFeed(plan, sender: sender)
    } catch {
      sender.post(.programEnded(.notStarted(error.sentence)))
      return PassiveFeed(
        exitReport: ExitReport(status: error.status, sentences: [error.sentence]))
    }
  }

  private init(_ plan: RunPlan, sender: MessageSender) throws(CommandError) {
    sender.post(.began(plan.program))
    let trace = try LiveTrace(of: plan, sender: sender)
    guard let stop = WakePipe(), let output = OutputReader.open(isError: false),
      let error = OutputReader.open(isError: true)
    else {
      trace.folder.remove()
      throw CommandError(Self.noRoom, status: 1)
    }
    self.plan = plan
    self.sender = sender
    self.stop = stop
    folder = trace.folder
    starts = plan.observesOrder ? RunOrder() : nil
    defer {
      PromiseSystem.close(output.writing)
      PromiseSystem.close(error.writing)
    }
    do {
      gate = try plan.gate.map { gate throws(CommandError) in
        try GatedRun(in: trace.folder, gate, of: plan.name, sender: sender)
      }
    } catch {
      trace.folder.remove()
      throw error
    }
    var program = plan.shownProgram(
      recordingTo: trace.path, output: output.writing, error: error.writing)
    if let gate {
      program.variables["PROMISE_GATE"] = gate.variable
      // If this process is killed, the gate opens, and the program continues.
      program.endsWithUs = false
    }
    do {
      child = try ChildProcess.start(program)
    } catch {
      gate?.close()
      trace.folder.remove()
      throw error
    }
    let ends = [output.end, error.end]
    guard startThread({ self.run(trace, ends) }) else {
      gate?.close()
      child.end()
      folder.remove()
      throw CommandError(Self.noRoom, status: 1)
    }
  }

  private static let noRoom =
    "the system has no resources for another program: end one and try again"

  /// Reads until the program has ended, and everything it sent is read.
  private func run(_ start: LiveTrace, _ ends: [OutputReader]) {
    var trace = start
    defer { trace.close() }
    observe(trace.merged)
    var deadline: Int64?
    while true {
      let hasEnded = child.ending != nil
      guard trace.read(hasEnded: hasEnded) else { return }
      for end in ends { guard print(end, after: trace.newest) else { return } }
      gate?.letChosenGo(in: trace)
      gate?.checkPresence(hasEvents: trace.hasSentEvents)
      if hasEnded, !trace.isBusy {
        // Processes that it started may go on, and keep its descriptors open.
        deadline = deadline ?? EventWaiter.now + 300_000_000
        if trace.isEmpty && ends.allSatisfy(\.isAtEnd) || EventWaiter.now >= deadline ?? 0 {
          break
        }
      }
      guard wait(trace.pause, ends, hasEnded: hasEnded) else { return }
    }
    guard trace.finish() else { return }
    for end in ends { _ = print(end, after: trace.newest, atEnd: true) }
    finish(trace)
  }

  /// Has the events taken by what needs them before they are shown.
  private func observe(_ merged: MergedEvents) {
    guard gate != nil || starts != nil else { return }
    merged.observe = { [gate, starts] events, process, header in
      gate?.take(events, header)
      starts?.take(events, of: process, header)
    }
  }

  /// Sleeps until there is something to do, for at most `pause` milliseconds; returns `false` if the
  /// screen is closed.
  private func wait(_ pause: Int32, _ ends: [OutputReader], hasEnded: Bool) -> Bool {
    let open = ends.filter { !$0.isAtEnd }.map(\.descriptor)
    return !waitToRead(
      [stop.reading, gate?.chosen.reading ?? -1] + open + (hasEnded ? [] : [child.ended]),
      milliseconds: pause)[0]
  }

  /// Shows what the program has printed; returns `false` if the screen is closed.
  private func print(_ end: OutputReader, after newest: Int, atEnd: Bool = false) -> Bool {
    let lines = end.lines(atEnd: atEnd).map {
      PrintedLine(text: $0, isError: end.isError, after: newest)
    }
    return sender.postPatiently(lines)
  }

  private func finish(_ trace: LiveTrace) {
    if let ending = child.ending { sender.post(.programEnded(ProgramEnding(ending))) }
    if let starts, let sentence = plan.comparison(with: starts.finish()).first {
      sender.post(.notice(sentence))
    }
    guard !trace.hasSentEvents else { return }
    let sentences =
      trace.problem.map { ["\(plan.name): \($0)"] }
      ?? RecordedFile.nothing(of: plan.name)
    self.sentences.withLock { $0 = sentences }
    sender.post(.notice(sentences.joined(separator: " ")))
  }

  /// Ends the program like ``close()``, but does not wait.
  func endProgram() {
    _ = startThread { [child] in child.end(asking: SIGTERM) }
  }

  /// Asks the gate of the program for something.
  func order(_ order: Effect.GateOrder) { gate?.order(order) }

  /// Ends the program if it is still running, and removes the files created for it.
  func close() {
    // What starts from now on was not chosen.
    let order = starts?.finish()
    // What the program does to end is not held.
    gate?.close()
    // Its output is read meanwhile, or it would end because it cannot print.
    if child.ending == nil { child.end(asking: SIGTERM) }
    stop.wake()
    // Processes that it started end with it.
    child.endGroup()
    folder.remove()
    if let order {
      let kept = plan.keep(order)
      sentences.withLock { $0 += kept }
    }
  }

  var exitReport: ExitReport {
    ExitReport(status: child.ending?.status ?? 1, sentences: sentences.withLock { $0 })
  }
}

extension ProgramEnding {
  /// Converts the ending that the system reports.
  init(_ ending: ChildProcess.Ending) {
    switch ending {
    case .exited(let status): self = .exited(Int(status))
    case .signalled(let number): self = .signalled(RunEnding.name(ofSignal: number))
    }
  }
}
