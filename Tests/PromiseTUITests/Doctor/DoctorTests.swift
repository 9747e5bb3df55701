import PromiseGraph
import PromiseInsight
import PromiseScreens
import PromiseSystem
import Testing

@testable import promise_tui

/// Facts that the tests make up, with one thing otherwise.
private func terminal(
  _ variables: [String: String] = ["TERM": "xterm-256color"], isTerminal: Bool = true,
  _ change: (inout TerminalFacts) -> Void = { _ in }
) -> TerminalFacts {
  let measured = WidthProbe.samples.map { WidthProbe.Measurement(sample: $0, width: $0.width) }
  var facts = TerminalFacts(
    environment: TerminalEnvironment(outputIsTerminal: isTerminal, variables: variables),
    size: Size(width: 120, height: 40),
    description: TerminalDescription(colors: 256, hasAlternateScreen: true, mayHaveMouse: true),
    describesFallback: true, isUTF8: true, widths: .measured(measured))
  change(&facts)
  return facts
}

extension [DoctorFinding] {
  fileprivate subscript(name: String) -> DoctorFinding? { first { $0.name == name } }
  fileprivate var lacks: [String] {
    filter { $0.isNeeded && $0.state == .missing }.map(\.name)
  }
}

@Suite struct TerminalFactsTests {
  @Test("A terminal that can do everything has no finding that is not OK")
  func fine() {
    #expect(terminal().findings.allSatisfy { $0.state == .ok })
  }

  @Test("Each limit is a finding with a next step, and nothing that is needed is missing")
  func limits() {
    let limits: [(String, (inout TerminalFacts) -> Void)] = [
      ("size", { $0.size = nil }), ("size", { $0.size = Size(width: 60, height: 20) }),
      ("type", { $0.description = TerminalDescription(problem: .unknownTerm) }),
      ("colors", { $0.description.colors = 8 }), ("colors", { $0.description.colors = 0 }),
      ("mouse", { $0.description.mayHaveMouse = false }),
      (
        "characters",
        { $0.widths = .measured([.init(sample: WidthProbe.samples[2], width: 26)]) }
      ),
    ]
    for (name, change) in limits {
      let findings = terminal { change(&$0) }.findings
      #expect(findings[name]?.state == .limited, "\(name)")
      #expect(findings[name]?.next?.isEmpty == false, "\(name)")
      #expect(findings.lacks == [], "\(name)")
    }
  }

  @Test(
    "A terminal without a type, or one that cannot move its cursor, is needed and missing",
    arguments: [("", StartFailure.noTerm), ("dumb", .dumb), ("nonsense", .unknownTerm)])
  func noScreen(type: String, problem: StartFailure) {
    let change: (inout TerminalFacts) -> Void = {
      $0.description = TerminalDescription(problem: problem)
      $0.describesFallback = false
    }
    #expect(terminal(["TERM": type], change).findings.lacks == ["type"])
    // In a pipe, text is printed whatever the terminal.
    let piped = terminal(["TERM": type], isTerminal: false, change).findings
    #expect(piped.lacks == [])
    #expect(piped["type"]?.state == .untested)
  }

  @Test("Without a terminal it says so, and over ssh how to request one")
  func pipe() {
    let piped = terminal(isTerminal: false) { $0.widths = .skipped("no terminal") }.findings
    #expect(piped["output"]?.state == .untested)
    #expect(piped["characters"]?.fact == "no terminal")
    let remote = terminal(["TERM": "xterm", "SSH_CONNECTION": "a"], isTerminal: false).findings
    #expect(remote["output"]?.next?.contains("ssh -t") == true)
  }

  @Test("A terminal that does not answer is untested, with what to do")
  func silent() {
    let finding = terminal { $0.widths = .noAnswer }.findings["characters"]
    #expect(finding?.state == .untested)
    #expect(finding?.next?.contains("--ascii") == true)
  }

  @Test("Characters of another width are named, with both widths")
  func widths() {
    let signs = WidthProbe.samples[2]
    let findings = terminal {
      $0.widths = .measured([.init(sample: signs, width: 2 * signs.width)])
    }.findings
    #expect(
      findings["characters"]?.fact.contains(
        "take \(2 * signs.width) cells instead of \(signs.width)")
        == true)
  }

  @Test("An unknown theme is needed to be corrected; NO_COLOR is what was asked for")
  func themes() {
    let pink = terminal(["TERM": "xterm", "PROMISE_TUI_THEME": "pink"]).findings
    #expect(pink.lacks == ["theme"])
    let none = terminal(["TERM": "xterm", "NO_COLOR": "1"]).findings
    #expect(none["colors"]?.state == .ok)
    #expect(none["colors"]?.fact.contains("NO_COLOR") == true)
  }

  @Test("What is between the program and the terminal is named")
  func connection() {
    let variables = ["TERM": "screen", "TMUX": "x", "STY": "1", "SSH_CONNECTION": "a"]
    #expect(
      terminal(variables).findings["connection"]?.fact == "in tmux, in GNU screen, over ssh")
    #expect(terminal().findings["connection"] == nil)
  }
}

@Suite struct LocaleFactsTests {
  private func facts(
    _ variables: [String: String], installed: Bool = true, encoding: String = "UTF-8",
    _ change: (inout LocaleFacts) -> Void = { _ in }
  ) -> [DoctorFinding] {
    var facts = LocaleFacts(
      environment: TerminalEnvironment(outputIsTerminal: true, variables: variables),
      isInstalled: installed, encoding: encoding, settings: Settings())
    change(&facts)
    return facts.findings
  }

