import PromiseGraph
import PromiseInsight

/// A demo's chain in JavaScript: the script, and what node prints.
package struct DemoScript: Hashable, Sendable {
  /// The file's name, such as `ThenOrder.mjs`.
  package var file: String
  /// The lines of the script.
  package var lines: [String]
  /// The lines that node printed when the lesson was written.
  package var recorded: [String]
  /// What running the script gave; `nil` until node has run it.
  package var result: Result?

  package init(file: String, lines: [String], recorded: [String], result: Result? = nil) {
    self.file = file
    self.lines = lines
    self.recorded = recorded
    self.result = result
  }

  /// What running a script gave.
  package enum Result: Hashable, Sendable {
    /// Node of this version printed these lines, and ended.
    case printed([String], version: String)
    /// There is no node.
    case notInstalled
    /// Node is older than 18.
    case tooOld(version: String)
    /// Node failed, for this reason.
    case failed(String)
  }
}

extension DemoScript {
  /// What node printed, or, if it has not run the script, what the lesson recorded.
  package var output: [String] {
    if case .printed(let lines, _)? = result { return lines }
    return recorded
  }
}

extension CourseText {
  /// Introduces the lines of ``DemoScript/output``.
  package func heading(of script: DemoScript) -> String {
    switch script.result {
    case nil: language.text("Node is running the script. It printed earlier:")
    case .printed(_, let version)? where script.output == script.recorded:
      language.text("Node \(version) prints:")
    case .printed(_, let version)?:
      language.text("Node \(version) prints something else than the lesson recorded:")
    case .notInstalled?:
      language.text(
        "Node is not installed, so the script did not run. Install node 18 or later. The lesson recorded:"
      )
    case .tooOld(let version)?:
      language.text(
        "Node \(version) is too old, so the script did not run. Install node 18 or later. The lesson recorded:"
      )
    case .failed(let reason)?:
      language.text("Node did not run the script: \(reason). The lesson recorded:")
    }
  }

  /// Returns the page of a lesson that shows what node prints.
  package func section(of script: DemoScript) -> LessonSection {
    LessonSection(
      title: language.text("In JavaScript") + colon + script.file,
      blocks: [.paragraph(heading(of: script)), .code(script.output)])
  }
}
