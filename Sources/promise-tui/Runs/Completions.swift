import ArgumentParser
import Demos
import PromiseSystem

/// What shells complete.
extension CompletionKind {
  /// The names of the demos and of their variants.
  private static let demoNames = Demo.all.flatMap { demo in
    [demo.name] + demo.variants.map { "\(demo.name)/\($0.name)" }
  }

  /// Completes the names of the demos and of their variants.
  static var demos: CompletionKind { .list(demoNames) }

  /// Completes the knobs of the demo on the command line, or of all demos.
  static var knobs: CompletionKind {
    .custom { arguments, _, _ in knobs(in: arguments) }
  }

  /// Completes the files that are probably traces.
  static var traces: CompletionKind {
    .file(extensions: [TraceName.binary, TraceName.lines].map { String($0.dropFirst()) })
  }

  /// Completes the names of the demos, and the files that are probably traces.
  static var runs: CompletionKind {
    .custom { _, _, word in demoNames + traces(for: word) }
  }

  /// Returns what a shell offers after `--set`: `login=`, `fetch=`.
  static func knobs(in arguments: [String]) -> [String] {
    Set(demos(in: arguments).flatMap(\.knobs).map { "\($0.name)=" }).sorted()
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
