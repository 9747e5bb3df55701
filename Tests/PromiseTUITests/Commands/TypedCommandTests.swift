import Testing

@testable import promise_tui

/// The spellings of the version before.
@Suite("An old spelling is read as the new one")
struct TypedCommandTests {
  private static let table: [(old: String, new: String)] = [
    ("pick", "demo"), ("pick --ascii", "--ascii demo"),
    ("attach run.ptrace", "open --follow run.ptrace"),
    ("attach run.jsonl --plain", "open run.jsonl --plain"),
    ("attach --gate /tmp/x.gate", "open --gate /tmp/x.gate"),
    ("new hello --library /x", "watch --new hello --library /x"),
    ("lints slow-handler", "about lints slow-handler"),
    ("dialects 3 --dialects js,bolts --plain", "about dialects 3 --dialect js,bolts"),
    ("dialects adoption --script", "about dialects adoption --js"),
    ("config check x.toml", "about config check x.toml"), ("doctor --json", "about doctor --json"),
    ("node-hook", "about node-hook"), ("help doctor", "help about"),
    ("--print-keys --ascii", "--ascii about keys"), ("--print-config", "about config print"),
    ("pick --print-manual", "about manual"), ("demo --list", "about demos"),
    ("demo --language js --list", "about demos --js"),
    ("demo zalgo --language js", "demo zalgo --js"), ("demo zalgo --language swift", "demo zalgo"),
    ("demo --all --loop", "demo --all"),
    ("demo zalgo --variant main --plain", "demo zalgo/main --plain"),
    ("export zalgo --variant=main --as dot", "export zalgo/main --as dot"),
    ("demo zalgo --critical main", "demo zalgo --what-if main"),
    ("open x --svg --screen 80x24", "open x --screen 80x24 --as svg"),
    ("demo zalgo --animated --svg", "demo zalgo --as svg --as animation"),
    ("run --cast x.cast -- ./a --cast y", "run --as cast=x.cast -- ./a --cast y"),
    ("demo zalgo --beats", "demo zalgo --as beats"),
    ("run --save-schedule x -- ./a", "run -o x -- ./a"),
    (
      "explore zalgo --random 7 --schedules 5 --seconds 2",
      "explore zalgo --seed 7 -n 5 --timeout 2"
    ),
    ("explore --plain --merge 1.shard 2.shard", "explore --plain 1.shard 2.shard"),
    ("explore zalgo --expect-never deadlock", "explore zalgo --expect 'never deadlock'"),
    (
      "explore zalgo --expect-note a --expect-result 1",
      "explore zalgo --expect 'note a' --expect 'result 1'"
    ),
    ("repeat --seed 7 --max-delay 20ms -- ./a", "repeat --seed 7:max=20ms -- ./a"),
    ("repeat --max-delay 20ms -- ./a", "repeat --seed 1:max=20ms -- ./a"),
    ("repeat --seed=7 --max-delay=20ms -- ./a", "repeat --seed=7:max=20ms -- ./a"),
    (
      "repeat --fail-on x --any-exit --keep k -- ./a",
      "repeat --expect 'never warns x' --expect 'any exit' -o k -- ./a"
    ),
    (
      "repeat --fail-on-output x --pass-on-output y -- ./a",
      "repeat --expect 'never prints x' --expect 'prints y' -- ./a"
    ),
    ("quiz --answers a.jsonl", "quiz -o a.jsonl"),
    ("check x --junit a.xml --no-times", "check x --report junit=a.xml --only order"),
    ("check x --format-only", "check x --only format"),
    (
      "export x --as svg --size 80x24 --theme light",
      "--theme light export x --as svg --screen 80x24"
    ),
    ("export x --as dot --from 5", "export x --as dot --at 5.."),
    ("export x --to 9 --from 2ms", "export x --at 2ms..9"),
    ("export x --to=9", "export x --at ..9"),
    ("watch hello --once --limit 5", "watch hello --timeout 5 --plain"),
    ("open x --ascii", "--ascii open x"),
    ("open x --lang=zh --speed 2", "--lang=zh --speed 2 open x"),
    ("demo zalgo -W slow-handler -A all", "-W all=off -W slow-handler demo zalgo"),
    ("check x --allow=a --report sarif", "-W a=off check x --report sarif"),
  ]

