import ArgumentParser
import Demos
import PromiseSystem

/// What shells complete.
extension CompletionKind {
  /// Completes the names of the demos.
  static var demos: CompletionKind { .list(Demo.all.map(\.name)) }

  /// Completes the knobs of the demo on the command line, or of all demos.
  static var knobs: CompletionKind {
    .custom { arguments, _, _ in knobs(in: arguments) }
  }

  /// Completes the variants of the demo on the command line, or of all demos.
  static var variants: CompletionKind {
    .custom { arguments, _, _ in variants(in: arguments) }
  }

  /// Completes the files that are probably traces.
  static var traces: CompletionKind {
    .file(extensions: [TraceName.binary, TraceName.lines].map { String($0.dropFirst()) })
  }

  /// Completes the names of the demos, and the files that are probably traces.
  static var runs: CompletionKind {
    .custom { _, _, word in Demo.all.map(\.name) + traces(for: word) }
  }

  /// Returns what a shell offers after `--set`: `login=`, `fetch=`.
  static func knobs(in arguments: [String]) -> [String] {
    Set(demos(in: arguments).flatMap(\.knobs).map { "\($0.name)=" }).sorted()
  }

  /// Returns what a shell offers after `--variant`.
  static func variants(in arguments: [String]) -> [String] {
    Set(demos(in: arguments).flatMap(\.variants).map(\.name)).sorted()
  }

  /// The demos on a command line, or all of them.
  private static func demos(in arguments: [String]) -> [Demo] {
    let named = Demo.all.filter { arguments.contains($0.name) }
    return named.isEmpty ? Demo.all : named
  }

  /// Returns the traces and the folders that begin with `word`, a path whose last part may be incomplete. Names
  /// that a shell would have to quote are left out: bash expands what it is offered.
  static func traces(for word: String) -> [String] {
    let start = word.lastIndex(of: "/").map { String(word[...$0]) } ?? ""
    let isHiddenWanted = word.dropFirst(start.count).hasPrefix(".")
    return Folder.names(of: start.isEmpty ? "." : start).compactMap { name in
      let path = start + name
      guard path.hasPrefix(word), isHiddenWanted || !name.hasPrefix("."),
        shellQuoted(path) == path, !path.contains(":"), !path.hasPrefix("-")
      else { return nil }
      if Folder.leadsToFolder(path) { return path + "/" }
      return TraceName.isTrace(name) ? path : nil
    }
  }
}
