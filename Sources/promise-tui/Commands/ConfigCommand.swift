import ArgumentParser
import PromiseKitLite

/// `promise-tui config`: the configuration file.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show, print or check the configuration file.",
    usage: "promise-tui config [path | print | check [<file>]]",
    discussion: """
      The file is in TOML. It sets the keys, the colors, the speed and the panes of the screen; \
      'print' prints it as it is by default, with comments that explain every option.

      What the file sets comes before what the screen remembers from the last time. \
      PROMISE_TUI_THEME and NO_COLOR come before the file, and so do the options of the command \
      line.

      EXAMPLES
        promise-tui config path
        promise-tui config print
        promise-tui config check
        promise-tui config check other.toml
      """)

  /// What to do.
  enum Task: String, CaseIterable, ExpressibleByArgument {
    case path, print, check
  }

  @Argument(
    help:
      "What to do: print the paths of the file and of what is kept, print the default file, or check the file."
  )
  var task = Task.path

  @Argument(help: "The file to check. Without it, your own.", completion: .file())
  var file: String?

  func validate() throws {
    if let file, task != .check {
      throw ValidationError("\(file): 'config \(task.rawValue)' takes no file.")
    }
    if file == "" { throw ValidationError("the name of the file is empty: give one, or none.") }
  }

  func run() throws {
    let folders = UserFolders(.current)
    switch task {
    case .path: Output.emit(Self.paths(folders))
    case .print: Output.emit(DefaultConfig.text)
    case .check: try check(folders)
    }
  }

  /// Returns the paths, and a remark where something is missing.
  static func paths(_ folders: UserFolders) -> String {
    let none = "none, because HOME is not set"
    var lines = ["config  \(folders.config ?? none)"]
    if let config = folders.config, !Folder.exists(config) {
      lines[0] += "\n        no such file: 'promise-tui config print' prints what it can contain"
    }
    lines.append("state   \(KeptFile(folders)?.path ?? none)")
    if folders.state != nil, !folders.canKeep {
      lines.append("        this folder cannot be written: nothing is kept")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func check(_ folders: UserFolders) throws {
    guard let path = file ?? folders.config else {
      return Output.emit("no file to check, because HOME is not set\n")
    }
    do throws(ConfigFile.Failure) {
      _ = try ConfigFile.read(path)
      Output.emit("\(path): no mistakes\n")
    } catch {
      if file == nil, error.status == 66 {
        return Output.emit("\(path): no such file, so the defaults apply\n")
      }
      throw error.report()
    }
  }
}

extension ConfigFile.Failure {
  /// Prints what is wrong, and returns the exit status to throw. A mistake is printed as compilers print
  /// it, so that an editor can go to its place.
  func report() -> ExitCode {
    switch self {
    case .unreadable(let sentence, _): Output.printError(sentence)
    case .problems: Output.writeError(lines.map { sanitized($0) + "\n" }.joined())
    }
    return ExitCode(status)
  }
}
