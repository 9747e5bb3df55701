import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// A trace that is read while it is shown: a file, a growing file, or standard input.
///
/// It is read no faster than the screen can show it.
struct TraceFeed: Sendable {
  let input: TraceInput
  /// Detects that the file grows or is written again, if it is followed.
  let growth: FileGrowth?
  let finder: SourceFinder

  /// Starts reading; `nil` if the system has no resources for it.
  func begin(_ sender: MessageSender) -> (any Feed)? {
    sender.post(.began(program))
    sender.post(.progress("reading \(input.name)"))
    return ReadingFeed(sender, read: read)
  }

  private var program: LiveProgram {
    LiveProgram(
      entry: RunDescriptor(name: Folder.name(of: input.name), teaches: "recorded in \(input.name)"))
  }

  func shownEvents(_ feed: ReadingFeed) -> ShownEvents {
    ShownEvents(of: program, finder: finder, sender: feed.sender)
  }

  /// Reads to the end, and again from the beginning if the file is written again.
  private func read(for feed: ReadingFeed) {
    while true {
      let bytesRead: Int?
      do throws(UnreadableTrace) {
        guard let format = format(feed) else { return }
        switch format {
        case .lines: bytesRead = try readLines(feed)
        case .binary(let bytes): bytesRead = try readRecords(bytes, feed)
        }
      } catch {
        feed.exitReport = ExitReport(status: 65, sentences: ["\(input.name): \(error.advice)"])
        return feed.sender.post(.programEnded(.read(trouble: error.advice)))
      }
      guard let bytesRead, growth?.beginsAgain(after: bytesRead) == true else { return }
    }
  }

  // MARK: - JSON Lines

  /// Reads lines. Returns the number of bytes when the file is written again; `nil` at the end, or if
  /// the screen is closed.
  private func readLines(_ feed: ReadingFeed) throws(UnreadableTrace) -> Int? {
    var progress = ReadingProgress(of: input)
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    var stream = TraceStream(shownEvents(feed))
    var bytesRead = 0
    /// The beginning of a binary trace.
    var start: [UInt8]?
    do throws(TraceError) {
      while wait(bytesRead, &progress, feed) {
        let bytes = input.read(into: &buffer)
        if bytesRead == 0, bytes.first == BinaryFormat.magic.first, input.size == nil {
          start = Array(bytes)
          break
        }
        bytesRead += bytes.count
        if bytes.isEmpty {
          guard let growth else {
            let complaints = try stream.finish()
            end(complaints, stream.isCutShort ? .cutShort : .unknown, feed)
            return nil
          }
          feed.sender.post(.progress(""))
          guard growth.wait(beyond: bytesRead, stop: feed.stopped) else { return bytesRead }
          continue
        }
        guard try stream.take(bytes) else { return nil }
        if let message = progress.message(bytesRead, events: stream.count) {
          feed.sender.post(.progress(message))
        }
      }
    } catch {
      throw UnreadableTrace(error)
    }
    return try start.flatMap { bytes throws(UnreadableTrace) in try readPipe(bytes, feed) }
  }

  /// Waits for bytes, and reports that there are none yet. Returns `false` if the screen is closed.
  private func wait(
    _ bytesRead: Int, _ progress: inout ReadingProgress, _ feed: ReadingFeed
  ) -> Bool {
    let ready = waitToRead([input.descriptor, feed.stopped], milliseconds: 0)
    if ready.contains(true) { return !ready[1] }
    feed.sender.post(.progress(bytesRead == 0 ? "waiting for \(input.name)" : ""))
    progress.pause()
    return feed.wait(for: input.descriptor)
  }

  func end(_ problems: [String], _ ending: TraceEnding, _ feed: ReadingFeed) {
    let trouble = problems.isEmpty ? nil : problems.joined(separator: "; ")
    let complaints = problems + ending.remarks
    feed.exitReport.sentences = complaints.map { "\(input.name): \($0)" }
    feed.sender.post(.programEnded(.read(trouble: trouble, ending)))
  }
}
