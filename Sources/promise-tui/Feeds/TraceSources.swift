import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// The traces of one or several processes, all read on one thread.
struct TraceSources {
  /// Where the events of all of them go.
  let merged: MergedEvents

  private struct Source {
    var trace: GrowingTrace
    /// What the process is called, unless its trace has a title.
    let name: String
    /// Returns whether the process goes on that writes it; `nil` if that is not known.
    let isRunning: (() -> Bool)?
    /// The process among others, once its header was read.
    var process: Int?
    var hasBegun = false
  }

  /// What a trace does not contain, or not completely.
  struct Problem: Hashable {
    /// The name of the trace.
    var source: String
    var sentence: String
  }

  private var open: [Source] = []
  /// The indices of those that were read to their end in this round.
  private var over: Set<Int> = []
  /// Whether the last examination brought events.
  private(set) var isBusy = false
  /// Why a trace could not be read, or is not complete: a few sentences.
  private(set) var problems: [Problem] = []
  /// Whether a trace could not be read at all.
  private(set) var isUnreadable = false
  /// How the recordings ended: the first one that is incomplete.
  private(set) var ending = TraceEnding.unknown

  init(_ merged: MergedEvents) { self.merged = merged }

  /// Whether every trace was read to its end.
  var isEmpty: Bool { open.isEmpty && !merged.isHolding }

  /// Reads a trace as well. `isRunning` says whether the process goes on that writes it, if the trace does not.
  mutating func add(
    _ trace: GrowingTrace, named name: String, isRunning: (() -> Bool)? = nil
  ) {
    open.append(Source(trace: trace, name: name, isRunning: isRunning))
  }

  /// Notes that the process with that number has replaced itself by another program, which writes another file.
  private mutating func setReplaced(_ systemID: Int, except last: Int? = nil) {
    for index in open.indices where index != last {
      if open[index].trace.decoder.header?.pid == systemID {
        open[index].trace.decoder.isReplaced = true
      }
    }
  }

  /// How long to wait before the next examination, in milliseconds.
  var pause: Int32 {
    if isBusy { return 0 }
    let pauses = open.map { $0.trace.pipe < 0 ? $0.trace.pause : 1000 }
    // What waits for events of other processes does not wait for long.
    return min(pauses.min() ?? 50, merged.isHolding ? 50 : .max)
  }

  /// The pipes that become readable when a program sends something.
  var pipes: [Int32] { open.map(\.trace.pipe).filter { $0 >= 0 } }

  /// The first trace of which nothing has arrived.
  var missing: GrowingTrace? { open.first { !$0.hasBegun }?.trace }

  /// The first trace that is still read.
  var first: GrowingTrace? { open.first?.trace }

  /// Returns the number that a job of a process has in its program.
  func number(inProgram job: JobID, of process: Int) -> JobID {
    open.first { $0.process == process }?.trace.decoder.number(inProgram: job) ?? job
  }

  /// Reads what has arrived; returns `false` if the screen is closed. `hasEnded` says whether the programs
  /// have whose traces do not say it.
  mutating func read(hasEnded: Bool) -> Bool {
    // Other things get their turn as well.
    for _ in 0..<16 {
      isBusy = false
      for index in open.indices {
        if let process = open[index].process, merged.isAhead(process) { continue }
        step(index, hasEnded: hasEnded)
      }
      for index in over.sorted().reversed() { open.remove(at: index) }
      over = []
      guard merged.flush(isIdle: !isBusy) else { return false }
      guard isBusy else { return true }
    }
    return true
  }

  /// Passes on everything that was read, whatever the other processes may still do.
  func finish() -> Bool { merged.finish() }

  private mutating func step(_ index: Int, hasEnded: Bool) {
    let pipe = open[index].trace.pipe
    guard pipe < 0 || waitToRead([pipe], milliseconds: 0)[0] else { return }
    let hasEnded = open[index].isRunning.map { !$0() } ?? hasEnded
    let step: TraceDecoder.Step
    do {
      step = try open[index].trace.read(hasEnded: hasEnded)
    } catch {
      isUnreadable = true
      note(error.sentence, of: open[index])
      return end(index)
    }
    begin(index)
    switch step {
    case .nothing: break
    case .events(let events):
      isBusy = true
      if let process = open[index].process { merged.append(events, to: process) }
    case .ended:
      isBusy = true
      let decoder = open[index].trace.decoder
      for sentence in decoder.problems { note(sentence, of: open[index]) }
      if decoder.ending.isIncomplete, !ending.isIncomplete { ending = decoder.ending }
      end(index)
    }
  }

  /// Begins the events of a process when its header has arrived.
  private mutating func begin(_ index: Int) {
    guard !open[index].hasBegun, let header = open[index].trace.decoder.header else { return }
    open[index].hasBegun = true
    if let systemID = header.pid { setReplaced(systemID, except: index) }
    open[index].process = merged.add(header, named: open[index].name)
  }

  private mutating func end(_ index: Int) {
    if let process = open[index].process { merged.finish(process) }
    open[index].trace.close()
    over.insert(index)
  }

  private mutating func note(_ sentence: String, of source: Source) {
    if problems.count < 8 {
      problems.append(Problem(source: source.trace.input.name, sentence: sentence))
    }
  }

  /// Closes the files.
  mutating func close() {
    for source in open { source.trace.close() }
    open = []
  }
}
