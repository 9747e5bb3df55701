import Foundation

/// A team's repository with a recorded run: an error that nothing handles, created at a known line.
struct Shop {
  private let scratch = Result { try ScratchFolder() }
  /// The folder of the repository, whose name has a space and a comma.
  let root: String
  /// The file with the mistake.
  var source: String { "\(root)/Sources/Shop/Cart, old.swift" }

  init() throws {
    root = try scratch.get().path("my shop, 2")
    try FileManager.default.createDirectory(
      atPath: "\(root)/Sources/Shop", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: "\(root)/.git", withIntermediateDirectories: true)
    let lines = (1...20).map { "// line \($0)\n" }.joined()
    try lines.write(toFile: source, atomically: true, encoding: .utf8)
    try Self.trace.write(toFile: "\(root)/run.jsonl", atomically: true, encoding: .utf8)
  }

  /// The trace of the run.
  private static let trace = """
    {"promise-trace":"1.3","clock":"virtual","title":"shop"}
    {"n":1,"t":0,"th":1,"k":"created","p":1,"op":"then","label":"login","file":"Shop/Cart, old.swift","line":12,"col":8}
    {"n":2,"t":1000000,"th":1,"k":"settled","p":1,"out":"rejected","text":"offline","origin":1}
    {"n":3,"t":2000000,"th":1,"k":"errorUnhandled","p":1,"origin":1,"text":"offline"}

    """

  /// Runs a shell's command line in the folder. The first argument of the shell, `$0`, is the program.
  func run(_ line: String, environment: [String: String?] = [:]) throws -> Command.Outcome {
    try Command(
      ["/bin/bash", "-c", "cd \"$1\" && \(line)", Binary.path, root], environment: environment
    ).run()
  }

  /// Returns the text of a file in the folder.
  func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)
  }
}
