import Logging
import Synchronization

/// Keeps what is logged, as entries and as the lines of a log.
final class MemoryLog: Sendable {
  struct Entry: Sendable {
    var level: Logger.Level
    var text: String
    var metadata: [String: String]
    var file: String
    var line: UInt
  }

  private let kept = Mutex<[Entry]>([])
  private let whenLogged: @Sendable (Entry) -> Void

  /// Creates a log that calls `whenLogged` with each entry.
  init(_ whenLogged: @escaping @Sendable (Entry) -> Void = { _ in }) {
    self.whenLogged = whenLogged
  }

  var entries: [Entry] { kept.withLock { $0 } }
  var texts: [String] { entries.map(\.text) }

  /// The entries as a handler for a terminal writes them.
  var lines: [String] {
    entries.map { entry in
      let metadata = entry.metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return "\(entry.level) promises: \(metadata.joined(separator: " ")) \(entry.text)"
    }
  }

  /// A logger that logs here.
  func logger(_ level: Logger.Level = .trace) -> Logger {
    Logger(label: "promises") { _ in Handler(log: self, logLevel: level) }
  }

  fileprivate func add(_ entry: Entry) {
    kept.withLock { $0.append(entry) }
    whenLogged(entry)
  }
}

private struct Handler: LogHandler {
  let log: MemoryLog
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    log.add(
      MemoryLog.Entry(
        level: event.level, text: event.message.description,
        metadata: (event.metadata ?? [:]).mapValues { "\($0)" }, file: event.file,
        line: event.line))
  }
}
