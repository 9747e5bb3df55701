import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// Shows several processes on one screen: traces in files, of which some may still grow, and programs that listen
/// on sockets.
struct ProcessesFeed: Sendable {
  /// Where the events of a process come from.
  enum Place: Hashable, Sendable {
    /// A trace, and the process that writes it if the trace does not say whether that goes on.
    case file(String, of: pid_t?)
    case socket(String)

    /// The name of the file or the socket.
    var name: String {
      switch self {
      case .file(let path, _), .socket(let path): Folder.name(of: path)
      }
    }

    /// What the process is called that never says its name: the file without its ending.
    var program: String {
      switch self {
      case .file(let path, let process):
        process.map { "process \($0)" } ?? TraceName.base(of: path)
      case .socket(let path): TraceName.base(of: path)
      }
    }
  }

  let places: [Place]
  /// Whether files in JSON Lines, which do not say whether their program is running, are followed.
  let follows: Bool
  let finder: SourceFinder

  /// What the screen shows until the traces say more: the names of the files.
  var program: LiveProgram {
    let names = places.map(\.program)
    let more = names.count - 3
    let title = names.prefix(3).joined(separator: ", ") + (more > 0 ? " +\(more)" : "")
    return LiveProgram(
      entry: RunDescriptor(name: title, teaches: places.map(\.name).joined(separator: " ")))
  }

  /// Starts reading; `nil` if the system has no resources for it.
  func begin(_ sender: MessageSender) -> (any Feed)? {
    sender.post(.began(program))
    return ReadingFeed(sender, read: read)
  }

  private func read(for feed: ReadingFeed) {
    var sources = TraceSources(
      MergedEvents(to: .screen(program, finder, feed.sender), keepsSingle: false))
    defer { sources.close() }
    var missing = places
    var progress = ""
    while true {
      missing = add(missing, to: &sources, reconnects: true) { problem in
        feed.exitReport = ExitReport(status: 65, sentences: [problem])
        feed.sender.post(.notice(problem))
      }
      let waiting = missing.first.map { "waiting for \($0.name)" } ?? ""
      if waiting != progress { feed.sender.post(.progress(waiting)) }
      progress = waiting
      guard sources.read(hasEnded: !follows) else { return }
      if sources.isEmpty, missing.isEmpty { break }
      let ready = waitToRead([feed.stopped] + sources.descriptors, milliseconds: sources.pause)
      if ready[0] { return }
    }
    guard sources.finish() else { return }
    let trouble = sources.problems.isEmpty ? nil : sources.problems.joined(separator: "; ")
    feed.exitReport.sentences += sources.problems + sources.ending.remarks
    feed.sender.post(.programEnded(.read(trouble: trouble, sources.ending)))
  }

  /// Reads until all programs have ended, and returns what they have sent.
  func collect() -> RecordedRun {
    let merged = MergedEvents(to: .report, keepsSingle: false)
    var sources = TraceSources(merged)
    defer { sources.close() }
    var missing = places
    repeat {
      missing = add(missing, to: &sources, reconnects: false) { Output.printError($0) }
      _ = sources.read(hasEnded: !follows)
      if sources.isEmpty, missing.isEmpty { break }
      _ = waitToRead(sources.descriptors, milliseconds: sources.pause)
    } while true
    _ = sources.finish()
    for sentence in sources.problems { Output.printError(sentence) }
    let header = merged.headers.merged
    return RecordedRun(
      entry: RunDescriptor(
        name: header.title ?? program.entry.name, teaches: program.entry.teaches),
      isVirtual: header.isVirtual, events: merged.takeCollected(), header: header,
      isDamaged: !sources.problems.isEmpty, ending: sources.ending)
  }

  /// Opens what can be; returns the files whose beginning is not written yet.
  private func add(
    _ places: [Place], to sources: inout TraceSources, reconnects: Bool,
    complain: (String) -> Void
  ) -> [Place] {
    var missing: [Place] = []
    for place in places {
      switch place {
      case .socket(let path): sources.add(SocketSource(path: path, reconnects: reconnects))
      case .file(let path, let process):
        let shown = ShownEvents(among: sources.merged, named: place.program)
        switch LiveFile.open(path, shown, isOurs: false) {
        case .notYet: missing.append(place)
        case .unreadable(let sentence):
          complain("\(path): \(sentence)")
        case .file(let file):
          sources.add(file, isRunning: process.map { id in { NodeProcess.isRunning(id) } })
        }
      }
    }
    return missing
  }
}
