import PromiseGraph
import PromiseKitLite
import PromiseScreens
import PromiseSystem
import Synchronization

/// A program of one's own, shown while it runs: it connects to a socket of ours and tells its events there,
/// and what it prints is captured.
///
/// Everything is read on one thread, which sleeps while there is nothing to read.
final class RunFeed: Feed {
  private let plan: RunPlan
  private let child: ChildProcess
  private let folder: PrivateFolder
  private let outlet: MessageSender
  private let stop: WakePipe
  /// What is to be said in the end beside the exit status.
  private let sentences = Mutex<[String]>([])

  /// Starts the program from its beginning; of one that does not start nothing comes but the reason.
  static func begin(_ plan: RunPlan, _ outlet: MessageSender) -> any Feed {
    plan.rewindInput()
    do throws(CommandError) {
      return try RunFeed(plan, outlet: outlet)
    } catch {
      outlet.post(.programEnded(.notStarted(error.sentence)))
      return PassiveFeed(
        farewell: ExitReport(status: error.status, sentences: [error.sentence]))
    }
  }

  private init(_ plan: RunPlan, outlet: MessageSender) throws(CommandError) {
    outlet.post(.began(plan.program))
    guard let stop = WakePipe(), let folder = PrivateFolder(),
      let listener = try? LocalSocket.listen(at: folder.socket),
      let output = PrintingEnd.open(isError: false), let error = PrintingEnd.open(isError: true)
    else {
      throw CommandError(Self.noRoom, status: 1)
    }
    self.plan = plan
    self.outlet = outlet
    self.stop = stop
    self.folder = folder
    defer {
      PromiseSystem.close(output.writing)
      PromiseSystem.close(error.writing)
    }
    do {
      child = try ChildProcess.start(
        plan.process(socket: folder.socket, output: output.writing, error: error.writing))
    } catch {
      folder.remove()
      throw CommandError(
        ChildProcess.explanation(of: error, plan.words.first ?? ""), status: error.exitStatus)
    }
    let ends = [output.end, error.end]
    guard startThread({ self.run(listener, ends) }) else {
      child.end()
      throw CommandError(Self.noRoom, status: 1)
    }
  }

  private static let noRoom = "the system has no room for another program: end one, and try again"

  /// Reads until the program has ended, and all that it has left is read.
  private func run(_ listener: Int32, _ ends: [PrintingEnd]) {
    var connections = TraceConnections(plan: plan, outlet: outlet)
    var deadline: Int64?
    while true {
      let hasEnded = child.ending != nil
      while let connection = LocalSocket.accept(listener) { connections.add(connection) }
      guard connections.read() else { return }
      for end in ends { print(end, after: connections.newest) }
      if hasEnded {
        // What it has started may go on, and hold its ends open.
        deadline = deadline ?? Attention.now + 300_000_000
        if connections.isEmpty && ends.allSatisfy(\.isAtEnd) || Attention.now >= deadline ?? 0 {
          break
        }
      }
      guard wait([listener] + connections.descriptors, ends, hasEnded: hasEnded) else { return }
    }
    for end in ends { print(end, after: connections.newest, atEnd: true) }
    PromiseSystem.close(listener)
    finish(connections)
  }

  /// Sleeps until there is something to do; false where nobody looks any more.
  private func wait(_ sockets: [Int32], _ ends: [PrintingEnd], hasEnded: Bool) -> Bool {
    let open = ends.filter { !$0.isAtEnd }.map(\.descriptor)
    return !waitToRead(
      [stop.reading] + sockets + open + (hasEnded ? [] : [child.ended]),
      milliseconds: hasEnded ? 50 : -1)[0]
  }

  private func print(_ end: PrintingEnd, after newest: Int, atEnd: Bool = false) {
    let lines = end.lines(atEnd: atEnd).map {
      PrintedLine(text: $0, isError: end.isError, after: newest)
    }
    if !lines.isEmpty { outlet.post(.printed(lines)) }
  }

  private func finish(_ connections: TraceConnections) {
    if let ending = child.ending { outlet.post(.programEnded(ProgramEnding(ending))) }
    guard !connections.hasTold else { return }
    let sentences =
      connections.trouble.map { ["\(plan.name): \($0)"] }
      ?? RecordedFile.nothing(of: plan.name)
    self.sentences.withLock { $0 = sentences }
    outlet.post(.notice(sentences.joined(separator: " ")))
  }

  /// Ends the program as ``close()`` does, but waits for nothing.
  func endProgram() {
    _ = startThread { [child] in child.end(asking: SIGTERM) }
  }

  /// Ends the program, where it has not ended, and takes away what was made for it.
  func close() {
    stop.wake()
    if child.ending == nil { child.end(asking: SIGTERM) }
    // What it has started goes with it.
    kill(-child.process, SIGKILL)
    folder.remove()
  }

  var farewell: ExitReport {
    ExitReport(status: child.ending?.status ?? 1, sentences: sentences.withLock { $0 })
  }
}

extension ProgramEnding {
  /// As the system tells it.
  init(_ ending: ChildProcess.Ending) {
    switch ending {
    case .exited(let status): self = .exited(Int(status))
    case .signalled(let number): self = .signalled(RunEnding.name(ofSignal: number))
    }
  }
}
