import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// A trace that is read while it is shown: a file, a growing file, or standard input.
///
/// It is read no faster than the screen can show it.
struct TraceFeed: Sendable {
  let input: TraceInput
  /// Detects that the file grows, if it is followed.
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

  /// Reads to the end, and again from the beginning if the file is rewritten.
  private func read(for feed: ReadingFeed) {
    var progress = ReadingProgress(of: input)
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    while true {
      var stream = TraceStream(of: program, finder: finder, sender: feed.sender)
      var bytesRead = 0
      do throws(TraceError) {
        while wait(bytesRead, &progress, feed) {
          let bytes = input.read(into: &buffer)
          bytesRead += bytes.count
          if bytes.isEmpty {
            guard let growth else {
              return end(try stream.finish(), isCutShort: stream.isCutShort, feed)
            }
            feed.sender.post(.progress(""))
            guard growth.wait(beyond: bytesRead, stop: feed.stopped) else { break }
            continue
          }
          guard try stream.take(bytes) else { return }
          if let message = progress.message(bytesRead, events: stream.count) {
            feed.sender.post(.progress(message))
          }
        }
      } catch {
        feed.exitReport = ExitReport(status: 65, sentences: ["\(input.name): \(error.advice)"])
        return feed.sender.post(.programEnded(.read(trouble: error.advice)))
      }
      guard growth?.beginsAgain(after: bytesRead) == true else { return }
    }
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

  private func end(_ complaints: [String], isCutShort: Bool, _ feed: ReadingFeed) {
    let problem = complaints.isEmpty ? nil : complaints.joined(separator: "; ")
    feed.exitReport.sentences = complaints.map { "\(input.name): \($0)" }
    feed.sender.post(.programEnded(.read(trouble: problem, isCutShort: isCutShort)))
  }
}
