import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// Traces that are read while they are shown on one screen, each of one process: files, growing files, or standard input.
///
/// They are read no faster than the screen can show them.
struct TraceFeed: Sendable {
  /// A trace, and the process that writes it if the trace does not say whether that goes on.
  struct Source: Sendable {
    /// The path of the file, or what standard input is called.
    let name: String
    /// `nil` if there is no such file yet.
    let input: TraceInput?
    var process: pid_t?

    /// What the process is called that never says its name.
    fileprivate var processName: String {
      process.map { "process \($0)" } ?? TraceName.base(of: name)
    }
  }

  let sources: [Source]
  /// Whether lines, which do not say whether their program is running, are followed, and a file that is written again is
  /// read again.
  let follows: Bool
  let finder: SourceFinder

  /// What the screen shows until the traces say more: the names of the files.
  var program: LiveProgram {
    let names = sources.map(\.processName)
    let more = names.count - 3
    let title = names.prefix(3).joined(separator: ", ") + (more > 0 ? " +\(more)" : "")
    let files = sources.map { Folder.name(of: $0.name) }
    guard let only = sources.first, sources.count == 1 else {
      return LiveProgram(
        entry: RunDescriptor(name: title, teaches: files.joined(separator: " ")))
    }
    return LiveProgram(
      entry: RunDescriptor(
        name: Folder.name(of: only.name), teaches: "recorded in \(only.name)"))
  }

  /// Starts reading; `nil` if the system has no resources for it.
  func begin(_ sender: MessageSender) -> (any Feed)? {
    sender.post(.began(program))
    if sources.count == 1 { sender.post(.progress("reading \(sources[0].name)")) }
    return ReadingFeed(sender, read: read)
  }

  /// Reads to the end, and again from the beginning if the only file is written again.
  private func read(for feed: ReadingFeed) {
    var opened = sources.compactMap { $0.input.map { GrowingTrace($0) } }
    if opened.isEmpty {
      guard let trace = waitForFile(feed) else { return }
      opened = [trace]
    }
    while show(opened, feed) {
      guard let path = opened.first?.input.path, let again = GrowingTrace(path) else { return }
      opened = [again]
      feed.sender.post(.began(program))
    }
  }

  /// Waits until a program writes the only file; returns `nil` if the screen is closed first.
  private func waitForFile(_ feed: ReadingFeed) -> GrowingTrace? {
    let path = sources[0].name
    feed.sender.post(.progress(TraceInput.waiting(for: path)))
    while true {
      if let trace = GrowingTrace(path) { return trace }
      if waitToRead([feed.stopped], milliseconds: 100)[0] { return nil }
    }
  }

  /// Shows the traces until their end. Returns whether the only file is written again.
  private func show(_ opened: [GrowingTrace], _ feed: ReadingFeed) -> Bool {
    let isSingle = opened.count == 1
    var reading = TraceSources(
      MergedEvents(program, finder, feed.sender, keepsSingle: isSingle))
    defer { reading.close() }
    for (source, trace) in zip(sources, opened) {
      reading.add(
        trace, named: source.processName,
        isRunning: source.process.map { id in { NodeProcess.isRunning(id) } })
    }
    var progress = Progress(isSingle ? opened.first : nil, feed.sender)
    let only = follows && isSingle ? opened.first : nil
    while true {
      guard reading.read(hasEnded: !follows) else { return false }
      progress.tell(reading)
      if reading.isEmpty { break }
      if let only, let position = reading.first?.decoder.position,
        only.isWrittenAgain(after: position)
      {
        return true
      }
      guard !waitToRead([feed.stopped] + reading.pipes, milliseconds: reading.pause)[0] else {
        return false
      }
    }
    guard reading.finish() else { return false }
    end(reading, feed)
    // The program may run again.
    guard let only, !reading.isUnreadable else { return false }
    while !waitToRead([feed.stopped], milliseconds: 100)[0] {
      if only.isWrittenAgain(after: 0) { return true }
    }
    return false
  }

  private func end(_ reading: TraceSources, _ feed: ReadingFeed) {
    let isSingle = sources.count == 1
    let sentences = reading.problems.map { isSingle ? $0.sentence : "\($0.source): \($0.sentence)" }
    let remarks = reading.ending.remarks
    if reading.isUnreadable { feed.exitReport.status = 65 }
    feed.exitReport.sentences =
      isSingle
      ? (sentences + remarks).map { "\(sources[0].name): \($0)" } : sentences + remarks
    let trouble = sentences.isEmpty ? nil : sentences.joined(separator: "; ")
    feed.sender.post(.programEnded(.read(trouble: trouble, reading.ending)))
  }

  /// Says from time to time how much of a trace has been read, or which one has not begun.
  private struct Progress {
    private var reading: ReadingProgress?
    private let sender: MessageSender
    private var said: String

    init(_ trace: GrowingTrace?, _ sender: MessageSender) {
      reading = trace.map { ReadingProgress(of: $0.input) }
      self.sender = sender
      // What was said when reading began.
      said = trace.map { "reading \($0.input.name)" } ?? ""
    }

    mutating func tell(_ sources: TraceSources) {
      let message: String
      if sources.isBusy, let trace = sources.first {
        guard
          let text = reading?.message(trace.decoder.position, events: trace.decoder.count)
        else { return }
        message = text
      } else {
        reading?.pause()
        message = sources.missing.map { "waiting for \($0.input.name)" } ?? ""
      }
      if message != said { sender.post(.progress(message)) }
      said = message
    }
  }
}
