import PromiseKitLite
import PromiseSimulation

/// The events of a run that is over, made whole: with the text of the files that they name, and with what
/// was printed after the last of them.
struct RecordedEvents {
  let events: [PromiseEvent]

  /// - Parameters:
  ///   - recorded: The events as they came.
  ///   - printed: What the program has printed and no event tells.
  ///   - package: The folder in which its sources are.
  init(_ recorded: [PromiseEvent], printed: [String], package: String) {
    var events = recorded.sorted { $0.sequence < $1.sequence }
    if let last = events.last {
      events += printed.enumerated().map { place, line in
        var note = last
        note.sequence += place + 1
        note.kind = .note(line)
        return note
      }
    }
    let texts = Self.missing(in: events).compactMap { file in
      Self.path(of: file, in: package).flatMap { FileText.read($0) }.map { (file, $0) }
    }
    // They come first, as a source does that the program tells itself.
    let sources = texts.enumerated().map { place, text in
      PromiseEvent(
        sequence: place + 1, time: 0, thread: nil, queue: nil,
        kind: .sourceText(file: text.0, firstLine: 1, text: text.1))
    }
    for index in events.indices { events[index].sequence += sources.count }
    self.events = sources + events
  }

  /// The files that promises were made in and whose text is not there.
  private static func missing(in events: [PromiseEvent]) -> [String] {
    var known: Set<String> = []
    var named: Set<String> = []
    for event in events {
      switch event.kind {
      case .sourceText(let file, _, _): known.insert(file)
      case .created(let creation): creation.site.map { _ = named.insert($0.file) }
      default: break
      }
    }
    return named.subtracting(known).sorted()
  }

  /// Where a file lies that `#fileID` calls `Module/Name.swift`.
  private static func path(of file: String, in package: String) -> String? {
    let parts = file.split(separator: "/")
    guard parts.count == 2 else { return nil }
    let module = "\(package)/Sources/\(parts[0])"
    return search(for: String(parts[1]), in: module, depth: 0)
  }

  private static func search(for name: String, in folder: String, depth: Int) -> String? {
    if Folder.isFile("\(folder)/\(name)") { return "\(folder)/\(name)" }
    guard depth < 8 else { return nil }
    for inner in Folder.names(of: folder) where SourceName.mayHoldSources(inner) {
      guard Folder.isFolder("\(folder)/\(inner)") else { continue }
      if let path = search(for: name, in: "\(folder)/\(inner)", depth: depth + 1) { return path }
    }
    return nil
  }
}
