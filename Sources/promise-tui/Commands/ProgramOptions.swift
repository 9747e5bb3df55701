import ArgumentParser

/// A program that is to be run, after `--`.
struct ProgramOptions: ParsableArguments {
  /// Where `--` was forgotten, it lands here.
  @Argument(help: .hidden) var stray: String?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("After '--': the program, and its arguments.", valueName: "program"))
  var words: [String] = []

  func validate() throws {
    if let first = stray {
      throw ValidationError("The program stands after '--', as in: -- \(first)")
    }
    guard let first = words.first, !first.isEmpty else {
      throw ValidationError("Say which program, after '--', as in: -- .build/debug/myapp")
    }
  }

  /// What the program is called.
  var name: String { Folder.name(of: words.first ?? "") }
}
