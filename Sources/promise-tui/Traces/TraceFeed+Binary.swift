import PromiseKitLite
import PromiseScreens
import PromiseSystem

extension TraceFeed {
  /// How the trace is written.
  enum Format {
    /// As JSON Lines.
    case lines
    /// In the binary format.
    case binary(any BinaryBytes)
  }

  /// Returns the format of the trace, for which a file that a program has just created may have to be
  /// waited for; `nil` if the screen is closed.
  func format(_ feed: ReadingFeed) -> Format? {
    guard input.size != nil else { return .lines }
    let file = BinaryFile(descriptor: input.descriptor)
    let deadline = EventWaiter.now + 2_000_000_000
    while true {
      let start = file.read(at: 0, count: BinaryFormat.magic.count)
      if start == BinaryFormat.magic { return .binary(file) }
      // The first bytes are written last, when the rest of the header is there.
      guard start.first == 0, EventWaiter.now < deadline else { return .lines }
      if waitToRead([feed.stopped], milliseconds: 20)[0] { return nil }
    }
  }

  /// Reads a binary trace from a pipe that has sent `start`.
  func readPipe(_ start: [UInt8], _ feed: ReadingFeed) throws(UnreadableTrace) -> Int? {
    try readRecords(try input.binaryBytes(after: start), feed)
  }

  /// Reads records, for as long as the program is running. Returns 0 when another file gets the name
  /// of this one, if it is followed; `nil` at the end, or if the screen is closed.
  func readRecords(
    _ bytes: any BinaryBytes, _ feed: ReadingFeed
  ) throws(UnreadableTrace) -> Int? {
    var progress = ReadingProgress(named: input.name)
    var stream = try BinaryStream(
      bytes, shownEvents(feed), isWhole: input.size == nil)
    while true {
      switch stream.step() {
      case .closed: return nil
      case .events:
        if let message = progress.message(0, events: stream.count) {
          feed.sender.post(.progress(message))
        }
      case .nothing:
        feed.sender.post(.progress(""))
        progress.pause()
        if waitToRead([feed.stopped], milliseconds: stream.pause)[0] { return nil }
      case .ended(let ending):
        end(stream.problems, ending, feed)
        return growth?.waitForAnother(stop: feed.stopped) == true ? 0 : nil
      }
    }
  }
}
