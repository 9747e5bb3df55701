/// The names of files that contain traces.
enum TraceName {
  /// The ending of a trace in the binary format.
  static let binary = ".ptrace"
  /// The ending of a trace in JSON Lines.
  static let lines = ".jsonl"

  /// Returns names of files of several processes in the order in which the processes began: their numbers grow, and
  /// a process that replaces itself adds to the name.
  static func inOrder(_ names: some Sequence<String>) -> [String] {
    names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  /// Returns the name of a file without its folder and its ending.
  static func base(of path: String) -> String {
    let name = Folder.name(of: path)
    return [binary, lines].first { name.hasSuffix($0) && name.utf8.count > $0.utf8.count }
      .map { String(name.dropLast($0.count)) } ?? name
  }

  /// Returns whether a file of this name is probably a trace.
  static func isTrace(_ name: String) -> Bool { name.hasSuffix(binary) || name.hasSuffix(lines) }

  /// Returns whether a file of this name is probably a trace, or that of a process which found its name taken:
  /// `run.ptrace.4711.2`.
  static func mayBeTrace(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let rest = parts.reversed().drop { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
    guard let ending = rest.first, parts.count - rest.count <= 2 else { return false }
    return ending == binary.dropFirst() || ending == lines.dropFirst()
  }
}
