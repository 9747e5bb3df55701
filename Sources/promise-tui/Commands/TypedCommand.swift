import ArgumentParser
import Demos
import PromiseSystem

/// A command line, with today's spellings in place of those of the version before.
///
/// All old spellings are in the two tables here. They work in this version, which prints what they are now.
struct TypedCommand {
  /// The options of the screen, which go before the command.
  private var screen: [String] = []
  /// The command; `nil` if none is named.
  private var name: String?
  /// Its arguments up to `--`, and the program from there on.
  private var rest: [String] = []
  private let program: ArraySlice<String>
  /// The environment variables that replace options.
  private var variables: [(name: String, value: String)] = []
  /// Whether something is spelled as in the version before.
  private(set) var isOld = false

  /// The commands of the version before, and what they are now.
  private static let commands = [
    "pick": ["demo"], "attach": ["open"], "new": ["watch", "--new"], "lints": ["about", "lints"],
    "dialects": ["about", "dialects"], "config": ["about", "config"],
    "doctor": ["about", "doctor"], "node-hook": ["about", "node-hook"],
  ]

  /// What takes the place of an old option. In its texts, `$` stands for the value of the option.
  private enum Replacement {
    /// These words of the same command.
    case words([String])
    /// Another command with these arguments.
    case command(String, [String])
    /// A text after the name of the demo.
    case demo(String)
    /// A text after the value of an option, which otherwise has this value.
    case value(String, of: String, otherwise: String)
    /// An environment variable.
    case variable(String)

    /// Whether the old option has a value.
    var takesValue: Bool {
      switch self {
      case .words(let words): words.contains { $0.contains("$") }
      case .command: false
      case .demo, .value, .variable: true
      }
    }
  }

  /// The options of the version before, and what they are now, by the commands of today.
  private static let options: [(commands: String, old: String, new: Replacement)] = [
    ("demo", "--list", .command("about", ["demos"])),
    ("demo", "--print-keys", .command("about", ["keys"])),
    ("demo", "--print-config", .command("about", ["config", "print"])),
    ("demo", "--print-manual", .command("about", ["manual"])),
    ("demo export", "--variant", .demo("/$")), ("demo about", "--language", .words(["--$"])),
    ("demo", "--critical", .words(["--what-if", "$"])), ("demo", "--loop", .words([])),
    ("demo run open", "--beats", .words(["--as", "beats"])),
    ("demo run open", "--cast", .words(["--as", "cast=$"])),
    ("demo run open", "--svg", .words(["--as", "svg"])),
    // This follows --svg, which is used with it: the last one counts.
    ("demo run open", "--animated", .words(["--as", "animation"])),
    ("run", "--save-schedule", .words(["-o", "$"])),
    ("explore", "--random", .words(["--seed", "$"])),
    ("explore", "--schedules", .words(["-n", "$"])),
    ("explore", "--seconds", .words(["--timeout", "$"])), ("explore", "--merge", .words([])),
    ("explore", "--expect-never", .words(["--expect", "never $"])),
    ("explore", "--expect-note", .words(["--expect", "note $"])),
    ("explore", "--expect-result", .words(["--expect", "result $"])),
    ("repeat", "--max-delay", .value(":max=$", of: "--seed", otherwise: "1")),
    ("repeat", "--fail-on", .words(["--expect", "never warns $"])),
    ("repeat", "--fail-on-output", .words(["--expect", "never prints $"])),
    ("repeat", "--pass-on-output", .words(["--expect", "prints $"])),
    ("repeat", "--any-exit", .words(["--expect", "any exit"])),
    ("repeat", "--keep", .words(["-o", "$"])), ("quiz", "--answers", .words(["-o", "$"])),
    ("check", "--junit", .words(["--report", "junit=$"])),
    ("check", "--no-times", .words(["--only", "order"])),
    ("check", "--format-only", .words(["--only", "format"])),
    ("export", "--from", .value("$..", of: "--at", otherwise: "")),
    ("export", "--to", .value("$", of: "--at", otherwise: "..")),
    ("export", "--size", .words(["--screen", "$"])),
    ("export record", "--service-name", .variable("OTEL_SERVICE_NAME")),
    ("export record", "--otlp-header", .variable(OTLPEnvironment.headersVariable)),
    ("watch", "--limit", .words(["--timeout", "$"])), ("watch", "--once", .words(["--plain"])),
    ("about", "--dialects", .words(["--dialect", "$"])), ("about", "--script", .words(["--js"])),
    ("about", "--plain", .words([])),
  ]

