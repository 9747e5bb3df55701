import PromiseScreens
import Testing

@testable import promise_tui

@Suite("The output of swift build")
struct BuildOutputTests {
  /// Returns the build output after reading `text` in pieces of `size` bytes.
  private static func read(_ text: String, size: Int = 7) -> BuildOutput {
    var output = BuildOutput()
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      output.add(Array(bytes[start..<min(bytes.count, start + size)]))
    }
    output.finish()
    return output
  }

  private static let failing = """
    [0/4] Write swift-version--1AB21518FC5DEDBE.txt
    [2/4] Compiling Hello main.swift
    error: emit-module command failed with exit code 1 (use -v to see invocation)
    /tmp/hello/Sources/Hello/main.swift:7:16: error: cannot find 'fetchh' in scope
     5 | Simulation.run {
     6 |   login()
     7 |     .then { fetchh($0) }
       |             `- error: cannot find 'fetchh' in scope
     8 | }
    /tmp/hello/Sources/Hello/main.swift:9:3: warning: variable 'x' was never used; consider
    /tmp/hello/Sources/Hello/main.swift:2:1: note: declared here
    /tmp/hello/Sources/Hello/main.swift:12:5: error: no exact matches
    candidates expected 2
    /tmp/hello/Sources/Hello/Helper.swift:1:1: note: found this candidate
    [3/4] Emitting module Hello
    /tmp/hello/Sources/Hello/main.swift:7:16: error: cannot find 'fetchh' in scope
    """

  @Test("The compiler's lines are errors, warnings, and notes, each once", arguments: [1, 7, 4096])
  func diagnostics(size: Int) {
    let output = Self.read(Self.failing, size: size)
    let main = "/tmp/hello/Sources/Hello/main.swift"
    #expect(
      output.diagnostics == [
        Diagnostic(
          file: main, line: 7, column: 16, severity: .error,
          message: "cannot find 'fetchh' in scope"),
        Diagnostic(
          file: main, line: 9, column: 3, severity: .warning,
          message: "variable 'x' was never used; consider"),
        Diagnostic(file: main, line: 2, column: 1, severity: .note, message: "declared here"),
        Diagnostic(
          file: main, line: 12, column: 5, severity: .error,
          message: "no exact matches\ncandidates expected 2"),
        Diagnostic(
          file: "/tmp/hello/Sources/Hello/Helper.swift", line: 1, column: 1, severity: .note,
          message: "found this candidate"),
      ])
  }

  @Test("The errors come with their own notes, not with those of warnings")
  func errors() {
    #expect(Self.read(Self.failing).errors.map(\.line) == [7, 12, 1])
  }

  @Test("The progress is in brackets, or is the last line")
  func step() {
    #expect(Self.read("[3/12] Compiling Hello main.swift\n").step == "[3/12] Compiling")
    #expect(Self.read("Another instance is running\n").step == "Another instance is running")
  }

  @Test(
    "A line without a place in a file is not a diagnostic",
    arguments: [
      "", "error: fatalError", "note: x", ": error: x", "main.swift: error: x",
      "main.swift:0: error: x", "main.swift:-3: error: x", "a:b:c: warning: d",
      " 7 | x: error: y", "main.swift:99999999999999999999: error: x",
    ])
  func noDiagnostic(line: String) {
    #expect(Diagnostic(line: line) == nil)
  }

  @Test("A line may lack its column, and a path may contain colons")
  func places() throws {
    let whole = try #require(Diagnostic(line: "/a:b/Hello.swift:3: error: x: error: y"))
    #expect(whole.file == "/a:b/Hello.swift")
    #expect((whole.line, whole.column) == (3, 0))
    #expect(whole.message == "x: error: y")
  }
}
