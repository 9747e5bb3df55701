import PromiseCourse
import PromiseGraph
import PromiseInsight
import PromiseScreens

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
