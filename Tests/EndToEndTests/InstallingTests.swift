import Foundation
import Testing

extension EndToEnd {
  /// Tests what is installed along with the program.
  @Suite
  struct InstallingTests {
    @Test(
      "The program, its manual page and its completions are installed where they are looked for")
    func installs() throws {
      let scratch = try ScratchFolder()
      let files = ["bin/p", "man1/p.1", "bash/p", "zsh/_p", "fish/p.fish"].map(scratch.path)
      let script = checkout.appendingPathComponent("scripts/install").path
      let outcome = try Command([script, Binary.path] + files).run()
      #expect(outcome.status == 0, "\(outcome.error)")
      let installed: [Substring] = outcome.output.split(separator: "\n")
      #expect(installed.map(String.init) == files)
      #expect(try Command([files[0], "--version"]).run().status == 0)
      for file in files.dropFirst() {
        #expect(try String(contentsOfFile: file, encoding: .utf8).count > 1000, "\(file)")
      }
    }

    @Test("The manual page is formatted without a warning, and describes each command")
    func manualPage() throws {
      let scratch = try ScratchFolder()
      let page = try Binary.run("about", "manual")
      #expect(page.status == 0)
      try page.output.write(toFile: scratch.path("page"), atomically: true, encoding: .utf8)
      guard let groff = try? Command(["groff", "--version"]).run(), groff.status == 0 else {
        return
      }
      let text = try Command(["groff", "-man", "-Tascii", "-ww", "-P-cbou", scratch.path("page")])
        .run()
      #expect(text.status == 0)
      #expect(text.error == "")
      for word in ["NAME", "SYNOPSIS", "promise-tui explore", "--theme", "PROMISE_TUI_THEME"] {
        #expect(text.output.contains(word), "\(word)")
      }
    }

    @Test("bash completes commands, demos, options, and knobs")
    func bashCompletion() throws {
      guard (try? Command(["bash", "--version"]).run())?.status == 0 else { return }
      let scratch = try ScratchFolder()
      let script = try Binary.run("--generate-completion-script", "bash").output
      try script.write(toFile: scratch.path("completion"), atomically: true, encoding: .utf8)
      try "".write(toFile: scratch.path("run.ptrace"), atomically: true, encoding: .utf8)
      for (line, candidate) in [
        ("promise-tui ex", "explore"), ("promise-tui demo dash", "dashboard-race"),
        ("promise-tui demo then-order --sc", "--screen"),
        ("promise-tui --theme h", "high-contrast"),
        ("promise-tui demo login-fetch-submit --set ", "login="),
        ("promise-tui demo login-fetch-submit/r", "login-fetch-submit/refused"),
        ("promise-tui open run", "run.ptrace"), ("promise-tui diff run", "run.ptrace"),
        ("promise-tui diff then-o", "then-order"), ("promise-tui expl", "explore"),
      ] {
        let outcome = try Command([
          "bash", "-c",
          """
          source "$1"
          cd "$4"
          COMP_LINE="$2" COMP_POINT=${#2} COMP_WORDS=($2)
          case $2 in *" ") COMP_WORDS+=("") ;; esac
          COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_TYPE=9 COMP_KEY=9
          PATH="${3%/*}:$PATH"
          _promise-tui promise-tui "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
          printf '%s\\n' "${COMPREPLY[@]}"
          """, "bash", scratch.path("completion"), line, Binary.path, scratch.root,
        ]).run()
        let candidates = outcome.output.split(separator: "\n").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        #expect(candidates.contains(candidate), "\(line): \(outcome.output) \(outcome.error)")
      }
    }

    @Test("The table of keys is printed as text, and in ASCII on request")
    func keys() throws {
      let outcome = try Binary.run("about", "keys")
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("→ ←"))
      #expect(outcome.output.contains("Run and step\n  space"))
      let ascii = try Binary.run("--ascii", "about", "keys")
      #expect(ascii.output.utf8.allSatisfy { $0 < 0x80 })
      #expect(
        ascii.output.split(separator: "\n").count == outcome.output.split(separator: "\n").count)
    }
  }
}
