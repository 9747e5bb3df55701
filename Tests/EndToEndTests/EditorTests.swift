import Foundation
import Testing

extension EndToEnd {
  /// The settings of editors in docs/debug/editors.md.
  @Suite
  struct EditorTests {
    private let shop: Shop

    init() throws { shop = try Shop() }

    private static func has(_ tool: String) -> Bool {
      (try? Command([tool, "--version"]).run())?.status == 0
    }

    @Test("The quickfix list of vim has the places", .enabled(if: has("vim")))
    func vim() throws {
      let settings = try firstBlock("vim", in: "docs/debug/editors.md")
        .replacing("promise-tui", with: "'.shellescape($PROGRAM).'")
        .replacing("run.ptrace", with: "run.jsonl")
      try settings.write(toFile: "\(shop.root)/set.vim", atomically: true, encoding: .utf8)
      let script = """
        source set.vim
        silent make!
        let list = filter(getqflist(), 'v:val.valid')
        call writefile(map(copy(list), {_, e -> e.type.':'.e.lnum.':'.e.col.':'.e.text}), 'list.txt')
        silent cfirst
        call writefile([expand('%:p').':'.line('.').':'.col('.')], 'place.txt')
        qall!
        """
      try script.write(toFile: "\(shop.root)/go.vim", atomically: true, encoding: .utf8)
      let outcome = try shop.run(
        "vim -N -u NONE -i NONE -n -es -S go.vim </dev/null", environment: ["PROGRAM": Binary.path])
      let list = try shop.text("list.txt").split(separator: "\n")
      #expect(list.count == 2, "\(outcome.error)")
      #expect(list.first?.hasPrefix("e:12:8:the error of p1 login") == true)
      #expect(list.last?.hasPrefix("n:12:8:fix: ") == true)
      #expect(try shop.text("place.txt") == "\(shop.source):12:8\n")
    }

    @Test("Emacs goes to the place with its own settings", .enabled(if: has("emacs")))
    func emacs() throws {
      let command = try firstBlock("text", in: "docs/debug/editors.md").trimmingCharacters(
        in: .newlines
      )
      .replacing("promise-tui", with: "\"$PROGRAM\"").replacing("run.ptrace", with: "run.jsonl")
      let script = """
        (let ((process-environment (cons "TERM=dumb" process-environment)))
          (compilation-start (getenv "LINE")))
        (while (get-buffer-process "*compilation*") (accept-process-output nil 0.05))
        (next-error 1 t)
        (with-current-buffer (window-buffer)
          (write-region (format "%s:%d:%d" buffer-file-name (line-number-at-pos) (1+ (current-column)))
            nil (getenv "PLACE")))
        """
      try script.write(toFile: "\(shop.root)/go.el", atomically: true, encoding: .utf8)
      let outcome = try shop.run(
        "emacs --batch -Q -l go.el",
        environment: [
          "PROGRAM": Binary.path, "LINE": command, "PLACE": "\(shop.root)/place.txt",
        ])
      #expect(
        (try? shop.text("place.txt")) == "\(shop.source):12:8", "\(outcome.error)\(outcome.output)")
    }

    @Test("The problem matcher of VS Code matches each line but the advice")
    func problemMatcher() throws {
      let data = Data(try firstBlock("json", in: "docs/debug/editors.md").utf8)
      let tasks = try #require(
        (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["tasks"]
          as? [[String: Any]])
      let matcher = try #require(tasks.first?["problemMatcher"] as? [String: Any])
      let pattern = try #require(matcher["pattern"] as? [String: Any])
      let regex = try NSRegularExpression(pattern: try #require(pattern["regexp"] as? String))
      let output = try shop.run("\"$0\" open run.jsonl --report lines").output
      let lines = output.split(separator: "\n").map(String.init)
      let matches = lines.compactMap { line -> [String]? in
        let range = NSRange(line.startIndex..., in: line)
        guard let match = regex.firstMatch(in: line, range: range) else { return nil }
        return ["file", "line", "column", "severity", "code"].compactMap { key in
          (pattern[key] as? Int).flatMap { Range(match.range(at: $0), in: line) }.map {
            String(line[$0])
          }
        }
      }
      #expect(matches == [[shop.source, "12", "8", "error", "unhandled-rejection"]])
    }
  }
}