  /// Reads the arguments of the program.
  init(_ arguments: [String]) {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    program = arguments[end...]
    var words = arguments[..<end]
    var silenced: [String] = []
    var found: [(row: Int, value: String)] = []
    while let word = words.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = word.hasPrefix("--") ? String(parts[0]) : word
      let given = option == word ? nil : String(parts[1])
      let isFirst = name == nil && rest.isEmpty && found.isEmpty
      if ["-A", "--allow"].contains(option) {
        silenced += ["-W", "\(given ?? words.popFirst() ?? "")=off"]
        isOld = true
      } else if let takesValue = ScreenOptions.names[option] {
        screen.append(word)
        if takesValue, given == nil, let value = words.popFirst() { screen.append(value) }
        isOld = isOld || name != nil
      } else if isFirst, let new = Self.commands[word] {
        name = new[0]
        rest += new.dropFirst()
        isOld = true
        if word == "attach", Set(words).isDisjoint(with: Self.attached) { rest.append("--follow") }
      } else if isFirst, word == "help" || PromiseTUI.commands.contains(word) {
        name = word
      } else if let row = Self.row(of: option, in: name ?? "demo") {
        let takesValue = Self.options[row].new.takesValue
        found.append((row, given ?? (takesValue ? words.popFirst() : nil) ?? ""))
        isOld = true
      } else {
        rest.append(word)
      }
    }
    screen = silenced + screen
    for (row, value) in found.sorted(by: { $0.row < $1.row }) {
      replace(with: Self.options[row].new, value)
    }
    if name == "help", let new = rest.first.flatMap({ Self.commands[$0] }) {
      rest = [new[0]]
      isOld = true
    }
  }

  /// With these, `attach` did not follow a file.
  private static let attached: Set = [
    "--gate", "--break", "--plain", "--json", "--screen", "--why", "--beats", "--cast",
  ]

  private static func row(of option: String, in command: String) -> Int? {
    options.firstIndex { row in
      row.old == option && row.commands.split(separator: " ").contains { $0 == command }
    }
  }

  private mutating func replace(with new: Replacement, _ value: String) {
    switch new {
    case .words(let words):
      // The default of --language needs no option.
      rest += words.map { $0.replacing("$", with: value) }.filter { $0 != "--swift" }
    case .command(let command, let words):
      name = command
      rest = words + rest
    case .demo(let text):
      let index = rest.firstIndex { Demo.named($0) != nil }
      if let index { rest[index] += text.replacing("$", with: value) } else { rest.append(value) }
    case .value(let text, let option, let standard):
      let text = text.replacing("$", with: value)
      if let index = rest.firstIndex(where: { $0.hasPrefix("\(option)=") }) {
        rest[index] += text
      } else if let index = rest.firstIndex(of: option), index + 1 < rest.count {
        rest[index + 1] += text
      } else {
        rest += [option, standard + text]
      }
    case .variable(let variable): variables.append((variable, value))
    }
  }
}

extension TypedCommand {
  /// The arguments as they are spelled today.
  var arguments: [String] { screen + [name].compactMap { $0 } + rest + program }

  /// Whether the help of the whole program is asked for.
  var asksForHelp: Bool {
    name == nil ? [["--help"], ["-h"]].contains(rest) : name == "help" && rest.isEmpty
  }

  /// Rejects a word that is neither a command nor a demo, and an option before the command that is not one of
  /// the screen.
  func check() throws(CommandError) {
    guard name == nil, let word = rest.first else { return }
    let option = String(word.prefix { $0 != "=" })
    if word.hasPrefix("-"), !Self.isOfParser(option) {
      let help = PromiseTUI.helpMessage(for: DemoCommand.self)
      let isOfDemo = help.split { " ,\n".contains($0) }.contains { $0 == option }
      if isOfDemo, !rest.contains(where: PromiseTUI.commands.contains) { return }
      throw CommandError(
        "\(option): "
          + (isOfDemo
            ? "this option goes after the command." : "no such option of the screen.")
          + " 'promise-tui about screen' lists those that go before a command", status: 64)
    }
    guard !word.hasPrefix("-"),
      Demo.named(String(word.prefix { $0 != "/" })) == nil
    else { return }
    let nearest = didYouMean(word, among: PromiseTUI.commands + Demo.all.map(\.name))
    throw CommandError(
      "\(word): no such command or demo.\(nearest) The commands are: "
        + "\(PromiseTUI.commands.joined(separator: ", ")). \(Catalog.names)", status: 64)
  }

  /// How the command line is spelled today.
  var line: String {
    // A header may be a secret.
    let settings = variables.map { name, value in
      "\(name)=\(name == OTLPEnvironment.headersVariable ? "…" : shellQuoted(value))"
    }
    return (settings + ["promise-tui"] + arguments.map(shellQuoted)).joined(separator: " ")
  }

  /// Whether the parser of the command line itself has the option.
  private static func isOfParser(_ option: String) -> Bool {
    ["--generate-completion-script", "--help-hidden", "--experimental-dump-help"].contains(option)
  }

  /// Returns the variables that replace options; the headers of the environment are kept.
  func variables(in environment: OTLPEnvironment) -> [(name: String, value: String)] {
    let headers = variables.filter { $0.name == OTLPEnvironment.headersVariable }
    guard !headers.isEmpty else { return variables }
    let earlier = environment.variable(OTLPEnvironment.headersVariable).map { [$0] } ?? []
    let all = (earlier + headers.map { Self.encoded($0.value) }).joined(separator: ",")
    return variables.filter { $0.name != OTLPEnvironment.headersVariable }
      + [(OTLPEnvironment.headersVariable, all)]
  }

  /// Returns a header with percent escapes for what separates it from others.
  private static func encoded(_ header: String) -> String {
    header.replacing("%", with: "%25").replacing(",", with: "%2C")
  }
}
