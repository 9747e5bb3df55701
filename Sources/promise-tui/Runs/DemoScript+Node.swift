import PromiseCourse
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
