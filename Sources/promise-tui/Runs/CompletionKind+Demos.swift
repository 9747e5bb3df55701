import ArgumentParser
import Demos

extension CompletionKind {
  /// The names of the demos.
  static var demos: CompletionKind { .list(Demo.all.map(\.name)) }

  /// The knobs of the demo that the command line names, or of all of them.
  static var knobs: CompletionKind {
    .custom { words, _, _ in knobs(in: words) }
  }

  /// `login=`, `fetch=`: what a shell is offered after `--set`.
  static func knobs(in words: [String]) -> [String] {
    let named = Demo.all.filter { words.contains($0.name) }
    let knobs = (named.isEmpty ? Demo.all : named).flatMap(\.knobs)
    return Set(knobs.map { "\($0.name)=" }).sorted()
  }
}
