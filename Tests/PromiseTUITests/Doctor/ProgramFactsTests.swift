import PromiseEvents
import PromiseScreens
import Testing

@testable import promise_tui

extension [DoctorFinding] {
  fileprivate subscript(name: String) -> DoctorFinding? { first { $0.name == name } }
}

@Suite struct ProgramFactsTests {
  private func facts(
    _ variables: [String: String] = [:], programs: Set<String> = [],
    _ change: (inout ProgramFacts) -> Void = { _ in }
  ) -> [DoctorFinding] {
    var facts = ProgramFacts(
      node: .says("v20.1.0"), nodeTrial: .recorded(9), dot: .says("dot - graphviz version 2.43"),
      curl: .says("curl 7.88.1"), swift: .says("Swift version 6.3"), tmux: .says("tmux 3.3a"),
      clipboard: Clipboard.methods(
        "text", in: TerminalEnvironment(outputIsTerminal: true, variables: variables)
      ).filter { $0 != .program(["pbcopy"], destination: "to the clipboard") },
      hasProgram: { programs.contains($0) })
    change(&facts)
    return facts.findings
  }

  @Test("Programs that are missing are named with what they are for, and none is needed")
  func missing() {
    let findings = facts {
      $0.node = .absent
      $0.nodeTrial = nil
      $0.dot = .absent
      $0.curl = .absent
      $0.swift = .absent
      $0.tmux = .absent
    }
    for name in ["node", "dot", "curl", "swift", "tmux"] {
      #expect(findings[name]?.state == .missing, "\(name)")
      #expect(findings[name]?.next?.contains("install") == true, "\(name)")
    }
    #expect(!findings.contains { $0.isNeeded })
  }

  @Test("A node that is too old, or that records nothing, is limited")
  func node() {
    let old = facts { ($0.node, $0.nodeTrial) = (.says("v16.20.2"), nil) }["node"]
    #expect(old?.state == .limited)
    #expect(old?.fact == "v16.20.2 is too old to record its promises")
    let mute = facts { $0.nodeTrial = .failed("it ended with status 9") }["node"]
    #expect(mute?.state == .limited)
    #expect(mute?.next?.contains("NODE_OPTIONS") == true)
    #expect(facts()["node"]?.fact.hasPrefix("v20.1.0; 9 events") == true)
    #expect(facts { $0.node = .fails("it ended with status 1") }["node"]?.state == .limited)
  }

  @Test("A Swift that is too old cannot build PromiseKitLite")
  func swift() {
    #expect(facts()["swift"]?.state == .ok)
    #expect(facts { $0.swift = .says("Swift version 5.10.1") }["swift"]?.state == .limited)
    #expect(
      facts { $0.swift = .says("Apple Swift version 6.2 (swiftlang)") }["swift"]?.state == .ok)
  }

  @Test("The clipboard is that of the first program that is there, and else the terminal's")
  func clipboard() {
    let display = ["DISPLAY": ":0"]
    #expect(
      facts(display, programs: ["xsel"])["clipboard"]?.fact
        == "text is copied to the clipboard, by xsel")
    let bare = facts(display)["clipboard"]
    #expect(bare?.state == .limited)
    #expect(bare?.next == "install xclip or xsel, which the display needs")
    #expect(facts()["clipboard"]?.next == nil)
  }
}

@Suite struct InstalledFilesTests {
  private func findings(_ variables: [String: String], _ files: Set<String>) -> [DoctorFinding] {
    InstalledFiles(
      environment: TerminalEnvironment(outputIsTerminal: true, variables: variables),
      prefix: "/opt/tui", exists: { files.contains($0) }
    ).findings
  }

  @Test(
    "The page and the completions are found beside the program, and where a package puts them",
    arguments: [
      ("zsh", "/usr/share/zsh/vendor-completions/_promise-tui"),
      ("bash", "/opt/tui/share/bash-completion/completions/promise-tui"),
      ("fish", "/usr/local/share/fish/vendor_completions.d/promise-tui.fish"),
      ("fish", "/home/ada/.config/fish/completions/promise-tui.fish"),
    ])
  func found(shell: String, file: String) {
    let environment = ["SHELL": "/bin/\(shell)", "HOME": "/home/ada"]
    let found = findings(environment, [file, "/usr/share/man/man1/promise-tui.1.gz"])
    #expect(found["completions"]?.fact == "\(shell): \(file)")
    #expect(found["manual page"]?.fact == "/usr/share/man/man1/promise-tui.1.gz")
  }

  @Test("What is missing comes with the command that installs it")
  func missing() {
    let missing = findings(["SHELL": "/usr/bin/zsh", "HOME": "/home/ada"], [])
    #expect(missing.allSatisfy { $0.state == .missing && !$0.isNeeded })
    #expect(
      missing["completions"]?.next
        == "promise-tui --generate-completion-script zsh > ~/.zfunc/_promise-tui")
    #expect(findings(["SHELL": "/bin/sh"], [])["completions"] == nil)
  }
}

@Suite struct ExaminationTests {
  private let examination = Examination(
    version: "1.2", system: "Plan 9",
    groups: [
      DoctorGroup(
        title: "terminal",
        findings: [
          .ok("size", "120 by 40"),
          .limited("colors", "8: \"few\"", next: "export TERM=xterm-256color"),
        ]),
      DoctorGroup(
        title: "files",
        findings: [.needed("configuration", "a\u{1b}[2Jb", next: "correct the file")]),
    ])

  @Test("The table is aligned, says the next steps, and names what is needed and missing")
  func table() {
    #expect(
      examination.text(width: 80) == """
        promise-tui 1.2, Plan 9

        TERMINAL
          OK        size             120 by 40
          limited   colors           8: "few"
                                     next: export TERM=xterm-256color

        FILES
          missing   configuration    a\\u{1b}[2Jb
                                     next: correct the file

        Needed, and missing: configuration.

        """)
    #expect(!examination.isReady)
  }

  @Test("Whatever the width, no line is longer, and every word is there", arguments: [56, 60, 100])
  func widths(width: Int) {
    let lines = examination.text(width: width).split(separator: "\n")
    #expect(lines.dropLast().allSatisfy { displayWidth(String($0)) <= width })
    #expect(lines.contains { $0.contains("xterm-256color") })
  }

  @Test("The JSON has the same findings, and can be read")
  func json() throws {
    let value = try JSONScanner.value(of: Array(examination.document.utf8)[...])
    guard case .object(let fields) = value,
      case .array(let checks)? = fields.first(where: { $0.key == "checks" })?.value
    else {
      Issue.record("\(examination.document)")
      return
    }
    #expect(checks.count == 3)
    #expect(examination.document.contains("\"ready\":false"))
    #expect(!examination.document.contains("\u{1b}"))
  }
}
