import Foundation
import Testing

/// The errors of the program: command lines that fail, with the exit status and the message.
///
/// `docs/reference/errors.md` shows them as tables, which `make documents` writes; ``EndToEnd/DocumentTests`` compares
/// them with what the program prints.
struct ErrorTable {
  /// The command lines, as a shell reads them in a folder with the files that ``init()`` creates.
  static let sections: [(command: String, lines: [String])] = [
    (
      "promise-tui",
      [
        "promise-tui quicksort",
        "promise-tui exlpore checkout-bug",
        "promise-tui --plain",
        "promise-tui --speed 3",
        "promise-tui --theme blue",
        "promise-tui --colour light",
        "promise-tui -W slow=off",
        "promise-tui -W slow-handler=fast",
        "promise-tui -W unhandled-rejection=3",
        "PROMISE_TUI_THEME=pink promise-tui",
      ]
    ),
    (
      "promise-tui demo",
      [
        "promise-tui demo login-fetch",
        "promise-tui demo quicksort",
        "promise-tui demo zalgo/nothing",
        "promise-tui demo --plain",
        "promise-tui demo --all zalgo",
        "promise-tui demo --all --json",
        "promise-tui demo --all --real",
        "promise-tui demo nobody-drains-main --js",
        "promise-tui demo zalgo --js --json",
        "promise-tui demo --js --real",
        "promise-tui demo zalgo --js --set a=1",
        "promise-tui demo zalgo --lesson --plain",
        "promise-tui demo zalgo --plain --json",
        "promise-tui demo then-order --screen 80",
        "promise-tui demo then-order --at 5",
        "promise-tui demo then-order --plain --as svg",
        "promise-tui demo then-order --screen 80x24 --at x",
        "promise-tui demo then-order --screen 80x24 --at 9999",
        "promise-tui demo then-order --why p1,p2,p3",
        "promise-tui demo then-order --why nothing",
        "promise-tui demo then-order --dialect rsvp",
        "promise-tui demo then-order --dialect js --real",
        "promise-tui demo --dialect js",
        "promise-tui demo login-fetch-submit --set answr=fail",
        "promise-tui demo login-fetch-submit --set answer=maybe",
        "promise-tui demo login-fetch-submit --set login",
        "promise-tui demo then-order --schedule first",
        "promise-tui demo then-order --schedule ptui1:b1:checkout-bug:5f3a90c1",
        "promise-tui demo then-order --schedule ptui1:b1:checkout-bug:5f3a90c1 --real",
        "promise-tui demo dashboard-race --what-if timout=90",
        "promise-tui demo dashboard-race --what-if timeout=soon",
        "promise-tui demo dashboard-race --what-if timeout=-1",
        "promise-tui demo dashboard-race --what-if timeout=fails",
        "promise-tui demo dashboard-race --what-if timeout:2=5",
        "promise-tui demo dashboard-race --what-if first=5",
        "promise-tui demo dashboard-race --what-if 'GET /ads=fails'",
        "promise-tui demo dashboard-race --what-if 'GET /ads=rejected@3'",
        "promise-tui demo dashboard-race --what-if timeout=90 --real",
        "promise-tui demo dashboard-race --what-if nothing",
      ]
    ),
    (
      "promise-tui explore",
      [
        "promise-tui explore",
        "promise-tui explore zalog",
        "promise-tui explore then-order --real",
        "promise-tui explore then-order --plain --json",
        "promise-tui explore then-order --seed 1 --no-reduction",
        "promise-tui explore then-order --seed x",
        "promise-tui explore then-order -n 0",
        "promise-tui explore then-order --timeout 0",
        "promise-tui explore then-order --jobs 0",
        "promise-tui explore then-order --shard 4/3 -o 4.shard",
        "promise-tui explore then-order --shard 1/3",
        "promise-tui explore then-order -o 1.shard",
        "promise-tui explore then-order --shard 1/3 -o 1.shard --json",
        "promise-tui explore then-order --shard 1/3 -o nowhere/1.shard",
        "promise-tui explore then-order 1.shard",
        "promise-tui explore 1.shard --seed 1",
        "promise-tui explore nowhere.shard",
        "promise-tui explore notes.txt",
        "promise-tui explore then-order --expect 'A befroe B'",
        "promise-tui explore then-order --expect 'never'",
        "promise-tui explore then-order --expect ''",
        "promise-tui explore login-fetch-submit --expect 'fetch before sumbit'",
        "promise-tui explore dashboard-race --expect 'render before alert'",
      ]
    ),
    (
      "promise-tui repeat",
      [
        "promise-tui repeat",
        "promise-tui repeat -- ./not-there",
        "promise-tui repeat -n 0 -- true",
        "promise-tui repeat -j 100 -- true",
        "promise-tui repeat --by time -- true",
        "promise-tui repeat --expect 'prints ' -- true",
        "promise-tui repeat --check ' ' -- true",
        "promise-tui repeat --seed 1:max=soon -- true",
        "promise-tui repeat --timeout never -- true",
        "promise-tui repeat -o '' -- true",
        "promise-tui repeat -o notes.txt -- true",
        "promise-tui repeat -o kept -- true",
        "promise-tui repeat --plain --json -- true",
      ]
    ),
    (
      "promise-tui quiz",
      [
        "promise-tui quiz zalog",
        "promise-tui quiz --only color",
        "promise-tui quiz zalgo --shuffle",
        "promise-tui quiz --set a=1",
        "promise-tui quiz --seed x",
        "promise-tui quiz zalgo -o nowhere/answers.jsonl",
      ]
    ),
    (
      "promise-tui watch",
      [
        "promise-tui watch --new",
        "promise-tui watch --new ''",
        "promise-tui watch --new shop --library empty",
        "promise-tui watch --new /",
        "promise-tui watch --new hello",
        "promise-tui watch --new empty",
        "promise-tui watch --new .hidden",
        "promise-tui watch --new nowhere/hello",
        "promise-tui watch --new notes.txt/hello",
        "promise-tui watch hello --library empty",
        "promise-tui watch ''",
        "promise-tui watch nowhere",
        "promise-tui watch empty",
        "promise-tui watch hello --timeout 0",
        "PATH=empty $0 watch hello --plain",
      ]
    ),
    (
      "promise-tui run",
      [
        "promise-tui run",
        "promise-tui run ./myapp",
        "promise-tui run -- myapp",
        "promise-tui run -- ./myapp",
        "promise-tui run -- notes.txt",
        "promise-tui run -- ./notes.txt",
        "promise-tui run -- ./empty",
        "promise-tui run -- notes.txt/myapp",
        "promise-tui run --stdin '' -- true",
        "promise-tui run --stdin nowhere.txt -- true",
        "promise-tui run --stdin empty -- true",
        "promise-tui run --values maybe -- true",
        "promise-tui run --source-path App -- true",
        "promise-tui run --source-path App=nowhere -- true",
        "promise-tui run --gate --plain -- true",
        "promise-tui run --break submit -- true",
        "promise-tui run --break 'warning slow' -- true",
        "promise-tui run --schedule nowhere.schedule -- true",
        "promise-tui run --schedule notes.txt -- true",
        "promise-tui run -o notes.txt -- true",
        "promise-tui run --plain -- false",
      ]
    ),
    (
      "promise-tui open",
      [
        "promise-tui open",
        "promise-tui open ''",
        "promise-tui open nowhere.jsonl",
        "promise-tui open empty",
        "promise-tui open - run.jsonl",
        "promise-tui open notes.txt",
        "promise-tui open empty.jsonl",
        "promise-tui open newer.jsonl",
        "promise-tui open damaged.jsonl",
        "promise-tui open 99999999",
        "promise-tui open --gate nowhere/my.sock",
        "promise-tui open --gate notes.txt",
        "promise-tui open --gate a.sock b.sock",
        "promise-tui open --gate /tmp/\(String(repeating: "long", count: 30)).sock",
        "promise-tui open run.jsonl --follow --plain",
        "promise-tui open - --follow",
        "promise-tui open run.jsonl --why nothing",
        "promise-tui open run.jsonl --screen 80x24 --at 9999",
      ]
    ),
    (
      "promise-tui record",
      [
        "promise-tui record",
        "promise-tui record -- ./myapp",
        "promise-tui record -o '' -- true",
        "promise-tui record -o nowhere/run.jsonl -- true",
        "promise-tui record -o empty -- true",
        "promise-tui record -o notes.txt -- true",
        "promise-tui record -o run.jsonl -- false",
        "PATH=empty $0 record --otlp https://api.example.com -- true",
      ]
    ),
    (
      "promise-tui check",
      [
        "promise-tui check",
        "promise-tui check run.jsonl",
        "promise-tui check run.jsonl --update --expect 'A before B'",
        "promise-tui check run.jsonl --golden ''",
        "promise-tui check run.jsonl --golden nowhere.order",
        "promise-tui check run.jsonl --golden broken.order",
        "promise-tui check run.jsonl --golden empty.order",
        "promise-tui check then-order --golden other.order",
        "promise-tui check nowhere.jsonl --expect 'A before B'",
        "promise-tui check notes.txt --expect 'A before B'",
        "promise-tui check - - --expect 'A before B'",
        "promise-tui check run.jsonl --set a=1 --expect 'A before B'",
        "promise-tui check then-order --expect 'A befroe B'",
        "promise-tui check then-order --quiet --expect 'A before B' --report junit=nowhere/report.xml",
        "promise-tui check run.jsonl --only format --update",
        "promise-tui check run.jsonl --report html",
        "promise-tui check run.jsonl --report sarif=",
        "promise-tui check run.jsonl --report sarif --report junit",
        "promise-tui check run.jsonl --report sarif=a --report junit=a",
        "promise-tui check run.jsonl --report lines=run.jsonl",
        "promise-tui check run.jsonl --report sarif=nowhere/a.sarif",
      ]
    ),
    (
      "promise-tui diff",
      [
        "promise-tui diff then-order",
        "promise-tui diff - -",
        "promise-tui diff '' then-order",
        "promise-tui diff run.jsonl nowhere.jsonl",
        "promise-tui diff run.jsonl notes.txt",
        "promise-tui diff then-order zalog",
        "promise-tui diff then-order zalgo --only ordre",
        "promise-tui diff then-order zalgo --slower soon",
        "promise-tui diff then-order zalgo --json --quiet",
        "promise-tui diff then-order zalgo --dialect js,bolts",
        "promise-tui diff then-order --dialect js",
      ]
    ),
    (
      "promise-tui export",
      [
        "promise-tui export",
        "promise-tui export then-order",
        "promise-tui export then-order -o ''",
        "promise-tui export then-order -o run.txt",
        "promise-tui export then-order --as pdf",
        "promise-tui export then-order --as dot --screen 80x24",
        "promise-tui export then-order --as dot --at soon",
        "promise-tui export then-order --as dot --at 9000..",
        "promise-tui export then-order -o nowhere/run.svg",
        "promise-tui export nowhere.jsonl --as dot",
        "promise-tui export run.jsonl --as dot --set a=1",
        "promise-tui export run.jsonl -o run.jsonl",
        "promise-tui export run.jsonl --otlp localhost:4318",
        "promise-tui export run.jsonl --otlp https://me:secret@api.example.com",
        "PATH=empty $0 export run.jsonl --otlp https://api.example.com",
        "promise-tui export run.jsonl --otlp http://localhost:4318 -o run.otlp.pb",
        "promise-tui export run.jsonl --as dot --otlp http://localhost:4318",
        "promise-tui export run.jsonl --as otlp --epoch soon",
        "OTEL_EXPORTER_OTLP_HEADERS=key promise-tui export run.jsonl --otlp http://localhost:4318",
      ]
    ),
    (
      "promise-tui about",
      [
        "promise-tui about weather",
        "promise-tui about lint",
        "promise-tui about keys --json",
        "promise-tui about demos zalgo",
        "promise-tui about lints slow",
        "promise-tui about dialects quicksort",
        "promise-tui about dialects passing-link",
        "promise-tui about dialects --dialect rsvp",
        "promise-tui about dialects --js",
        "promise-tui about dialects zalgo --js",
        "promise-tui about dialects --set a=1",
        "promise-tui about dialects adoption --set a=1",
        "promise-tui about config show",
        "promise-tui about config print notes.txt",
        "promise-tui about config check ''",
        "promise-tui about config check nowhere.toml",
        "promise-tui about config check empty",
        "promise-tui about config check notes.txt",
        "promise-tui about config check unknown.toml",
        "promise-tui about config check wrong.toml",
        "promise-tui about config check twice.toml",
      ]
    ),
  ]

