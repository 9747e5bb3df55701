import ArgumentParser
import NodeHook
import PromiseCourse
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

/// `promise-tui about TOPIC`: explains something, as text.
struct AboutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "about",
    abstract: "Explain the demos, warnings, dialects, keys, settings, this machine.",
    usage: "promise-tui about [<topic> [<name>]] [<options>]",
    discussion: """
      TOPICS
      \(Topic.list.dropLast())

      EXAMPLES
        promise-tui about lints slow-handler
        promise-tui about dialects passing-links --dialect js,promisekit
        promise-tui about dialects adoption --js > adoption.mjs
        promise-tui about config print
        promise-tui about config check other.toml
        promise-tui about doctor --json > doctor.json
      """)

  /// What can be explained.
  enum Topic: String, CaseIterable {
    case demos, lints, dialects, screen, keys, config, doctor
    case nodeHook = "node-hook"
    case manual

    /// What is printed.
    var summary: String {
      switch self {
      case .demos: "the course: what each demo teaches (--js: those in JavaScript)"
      case .lints: "the warnings, or the one with the name that follows"
      case .dialects: "the rules of promise libraries; a demo or chain by them"
      case .screen: "the options of the screen, which go before the command"
      case .keys: "the keys of the screen"
      case .config: "where the configuration file is; print; check [<file>]"
      case .doctor: "what the terminal and the machine can do (--json)"
      case .nodeHook: "the script that records a program of Node.js"
      case .manual: "the manual page, as 'man -l' reads it"
      }
    }

    /// The largest number of names that follow the topic.
    var mostNames: Int {
      switch self {
      case .lints, .dialects: 1
      case .config: 2
      case .demos, .screen, .keys, .doctor, .nodeHook, .manual: 0
      }
    }

    /// The options that the topic takes.
    var options: [String] {
      switch self {
      case .demos: ["--js"]
      case .dialects: ["--js", "--dialect", "--set"]
      case .doctor: ["--json"]
      case .lints, .screen, .keys, .config, .nodeHook, .manual: []
      }
    }

    /// All topics, a line each.
    static var list: String {
      allCases.map { "  \($0.rawValue.padded(to: 11))\($0.summary)\n" }.joined()
    }

    static func named(_ name: String) throws -> Topic {
      if let topic = Topic(rawValue: name) { return topic }
      let names = allCases.map(\.rawValue)
      throw ValidationError(
        "no such topic.\(didYouMean(name, among: names)) The topics are: \(names.joined(separator: ", "))."
      )
    }
  }

  @ParentCommand var root: PromiseTUI

  @Argument(
    help: "What to explain. Without it, the topics are listed.",
    completion: .list(Topic.allCases.map(\.rawValue)), transform: Topic.named)
  var topic: Topic?

  @Argument(help: ArgumentHelp("A warning, a demo or chain, or what to do.", valueName: "name"))
  var names: [String] = []

  @Option(
    help: ArgumentHelp(
      "The dialects to compare, separated by commas. Default: all.", valueName: "libraries"),
    completion: .list(Dialect.all.map(\.name)), transform: Arguments.dialects)
  var dialect: [Dialect] = []

  @Flag(help: "List the demos in JavaScript; print a chain in JavaScript, as a module for node.")
  var js = false

  @Flag(help: "Print the findings of the doctor as JSON, for a report of a bug.")
  var json = false

  @OptionGroup var knobs: KnobOptions

  func validate() throws {
    let given = given([
      "--js": js, "--json": json, "--dialect": !dialect.isEmpty, "--set": !knobs.settings.isEmpty,
    ])
    let topic = topic.map { "about \($0.rawValue)" } ?? "about"
    if let option = given.first(where: { self.topic?.options.contains($0) != true }) {
      throw ValidationError("'\(topic)' takes no \(option).")
    }
    if let name = names.dropFirst(self.topic?.mostNames ?? 0).first {
      throw ValidationError("\(name): '\(topic)' takes nothing more.")
    }
    switch self.topic {
    case .lints: _ = try names.first.map { try LintSettings.lint(named: $0) }
    case .dialects: try validateDialects()
    case .config: try validateConfig()
    case .demos, .screen, .keys, .doctor, .nodeHook, .manual, nil: break
    }
  }

  func run() throws {
    switch topic {
    case nil: Output.emit("The topics of 'promise-tui about TOPIC':\n\n" + Topic.list)
    case .demos: Output.emit(js ? Catalog.listOfScripts : Catalog.list)
    case .lints:
      let lint = try names.first.map { try LintSettings.lint(named: $0) }
      Output.emit(lint.map(LintText.explanation) ?? LintText.list)
    case .dialects: try explainDialects()
    case .screen: Output.emit(Self.screenOptions)
    case .keys: Output.emit(KeyMap.standard.text(root.screen.glyphs()))
    case .config: try explainConfig()
    case .doctor:
      let examination = Examination.current(version: programVersion)
      let width = min(Output.width ?? 80, 100)
      Output.emit(json ? examination.document : examination.text(width: width))
      if !examination.isReady { throw ExitCode.failure }
    case .nodeHook: Output.emit(NodeHook.text)
    case .manual: Output.emit(ManualPage(of: PromiseTUI.self).roff)
    }
  }

  /// The options of the screen as the help of a command shows options.
  private static var screenOptions: String {
    """
    These options go before the command, as in 'promise-tui --theme light demo zalgo'.
    The configuration file can set them, too: 'promise-tui about config print'.

    \(ManualPage(of: PromiseTUI.self).options)

    """
  }
}

