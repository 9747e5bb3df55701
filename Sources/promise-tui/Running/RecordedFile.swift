import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// The file that a program records to, before and after the run.
struct RecordedFile: Sendable {
  private let path: String
  /// The files that existed before the run.
  private let before: [String: Folder.Stamp]

  /// Creates the description of the file at `path`; `%p` in it stands for any number.
  init(_ path: String) {
    self.path = path
    before = Self.stamps(path)
  }

  /// Rejects a path that cannot be written, or that holds something other than a trace. With
  /// `force`, such a file is deleted, because a recorded program overwrites nothing but traces.
  ///
  /// - Throws: What is wrong with it.
  static func check(_ path: String, force: Bool) throws(CommandError) {
    if let sentence = problem(with: path, force: force) { throw usageError(sentence) }
    for path in [path, recorded(for: path)] where force && Folder.isFile(path) && !isTrace(path) {
      unlink(path)
    }
  }

  /// Returns the file to which a program records for the one at `path`: a trace in JSON Lines is converted at the end.
  static func recorded(for path: String) -> String {
    path.hasSuffix(TraceName.lines) ? path + TraceName.binary : path
  }

  /// Returns the reason as a sentence; `nil` if no problem is known.
  static func problem(with path: String, force: Bool = false) -> String? {
    guard path != "-" else {
      return "-o - is not a file, and a program records into one: -o run.jsonl writes JSON Lines, "
        + "and 'promise-tui export run.ptrace --follow' prints them while the program runs"
    }
    if let problem = problem(withFile: path, force: force) { return problem }
    let recorded = recorded(for: path)
    return recorded == path
      ? nil
      : problem(withFile: recorded, force: force).map {
        "\(path) is recorded to \(recorded) first: \($0)"
      }
  }

  private static func problem(withFile path: String, force: Bool) -> String? {
    guard !path.isEmpty else { return "-o needs the name of a file, such as -o run.ptrace" }
    let folder = Folder.parent(of: Folder.absolute(path)) ?? "/"
    guard Folder.leadsToFolder(folder) else {
      return CommandError.unwritable(path, ENOENT).sentence
    }
    if Folder.leadsToFolder(path) { return CommandError.unwritable(path, EISDIR).sentence }
    guard !Folder.exists(path) || Folder.isFile(path) else {
      return "\(path) is not a file that can hold a trace: name one, such as -o run.ptrace. "
        + "'promise-tui export run.ptrace --follow' writes into a pipe while it is recorded"
    }
    guard access(Folder.exists(path) ? path : folder, W_OK) == 0 else {
      return CommandError.unwritable(path).sentence
    }
    guard !force, Folder.isFile(path), !isTrace(path) else { return nil }
    return "\(path) exists and is not a trace: choose another file, or use --force to overwrite it"
  }

  /// Returns whether a file begins like a trace; an empty file may become one.
  private static func isTrace(_ path: String) -> Bool {
    guard let input = try? TraceInput.open(path) else { return false }
    defer { input.close() }
    return TraceDecoder.mayBeTrace(input.descriptor)
  }

  /// The files that were written during the run. An older recording, which got another name, is not
  /// one of them.
  var written: [String] {
    let older = Set(before.values)
    return Self.stamps(path).filter { !older.contains($0.value) }.keys.sorted()
  }

  /// Returns the name that the older recording in `file` got during the run; `nil` if there was none.
  private func newName(ofOlder file: String) -> String? {
    let moved = "\(file).1"
    guard let stamp = before[file], Folder.stamp(of: moved) == stamp else { return nil }
    return moved
  }

  /// Returns the stamps of the file at `path`, and of those that other processes of the program
  /// write beside it.
  private static func stamps(_ path: String) -> [String: Folder.Stamp] {
    let folder = Folder.parent(of: path) ?? (path.hasPrefix("/") ? "/" : ".")
    let name = Folder.name(of: path)
    let parts = name.split(separator: "%p", maxSplits: 1, omittingEmptySubsequences: false)
    var stamps: [String: Folder.Stamp] = [:]
    for found in Folder.names(of: folder) {
      let isIt =
        parts.count == 2
        ? found.hasPrefix(parts[0]) && found.hasSuffix(parts[1])
        : found == name || found.hasPrefix("\(name).")
      let file = path.contains("/") ? "\(folder)/\(found)" : found
      if isIt { stamps[file] = Folder.stamp(of: file) }
    }
    return stamps
  }

