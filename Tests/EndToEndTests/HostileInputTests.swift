import Foundation
import PromiseKitLite
import Testing

extension EndToEnd {
  /// Traces, names and arguments that are made to do harm, and inputs that never end.
  @Suite
  struct HostileInputTests {
    private static let hostile = "\u{1B}]0;owned\u{7}\u{1B}[2J\u{7F}\u{9B}31m\u{202E}\u{2066}\n"
    /// The same as a file may be called.
    private static let name = "x\u{1B}[31m\u{7F}\u{9B}31m\u{202E}y"

    /// Returns what a terminal would obey in an output.
    private static func harm(in outcome: Command.Outcome) -> [String] {
      (outcome.output + outcome.error).unicodeScalars.filter { scalar in
        switch scalar {
        case "\n": false
        case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{200F}", "\u{202E}", "\u{2066}": true
        default: false
        }
      }
      .map { "U+" + String($0.value, radix: 16) }
    }

    /// Writes a trace in which every text is hostile, and which has lines and words that no version knows.
    private static func trace(in scratch: ScratchFolder) throws -> String {
      let site = PromiseEvent.SourceSite(file: "App/\(hostile).swift", line: 3, column: 4)
      let kinds: [PromiseEvent.Kind] = [
        .queueDeclared(queue: 1, label: "net" + hostile, kind: .serial, assumed: false),
        .threadNamed(thread: 1, name: hostile),
        .created(
          .init(promise: 1, operation: .body, label: "load" + hostile, site: site, tag: hostile)),
        .created(
          .init(promise: 2, operation: .then, label: "show" + hostile, site: site, parents: [1])),
        .handlerAttached(parent: 1, child: 2, ordinal: 1, queue: 1),
        .settled(.init(promise: 1, outcome: .fulfilled, description: hostile)),
        .jobEnqueued(job: 1, child: 2, queue: 1, label: hostile),
        .jobStarted(job: 1, child: 2, queue: 1), .note(hostile),
        .touched(job: 1, names: [hostile]),
        .jobEnded(job: 1, child: 2, queue: 1, ending: .threw),
        .settled(.init(promise: 2, outcome: .rejected, description: hostile, origin: 2)),
        .errorUnhandled(promise: 2, origin: 2, error: hostile),
        .resolutionIgnored(promise: 1, site: site, attempt: .fulfilled),
        .sourceText(file: site.file, firstLine: 1, text: "a\n\(hostile)\nb\n"),
        .intervened(promise: 1, what: hostile),
        .processDeclared(process: 1, name: hostile, systemID: 1, uncertainty: nil),
      ]
      let writer = TraceWriter()
      var bytes = writer.line(TraceHeader(isVirtual: false, title: "run" + hostile))
      for (place, kind) in kinds.enumerated() {
        writer.append(
          PromiseEvent(sequence: place + 1, time: Int64(place), thread: 1, queue: 1, kind: kind),
          to: &bytes)
      }
      bytes += Array(
        "{\"n\":90,\"t\":0,\"k\":\"\u{9B}2J\\u001b[2J\"}\n{\"n\":\"\u{1B}[2J\"}\n".utf8)
      let path = scratch.path(name)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return path
    }

    @Test("No command that reads a hostile trace prints what a terminal obeys")
    func traces() throws {
      let scratch = try ScratchFolder()
      let trace = try Self.trace(in: scratch)
      let export = ["mermaid", "sequence", "dot", "svg", "html", "jsonl"].map {
        ["export", trace, "--as", $0]
      }
      for words in export + [
        ["open", trace], ["open", trace, "--plain"], ["open", trace, "--json"],
        ["open", trace, "--as", "beats"], ["open", trace, "--screen", "100x30"],
        ["open", trace, "--as", "svg"], ["--narrate", "open", trace],
        ["open", trace, "--as", "cast"], ["open", trace, "--why", "p2"],
        ["open", trace, "--why", "p2,p1"],
        ["open", trace, "--why", Self.name],
        ["check", trace, "--expect", "show before load", "--expect", "\(Self.name) on net"],
        ["diff", trace, "login-fetch-submit"], ["diff", trace, "login-fetch-submit", "--json"],
        ["diff", "login-fetch-submit", trace, "--all"],
      ] {
        let outcome = try Binary.run(words: words)
        #expect(!(outcome.output + outcome.error).isEmpty, "\(words)")
        #expect(Self.harm(in: outcome) == [], "\(words)")
      }
    }

    @Test("No message repeats a name or an argument as it was typed")
    func arguments() throws {
      let scratch = try ScratchFolder()
      let (name, path) = (Self.name, scratch.path(Self.name))
      // Longer than the path of a socket can be: `attach` waits at any other.
      let longName = String(repeating: "x", count: 120)
      for words in [
        [name], ["open", path], ["check", path, "--expect", name],
        ["check", name, "--golden", path],
        ["diff", path, name], ["export", path, "--as", "dot"], ["export", path, "-o", name],
        ["export", "zalgo", "--as", name], ["demo", name], ["demo", "zalgo", "--set", "\(name)=1"],
        ["explore", "zalgo", "--expect", name], ["quiz", name], ["about", "lints", name],
        ["about", "config", "check", path], ["run", "--", path], ["repeat", "--", path],
        ["record", "-o", path + "/a/b", "--", "true"], ["open", "--gate", path + longName],
        ["watch", path],
        ["open", "zalgo", "--\(name)"], ["export", "zalgo", "-o", path + "/x.dot"],
      ] {
        let outcome = try Binary.run(words: words)
        #expect(outcome.status != 0, "\(words)")
        #expect(!outcome.error.isEmpty, "\(words)")
        #expect(Self.harm(in: outcome) == [], "\(words)")
      }
    }

    /// The commands that read a trace.
    private static func reading(_ path: String) -> [[String]] {
      [
        ["open", path, "--plain"], ["open", path, "--json"], ["open", path],
        ["check", path, "--expect", "never unhandled"], ["diff", path, "zalgo"],
        ["diff", "zalgo", path], ["export", path, "--as", "html"],
      ]
    }

    @Test(
      "An input that never ends, and is not a trace, is given up with a message",
      arguments: ["/dev/zero", "/dev/urandom", "/"])
    func endless(path: String) throws {
      for words in Self.reading(path) {
        let outcome = try Binary.run(words: words)
        #expect(outcome.status == (path == "/" ? 66 : 65), "\(words) \(outcome)")
        #expect(outcome.error.contains("\(path)"), "\(words) \(outcome)")
      }
    }

    @Test("A pipe that no program writes to is waited for until it is interrupted")
    func pipe() throws {
      let scratch = try ScratchFolder()
      let path = scratch.path("pipe")
      try #require(mkfifo(path, 0o600) == 0)
      let runs = try Self.reading(path).map { try Command([Binary.path] + $0).start() }
      for run in runs {
        try run.wait(for: "a message about the pipe") {
          run.scratch.text("error")?.range(of: "waiting for a program to write to")
        }
        #expect(try run.end(SIGINT).status == 128 + SIGINT, "\(run.words)")
      }
    }

    @Test("A golden order that never ends is given up with a message")
    func golden() throws {
      let outcome = try Binary.run("check", "zalgo", "--golden", "/dev/zero")
      #expect(outcome.status == 66 && outcome.error.contains("/dev/zero"), "\(outcome)")
    }
  }
}
