import ArgumentParser

/// The program to run, given after `--`.
struct ProgramOptions: ParsableArguments {
  /// A program given without `--` is parsed as this argument.
  @Argument(help: .hidden) var stray: String?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("After '--': the program and its arguments.", valueName: "program"),
    completion: .file())
  var arguments: [String] = []

  func validate() throws {
    if let first = stray {
      throw ValidationError("\(first): a program goes after '--', as in: -- \(first)")
    }
    guard let first = arguments.first, !first.isEmpty else {
      throw ValidationError("No program given: name one after '--', as in: -- .build/debug/myapp")
    }
  }

  /// The program's name, without its path.
  var name: String { Folder.name(of: arguments.first ?? "") }

  /// The name of its trace, if none is given. Node.js writes JSON Lines, named after the script that it
  /// runs.
  var traceName: String {
    guard NodeScript.startsNode(name) else { return name + TraceName.binary }
    let script =
      arguments.dropFirst().first { !$0.hasPrefix("-") }.map { Folder.name(of: $0) } ?? ""
    let ending = [".js", ".cjs", ".mjs", ".ts", ".cts", ".mts"].first { script.hasSuffix($0) }
    return (ending.map { String(script.dropLast($0.count)) } ?? name) + TraceName.lines
  }
}
