import Foundation
import ProgramCorpus
import PromiseEvents
import PromiseGraph
import Testing

@Suite("The warnings name the cause")
struct CorpusTests {
  @Test("dump")
  func dump() throws {
    var text = ""
    let runs =
      try CorpusProgram.withBug.flatMap { [try CorpusRun($0), try CorpusRun($0, isRepaired: true)] }
      + CorpusProgram.right.map { try CorpusRun($0) }
    for run in runs {
      text += "## \(run.name): \(run.bug?.rawValue ?? "right"), \(run.state.graph.counts.total)\n"
      text += "   \(run.culprits.map(\.description).sorted())\n"
      for note in run.notes { text += "   - \(note)\n" }
      for warning in run.warnings {
        text += "   ! \(warning.severity) \(warning.lint) \(warning.site?.description ?? "") \(warning.sentence)\n"
      }
    }
    try text.write(toFile: "/tmp/logs/corpus-dump.txt", atomically: true, encoding: .utf8)
  }
}
