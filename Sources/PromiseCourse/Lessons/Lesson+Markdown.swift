package import PromiseExploration
import PromiseKitLite

extension Lesson {
  /// The text of the lesson, with the number and the time of the event at each of its moments.
  package func markdown(in run: NamedRun) -> String {
    var moments = steps.map(\.moment)[...]
    return markdown.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasPrefix("> "), let moment = moments.popFirst(),
        let event = moment.event(in: run)
      else { return String(line) }
      return "\(line) (event \(event.sequence), \(event.time / 1_000_000) ms)"
    }.joined(separator: "\n")
  }
}