// MARK: - Dialects

extension AboutCommand {
  private func validateDialects() throws {
    guard let name = names.first else {
      let needs = given(["--js": js, "--set": !knobs.settings.isEmpty])
      guard let option = needs.first else { return }
      throw ValidationError(
        "\(option) needs a chain or a demo: 'promise-tui about dialects' lists the chains.")
    }
    _ = try DialectProgram.named(name, settings: knobs.settings)
    if js, DialectChain.named(name) == nil {
      throw ValidationError(
        "--js prints a chain, and \(name) is a demo: 'promise-tui demo \(name) --js --plain' prints its script."
      )
    }
  }

  /// Lists the dialects with their rules, or prints the order of a program in each of them and the rules that
  /// decide.
  private func explainDialects() throws {
    let dialects = dialect.isEmpty ? Dialect.all : dialect
    guard let name = names.first else { return Output.emit(DialectList(dialects).text) }
    let chain = DialectChain.named(name)
    if js { return Output.emit(chain?.module ?? "") }
    let program = try DialectProgram.named(name, settings: knobs.settings)
    // What a demo prints would be mixed up with the report.
    let report = StdoutCapture.discarding {
      DialectReport(program, in: dialects, facts: chain?.facts ?? [:])
    }
    Output.emit(report.text)
  }
}

// MARK: - The configuration file

extension AboutCommand {
  private func validateConfig() throws {
    let task = names.first ?? "path"
    guard ["path", "print", "check"].contains(task) else {
      throw ValidationError("\(task): expected path, print or check, as in 'about config check'.")
    }
    guard let file = names.dropFirst().first else { return }
    if task != "check" { throw ValidationError("\(file): 'about config \(task)' takes no file.") }
    if file.isEmpty { throw ValidationError("the name of the file is empty: give one, or none.") }
  }

  private func explainConfig() throws {
    let folders = UserFolders(.current)
    switch names.first {
    case "print": Output.emit(DefaultConfig.text)
    case "check": try check(names.dropFirst().first, folders)
    default: Output.emit(Self.paths(folders))
    }
  }

  /// Returns the paths, and a remark where something is missing.
  private static func paths(_ folders: UserFolders) -> String {
    let none = "none, because HOME is not set"
    var lines = ["config  \(folders.config ?? none)"]
    if let config = folders.config, !Folder.exists(config) {
      lines[0] +=
        "\n        no such file: 'promise-tui about config print' prints what it can contain"
    }
    lines.append("state   \(KeptFile(folders)?.path ?? none)")
    if folders.state != nil, !folders.canKeep {
      lines.append("        this folder cannot be written: nothing is kept")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func check(_ file: String?, _ folders: UserFolders) throws {
    guard let path = file ?? folders.config else {
      return Output.emit("no file to check, because HOME is not set\n")
    }
    do {
      _ = try ConfigFile.read(path)
      Output.emit("\(path): no mistakes\n")
    } catch {
      guard file == nil, error.isMissing else { throw error }
      Output.emit("\(path): no such file, so the defaults apply\n")
    }
  }
}