  /// A command line that failed, with its exit status and message.
  struct Row {
    var line: String
    var status: Int32
    var message: String
  }

  private let scratch: ScratchFolder

  /// Creates a folder with the files that the command lines name.
  init() throws {
    scratch = try ScratchFolder()
    for folder in ["bin", "empty", "hello", "kept"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path(folder), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("bin/promise-tui"), withDestinationPath: Binary.path)
    let run = try Binary.run("demo", "then-order", "--json").output
    let first = run.split(separator: "\n").prefix(2).joined(separator: "\n")
    for (name, text) in [
      ("notes.txt", "Buy milk.\n"), ("empty.jsonl", ""), ("run.jsonl", run),
      ("kept/outcome-1.jsonl", run), ("hello/Package.swift", "// swift-tools-version: 6.0\n"),
      ("newer.jsonl", "{\"promise-trace\":\"9.0\",\"clock\":\"real\"}\n"),
      ("damaged.jsonl", "\(first)\nnot an event\n"), ("empty.order", "# nothing yet\n"),
      ("unknown.toml", "[screen]\nthem = 'light'\n\n[keys]\nwyh = ['W']\n"),
      ("wrong.toml", "screen.mouse = 'off'\ncolors.color.rejected = 'pink'\n"),
      ("twice.toml", "[keys]\nwhy = ['e']\n"),
      ("broken.order", "{\na on net\n"), ("other.order", "[wrapped]\na on net\n"),
    ] {
      try text.write(toFile: scratch.path(name), atomically: true, encoding: .utf8)
    }
  }