  @Test("of a command, an option, and an option of the screen after the command")
  func spellings() throws {
    for (old, new) in Self.table {
      let typed = TypedCommand(old.split(separator: " ").map(String.init))
      #expect(typed.isOld, "\(old)")
      #expect(typed.arguments.map(shellQuoted).joined(separator: " ") == new, "\(old)")
    }
  }

  @Test("and what it is now is an option, a command or a topic of today")
  func today() throws {
    let program = try CommandDefinition(of: PromiseTUI.self)
    for (_, new) in Self.table {
      let words = new.split(separator: " ").map(String.init).prefix { $0 != "--" }
      let name = try #require(words.first { PromiseTUI.commands.contains($0) || $0 == "help" })
      let command = program.subcommands.filter { $0.name == name }
      let names = (command + [program]).flatMap(\.arguments).flatMap(\.names)
      for word in words where word.hasPrefix("-") && name != "help" {
        #expect(names.contains(String(word.prefix { $0 != "=" })), "\(new)")
      }
    }
  }

  @Test("and today's spellings stay as they are")
  func same() {
    for line in [
      "", "--theme light", "--theme light demo zalgo --lesson",
      "-W all=off -W a check x --report lines",
      "run --schedule x -- node a.js --ascii --list", "zalgo --plain", "help run", "explore x -n 5",
      "demo zalgo --schedule t --what-if a=1", "repeat --schedules -- attach", "--nonsense",
    ] {
      let words = line.split(separator: " ").map(String.init)
      let typed = TypedCommand(words)
      #expect(!typed.isOld && typed.arguments == words, "\(line)")
    }
  }

  @Test(
    "An option that a variable replaces sets it, and its value is not repeated if it may be secret")
  func variables() {
    let name = "OTEL_EXPORTER_OTLP_HEADERS"
    let words = "export x --otlp env --otlp-header Key=a,b --service-name shop --otlp-header K=c"
    let typed = TypedCommand(words.split(separator: " ").map(String.init))
    #expect(typed.arguments == ["export", "x", "--otlp", "env"])
    #expect(
      typed.line == "OTEL_SERVICE_NAME=shop \(name)=… \(name)=… promise-tui export x --otlp env")
    let variables = typed.variables(in: OTLPEnvironment { $0 == name ? "A=1" : nil })
    #expect(variables.map(\.name) == ["OTEL_SERVICE_NAME", name])
    #expect(variables.map(\.value) == ["shop", "A=1,Key=a%2Cb,K=c"])
  }

  @Test("A word that is neither a command nor a demo is rejected, with the nearest")
  func unknown() {
    for (line, words) in [
      ("exlpore x", "Did you mean 'explore'?"), ("zalog", "Did you mean 'zalgo'?"),
      ("quicksort", "The commands are: demo, explore"),
      ("--colour light", "--colour: no such option of the screen"),
      ("--colour=light demo zalgo", "--colour: no such option of the screen"),
      ("--plain explore zalgo", "--plain: this option goes after the command"),
    ] {
      let typed = TypedCommand(line.split(separator: " ").map(String.init))
      let error = #expect(throws: CommandError.self) { try typed.check() }
      #expect(error?.status == 64 && error?.sentence.contains(words) == true, "\(line)")
    }
    for line in [
      "", "zalgo", "login-fetch-submit/refused", "--ascii", "demo nothing", "attach x",
      "--plain zalgo", "--screen 80x24 zalgo", "--generate-completion-script zsh",
    ] {
      #expect(throws: Never.self) {
        try TypedCommand(line.split(separator: " ").map(String.init)).check()
      }
    }
  }
}