  @Test("The variable that decides is named, the first of the three that is set")
  func variables() {
    let all = ["LC_ALL": "C.UTF-8", "LC_CTYPE": "de_DE.UTF-8", "LANG": "fr_FR.UTF-8"]
    #expect(facts(all)["encoding"]?.fact == "LC_ALL is C.UTF-8, so text is UTF-8")
    #expect(
      facts(["LANG": "fr_FR.UTF-8"])["encoding"]?.fact == "LANG is fr_FR.UTF-8, so text is UTF-8")
  }

  @Test("Without UTF-8, ASCII is drawn; a locale that is not installed is replaced")
  func limits() {
    let ascii = facts(["LANG": "C"], encoding: "ANSI_X3.4-1968")["encoding"]
    #expect(ascii?.state == .limited)
    #expect(ascii?.fact.contains("ASCII") == true)
    let foreign = facts(["LC_ALL": "xx_YY.UTF-8"], installed: false)["encoding"]
    #expect(foreign?.state == .limited)
    #expect(foreign?.fact.contains("C.UTF-8 is used") == true)
  }

  @Test("The language is explained: by the file, by a variable, or by ASCII")
  func language() {
    let zh = ["LANG": "zh_CN.UTF-8"]
    #expect(facts(zh)["language"]?.fact == "Chinese: LANG is zh_CN.UTF-8")
    #expect(
      facts(zh) { $0.settings.language = .english }["language"]?.fact
        == "English: the configuration file sets it")
    #expect(facts([:])["language"]?.fact == "English: no locale is set")
    let ascii = facts(["LANG": "zh_CN"], encoding: "GB2312")["language"]
    #expect(ascii?.state == .limited)
    #expect(ascii?.fact.hasPrefix("English, although LANG is zh_CN") == true)
  }

  @Test("A font with Chinese is missed only by those who read Chinese")
  func fonts() {
    #expect(facts([:])["fonts"] == nil)
    #expect(facts([:]) { $0.chineseFonts = 0 }["fonts"]?.state == .ok)
    #expect(facts(["LANG": "zh_CN.UTF-8"]) { $0.chineseFonts = 0 }["fonts"]?.state == .limited)
    #expect(
      facts(["LANG": "zh_CN.UTF-8"]) { $0.chineseFonts = 1 }["fonts"]?.fact.hasPrefix("1 font ")
        == true)
  }
}

@Suite struct FolderFactsTests {
  private func facts(
    _ variables: [String: String] = ["HOME": "/home/ada"],
    _ change: (inout FolderFacts) -> Void = { _ in }
  ) -> [DoctorFinding] {
    let folders = UserFolders(TerminalEnvironment(outputIsTerminal: true, variables: variables))
    var facts = FolderFacts(
      configuration: .none(folders.config), folders: folders, canKeep: folders.state != nil,
      canCache: folders.cache != nil, temporary: "/tmp")
    change(&facts)
    return facts.findings
  }

  @Test("In a home that can be written, everything is OK without a configuration file")
  func fine() {
    #expect(facts().allSatisfy { $0.state == .ok })
  }

  @Test("Without a home, and in one that cannot be written, nothing that is needed is missing")
  func homes() {
    let none = facts([:])
    for name in ["configuration", "progress", "cache"] { #expect(none[name]?.state == .limited) }
    #expect(none.lacks == [])
    let closed = facts {
      $0.canKeep = false
      $0.canCache = false
    }
    #expect(closed["progress"]?.fact.contains("cannot be written") == true)
    #expect(closed["cache"]?.state == .limited)
    #expect(closed.lacks == [])
  }

  @Test("A configuration file with mistakes is shown by its first, and must be corrected")
  func brokenFile() {
    let findings = facts {
      $0.configuration = .broken(["c.toml:1:1: a", "c.toml:2:1: b"])
    }
    #expect(findings.lacks == ["configuration"])
    #expect(findings["configuration"]?.fact == "c.toml:1:1: a (and 1 more)")
    #expect(findings["configuration"]?.next?.contains("about config check") == true)
  }

  @Test("A configuration file that cannot be read is needed to be readable")
  func unreadableFile() {
    let findings = facts { $0.configuration = .unreadable("c.toml cannot be read") }
    #expect(findings.lacks == ["configuration"])
    #expect(findings["configuration"]?.next?.contains("XDG_CONFIG_HOME") == true)
  }

  @Test("A folder for temporary files is needed, and sockets in it are not")
  func temporary() {
    let full = facts { $0.temporaryProblem = ENOSPC }
    #expect(full.lacks == ["temporary files"])
    #expect(full["sockets"] == nil)
    let long = facts { $0.socketProblem = "File name too long" }
    #expect(long["sockets"]?.state == .limited)
    #expect(long.lacks == [])
  }
}

@Suite struct RecordingFactsTests {
  @Test("A trace that cannot be recorded is needed; a slower clock is a limit")
  func trial() {
    let fine = RecordingFacts(trial: .recorded(18), hasCounter: true, clockCost: 8.4)
    #expect(fine.findings.allSatisfy { $0.state == .ok })
    #expect(fine.findings["clock"]?.fact.contains("8 ns") == true)
    let untried = RecordingFacts(trial: .untried, hasCounter: true, clockCost: 8)
    #expect(untried.findings["recording"]?.state == .untested)
    let bad = RecordingFacts(trial: .failed("no space"), hasCounter: false, clockCost: 30)
    #expect(bad.findings.lacks == ["recording"])
    #expect(bad.findings["clock"]?.state == .limited)
  }

  @Test("What is not a trace is a reason, not a crash")
  func unreadable() {
    #expect(RecordingFacts.events(in: "/nonexistent/trace") == .failed("no trace was written"))
    guard case .failed = RecordingFacts.events(in: "/dev/null") else {
      Issue.record("an empty trace has events")
      return
    }
  }
}