  /// Describes what was recorded of a program, in a sentence or two for each file.
  func summary(of program: String, _ ending: ChildProcess.Ending) -> [String] {
    let written = written
    guard !written.isEmpty else { return Self.nothing(of: program) }
    let traces = TraceName.inOrder(written)
    let all =
      traces.count > 1
      ? [
        "all \(traces.count) on one screen: promise-tui open "
          + traces.prefix(Self.mostNamed).map(shellQuoted).joined(separator: " ")
          + (traces.count > Self.mostNamed ? " …" : "")
      ] : []
    return traces.flatMap { file in
      guard let counts = TraceCounts(file) else {
        return ["\(file) cannot be read; see 'promise-tui open \(file)'"]
      }
      let older = newName(ofOlder: file).map { " (the older recording is now \($0))" } ?? ""
      let remarks =
        switch (counts.ending, ending) {
        case (.killed, .exited) where traces.count == 1:
          ["it left with _exit, or replaced itself: every completed record is here"]
        default: counts.ending.remarks
        }
      return remarks.map { "\(file): \($0)" }
        + ["\(counts)\(older): promise-tui open \(file)"]
        + counts.listed
    } + all
  }

  /// The most traces that are named in one command.
  private static var mostNamed: Int { 16 }

  /// Explains why a program may have recorded nothing, and what to do.
  static func nothing(of program: String) -> [String] {
    [
      "\(program) has recorded nothing: only a program that links PromiseKitLite and creates a promise does, or one that Node.js 18 or later runs;",
      "docs/debug/recording.md says how to link it, and docs/debug/javascript.md what Node.js needs",
    ]
  }
}

/// How much a trace contains.
struct TraceCounts: CustomStringConvertible {
  private(set) var events = 0
  private(set) var bytes = 0
  private(set) var promises = 0
  private(set) var warnings = 0
  /// The warnings as lines, the most important first, and how many more there are; then what is worth a look.
  private(set) var listed: [String] = []
  private(set) var dropped = 0
  private(set) var ending = TraceEnding.unknown

  /// Counts the contents of the trace in a file; `nil` if it is not a trace.
  init?(_ path: String) {
    guard let input = try? TraceInput.open(path) else { return nil }
    defer { input.close() }
    // Only the end state matters, so few events are kept.
    var history = History(limit: 10_000)
    var events = 0
    var trace = TraceDecoder(input.descriptor)
    guard
      (try? trace.readAll { piece in
        events += piece.count
        history.append(contentsOf: piece)
      }) != nil
    else { return nil }
    self.events = events
    ending = trace.ending
    bytes = input.size ?? 0
    history.flush()
    let end = history.state(at: history.last)
    promises = end.graph.counts.total
    let culprits = end.culprits(isOver: true)
    warnings = culprits.warningCount
    listed = culprits.serious.prefix(Self.mostListed).map(\.line)
    let serious = culprits.serious.count
    if serious > listed.count {
      listed.append("\(plural(serious - listed.count, "more warning"))")
    }
    listed += culprits.looks.prefix(end.lints.settings.worth).map(\.line)
    dropped = end.graph.dropped
  }

  var description: String {
    let lost = dropped > 0 ? ", \(dropped) lost" : ""
    return "\(plural(events, "event")) of \(plural(promises, "promise"))\(lost), "
      + "\(plural(warnings, "warning")), \(size)"
  }

  /// The most warnings that are listed.
  private static var mostListed: Int { 5 }

  private var size: String {
    switch bytes {
    case ..<1000: "\(bytes) bytes"
    case ..<1_000_000: "\(bytes / 1000).\(bytes % 1000 / 100) kB"
    default: "\(bytes / 1_000_000).\(bytes % 1_000_000 / 100_000) MB"
    }
  }
}
