import PromiseScreens
import PromiseSystem

/// What the terminal is, and what it can do.
struct TerminalFacts: Sendable {
  var environment: TerminalEnvironment
  /// The size; `nil` if the terminal does not know it.
  var size: Size?
  /// What this machine says about the type in `TERM`.
  var description: TerminalDescription
  /// Whether it describes the type that stands for an unknown one.
  var describesFallback: Bool
  /// Whether text is UTF-8; otherwise no other characters than ASCII are drawn.
  var isUTF8: Bool
  var widths: WidthProbe.Outcome
}

extension TerminalFacts {
  /// The type that an unknown one is treated as.
  static let fallback = "xterm-256color"

  /// Looks at the terminal of this process. That takes a second if the terminal does not answer.
  static func current(_ environment: TerminalEnvironment, isUTF8: Bool) -> Self {
    let type = environment[.term]
    let description = TerminalDescription(of: type)
    var size = winsize()
    let knowsSize =
      ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    let widths: WidthProbe.Outcome =
      if environment.outputIsTerminal, !isUTF8 {
        .skipped("only ASCII is drawn")
      } else if environment.outputIsTerminal, description.problem == .noTerm || type == "dumb" {
        .skipped("the terminal cannot move its cursor")
      } else {
        WidthProbe.measure()
      }
    return Self(
      environment: environment,
      size: knowsSize ? Size(width: Int(size.ws_col), height: Int(size.ws_row)) : nil,
      description: description, describesFallback: TerminalDescription(of: fallback).problem == nil,
      isUTF8: isUTF8, widths: widths)
  }

  var findings: [DoctorFinding] {
    var findings = [output, type]
    if !environment[.term].isEmpty, description.problem != .dumb { findings += capabilities }
    findings.append(width)
    return findings + [surroundings].compactMap { $0 }
  }

  private var output: DoctorFinding {
    guard environment.outputIsTerminal else {
      let isRemote = !environment[.sshConnection].isEmpty && environment[.sshTerminal].isEmpty
      return .untested(
        "output", "standard output is not a terminal, so commands print text",
        next: isRemote
          ? "connect with 'ssh -t', which requests a terminal" : "run this command in a terminal")
    }
    guard let size else {
      return .limited(
        "size", "the terminal does not know its size: COLUMNS and LINES, or 80 by 24, is used",
        next: "set it, as with 'stty columns 80 rows 24'")
    }
    let fact = "\(size.width) by \(size.height)"
    return size.width >= 80 && size.height >= 24
      ? .ok("size", fact)
      : .limited("size", fact, next: "enlarge the window: 80 by 24 has room for all panes")
  }

  private var type: DoctorFinding {
    let type = environment[.term]
    let remedy = "export TERM=\(Self.fallback), or the type that the terminal's manual names"
    switch description.problem {
    case nil: return .ok("type", "TERM is \(type), which this machine describes")
    case .unknownTerm where describesFallback:
      return .limited(
        "type", "TERM is \(type), which is unknown here: the screen is drawn as \(Self.fallback)",
        next: "install the description, as with 'apt-get install ncurses-term'")
    case .unknownTerm:
      return needed(
        "TERM is \(type); this machine describes neither that nor \(Self.fallback)",
        next: "install the descriptions, as with 'apt-get install ncurses-base'")
    case .noTerm: return needed("\(StartFailure.noTerm)", next: remedy)
    case let problem?: return needed("TERM is \(type): \(problem)", next: remedy)
    }
  }

  /// Without a terminal, its type does not matter.
  private func needed(_ fact: String, next: String) -> DoctorFinding {
    environment.outputIsTerminal
      ? .needed("type", fact, next: next) : .untested("type", fact)
  }

  /// What the description of the type, or of the one that stands for it, says.
  private var capabilities: [DoctorFinding] {
    guard description.problem == nil else { return [colors].compactMap { $0 } }
    return [
      colors,
      description.hasAlternateScreen
        ? .ok("screen", "leaving shows again what was there before")
        : .limited("screen", "there is no second screen: what was there before is lost"),
      description.mayHaveMouse
        ? .ok("mouse", "clicks and the wheel work, and pasted text is not taken for keys")
        : .limited(
          "mouse", "there is none, and pasted text is taken for keys",
          next: "use the keys: ? lists them"),
    ].compactMap { $0 }
  }

  private var colors: DoctorFinding? {
    guard let theme = try? Theme.Name.byEnvironment(environment) else {
      let names = Theme.Name.allCases.map(\.rawValue).joined(separator: ", ")
      return .needed(
        "theme", "PROMISE_TUI_THEME is '\(environment[.theme])', which is not a theme",
        next: "set it to one of \(names), or unset it")
    }
    if theme == .monochrome, environment[.theme].isEmpty {
      return .ok("colors", "none, because NO_COLOR is set")
    }
    guard description.problem == nil else { return nil }
    let more = ["truecolor", "24bit"].contains(environment[.colorTerm])
    return switch description.colors {
    case 256...: .ok("colors", "\(description.colors)\(more ? ", and any other by COLORTERM" : "")")
    case 8...:
      .limited(
        "colors", "\(description.colors): the theme is drawn in the nearest ones",
        next: "if the terminal has 256 colors, export TERM=\(Self.fallback)")
    default:
      .limited(
        "colors", "none: states differ by their signs only",
        next: "if the terminal has colors, export TERM=\(Self.fallback)")
    }
  }

  private var width: DoctorFinding {
    switch widths {
    case .skipped(let reason): return .untested("characters", reason)
    case .interrupted: return .untested("characters", "the test was interrupted")
    case .noAnswer:
      return .untested(
        "characters", "the terminal did not say within a second where its cursor is",
        next: "if lines or signs overlap on the screen, use --ascii")
    case .measured(let measured):
      let wrong = measured.filter { !$0.isExpected }
      guard !wrong.isEmpty else {
        let names = measured.map(\.sample.name).joined(separator: ", ")
        return .ok("characters", "as wide as expected: \(names)")
      }
      let facts = wrong.map {
        "\($0.sample.name) \($0.sample.text) take \($0.width) cells instead of \($0.sample.width)"
      }
      return .limited(
        "characters", facts.joined(separator: "; "),
        next: "have the terminal draw ambiguous characters narrow, or use --ascii")
    }
  }

  /// What is between the program and the terminal; `nil` if that is not known.
  private var surroundings: DoctorFinding? {
    var facts: [String] = []
    if !environment[.tmux].isEmpty { facts.append("in tmux") }
    if !environment[.screenSession].isEmpty { facts.append("in GNU screen") }
    if !environment[.sshConnection].isEmpty { facts.append("over ssh") }
    let program = environment[.terminalProgram]
    if !program.isEmpty, facts.isEmpty || program != "tmux" { facts.append("in \(program)") }
    return facts.isEmpty ? nil : .ok("connection", facts.joined(separator: ", "))
  }
}