  /// Runs a command line in the folder.
  func row(_ line: String) throws -> Row {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let outcome = try Command(
      ["/bin/sh", "-c", "cd \"$1\" && \(line)", scratch.path("bin/promise-tui"), scratch.root],
      environment: ["PATH": "\(scratch.path("bin")):\(path)"]
    ).run()
    return Row(line: line, status: outcome.status, message: message(outcome.error))
  }

  /// Returns the error without the usage that follows it, and without the paths of this machine.
  private func message(_ error: String) -> String {
    var text = error
    for end in ["\nHelp:", "\nUsage:", "\nUSAGE:", "\n\nOVERVIEW:"] {
      if let range = text.range(of: end) { text = String(text[..<range.lowerBound]) }
    }
    return text.split(separator: "\n").map { line in
      let line = line.hasPrefix("Error: ") ? line.dropFirst("Error: ".count) : line
      return line.hasPrefix("promise-tui: ") ? line.dropFirst("promise-tui: ".count) : line
    }.joined(separator: " ").replacing(scratch.root, with: "/home/me/work")
      .replacing(checkout.path, with: "/home/me/promise-tui")
  }

  /// Returns the tables in Markdown, one for each command.
  static func markdown() throws -> String {
    let table = try ErrorTable()
    return try sections.map { section in
      let rows = try section.lines.map { line in
        let row = try table.row(line)
        return "\(beginning(of: line)) \(row.status) | \(escaped(row.message)) |\n"
      }
      return "## \(section.command)\n\n| command | exit | message |\n|---|---|---|\n"
        + rows.joined()
    }.joined(separator: "\n")
  }

  /// Returns how the row of a command line begins in the document.
  static func beginning(of line: String) -> String {
    "| `\(escaped(line.replacing("$0", with: "promise-tui")))` |"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("<", with: "&lt;")
  }
}

extension EndToEnd {
  @Suite struct ErrorTableTests {
    @Test("Every command has errors in the table, each with a status and a message")
    func complete() throws {
      #expect(ErrorTable.sections.count == 13)
      #expect(ErrorTable.sections.reduce(0) { $0 + $1.lines.count } >= 60)
      // DocumentTests runs the command lines, and compares them with this document.
      let document = try String(
        contentsOf: checkout.appendingPathComponent("docs/reference/errors.md"), encoding: .utf8)
      let rows = document.split(separator: "\n")
      for line in ErrorTable.sections.flatMap(\.lines) {
        let beginning = ErrorTable.beginning(of: line)
        let row = try #require(rows.first { $0.hasPrefix(beginning) }, "\(line)")
        let found = row.dropFirst(beginning.count).wholeMatch(of: #/ (\d+) \| ([^\e]+) \|/#)
        let (_, status, _) = try #require(found, "\(line)").output
        #expect(status != "0", "\(line)")
      }
    }
  }
}
