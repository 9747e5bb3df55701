import PromiseGraph
import PromiseInsight

extension SourceText {
  /// The text from the closure of a demo on: without its name, what it teaches, its lints and what it expects. The
  /// whole text if it declares no demo.
  var closure: SourceText {
    guard let declaration = lines.firstIndex(where: { $0.contains("= Demo(") }),
      let opening = lines[declaration...].firstIndex(where: { Self.opensClosure($0) })
    else { return self }
    return SourceText(
      file: file, firstLine: firstLine + opening, lines: Array(lines[opening...]))
  }

  /// Returns whether a line ends the arguments of a declaration and opens its closure.
  private static func opensClosure(_ line: String) -> Bool {
    let text = line.drop { $0 == " " }
    return text.hasPrefix(") {") || text.hasPrefix("Demo(") && text.hasSuffix("{")
      || line.contains(") { knobs in") || line.contains(") { _ in")
  }
}
