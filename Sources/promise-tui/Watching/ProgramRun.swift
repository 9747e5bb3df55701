import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// One run of a program that writes a trace: what it did, what it printed, and how it ended.
struct ProgramRun {
  let maker: PackageMaker
  /// The program's name.
  let program: String

  /// More events than these nobody looks at.
  static let mostEvents = 200_000
  private static let mostBytes = 64 << 20

  /// Runs it to its end, within its limits.
  func make(_ progress: MakingProgress) -> Making {
    guard let (end, writing) = ReadingEnd.pipe() else { return .failed(.noRoom) }
    guard let printed = PrintedFile() else {
      close(writing)
      return .failed(.noRoom)
    }
    progress("running", 0, "")
    let path = maker.package.path(of: program)
    let child: ChildProcess
    do {
      child = try ChildProcess.start(
        ChildProcess.Program(
          words: [path],
          variables: [
            "PROMISE_TRACE": "fd:3", "PROMISE_PRINTED": "fd:4",
            // What it would say takes seconds, and says nothing of promises.
            "SWIFT_BACKTRACE": getenv("SWIFT_BACKTRACE").map { String(cString: $0) }
              ?? "enable=no",
          ],
          descriptors: [
            STDOUT_FILENO: printed.writing, STDERR_FILENO: printed.writing, 3: writing,
            4: printed.reading,
          ]))
    } catch {
      close(writing)
      return .failed(.start(path, error))
    }
    close(writing)
    return record(child, end, printed, progress)
  }

  private func record(
    _ child: ChildProcess, _ end: ReadingEnd, _ printed: PrintedFile, _ progress: MakingProgress
  ) -> Making {
    var trace = TraceReader()
    var events: [PromiseEvent] = []
    var failure: TraceError?
    var bytesRead = 0
    let limit = Int(maker.package.limit.components.seconds)
    func recording(_ trouble: Trouble?) -> Making {
      if let last = try? trace.finish() { events += last }
      let text = LastWords(printed.rest()).lines
      guard !events.isEmpty else {
        return .failed(trouble ?? .noTrace(program, failure, printed: text))
      }
      let whole = RecordedEvents(events, printed: text, package: maker.package.folder)
      let entry = DemoEntry(name: program, teaches: "a program of your own")
      return .ran(
        Recording(
          entry: entry, isVirtual: trace.header?.isVirtual ?? true, events: whole.events),
        trouble)
    }
    let ending = maker.follow(child, [end], asking: SIGKILL) { seconds in
      progress("running", seconds, "")
      return seconds >= limit ? .failed(.tooLong(program, limit)) : nil
    } take: { _, bytes in
      bytesRead += bytes.count
      do throws(TraceError) {
        events += try trace.read(bytes)
      } catch {
        failure = failure ?? error
      }
      let isTooMuch = events.count >= Self.mostEvents || bytesRead >= Self.mostBytes
      return isTooMuch ? .failed(.endless(program, events.count)) : nil
    }
    switch ending {
    case .success(.exited(0)): return recording(nil)
    case .success(let ending): return recording(.ended(program, ending, LastWords(printed.peek())))
    case .failure(let stop):
      guard case .failed(let trouble) = stop.making else { return stop.making }
      return recording(trouble)
    }
  }
}
