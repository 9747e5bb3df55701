import PromiseCourse
import PromiseGraph
import PromiseInsight
import PromiseScreens
import PromiseSystem

extension DemoScript {
  /// Returns the script with what node prints when it runs it, which takes as long as the script does.
  func run(by node: String = "node") -> DemoScript {
    var script = self
    script.result = Self.result(of: lines.joined(separator: "\n"), by: node)
    return script
  }

  private static func result(of text: String, by node: String) -> Result {
    let version: String
    switch ProgramAnswer(to: [node, "--version"]) {
    case .missing: return .notInstalled
    case .failed(let reason): return .failed(reason)
    case .lines(let lines): version = lines.last.map { String($0.drop { $0 == "v" }) } ?? ""
    }
    guard let major = version.split(separator: ".").first.flatMap({ Int($0) }) else {
      return .failed("'\(node) --version' printed no version")
    }
    guard major >= oldest else { return .tooOld(version: version) }
    switch ProgramAnswer(to: [node, "--input-type=module", "--eval", text]) {
    case .missing: return .notInstalled
    case .failed(let reason): return .failed(reason)
    case .lines(let lines): return .printed(lines, version: version)
    }
  }

  /// The oldest node that runs the scripts.
  static let oldest = 18
}

/// A demo in JavaScript as text: the script, what node prints, and the lesson.
struct ScriptReport {
  let entry: RunDescriptor
  let script: DemoScript
  let language: Language

  /// The report.
  var text: String {
    let course = CourseText(language)
    let lesson = entry.lesson.map { ["LESSON", $0.markdown] } ?? []
    let parts =
      [
        "\(entry.name): \(entry.teaches)", "SCRIPT  \(script.file)",
        script.lines.joined(separator: "\n"), "OUTPUT",
        ([course.heading(of: script)] + script.output.map { "  " + $0 }).joined(separator: "\n"),
      ] + lesson
    return parts.map { $0.trimmingNewlines + "\n" }.joined(separator: "\n")
  }
}

extension String {
  /// The text without empty lines at its end.
  fileprivate var trimmingNewlines: Substring {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    return text
  }
}
