import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("The texts of breakpoints, schedules and commands")
struct GateTextTests {
  static let names = [
    "submit", "send order", "off", "of", "count", "if", "a\"b", "a\\b", "two\nlines", "\r", "ü",
    "#2", "x #2", "\u{301}accent", "\"\u{301}\"", "\u{2028}", "日本", "-", "'", "\t",
  ]

  static let breakpoints: [Breakpoint] =
    names.flatMap { name in
      [
        Breakpoint(.label(name)), Breakpoint(.tag(name), count: 3),
        Breakpoint(.queue(name), isOn: false),
        Breakpoint(.line(file: name, line: 4), condition: .init(.equals, name)),
        Breakpoint(.state(.rejected, of: name), count: 2, condition: .init(.differs, name)),
        Breakpoint(.error(name), condition: .init(.contains, name)), Breakpoint(.warning(name)),
      ]
    } + PromiseEvent.Outcome.allCases.map { Breakpoint(.state($0, of: nil)) }

  @Test("Each breakpoint is read again from its text")
  func breakpointRoundTrip() throws {
    for breakpoint in Self.breakpoints {
      #expect(try Breakpoint(breakpoint.text) == breakpoint, "\(breakpoint.text)")
      #expect(!breakpoint.text.contains("\n"))
      #expect(GateCommand(GateCommand.add(breakpoint).line) == .add(breakpoint))
    }
  }

  @Test(
    "A text that is no breakpoint says why, and what to write",
    arguments: [
      ("", "a breakpoint has a kind and a name, such as label submit"),
      ("off", "a breakpoint has a kind and a name, such as label submit"),
      ("label", "'label' needs a name after it, such as label submit"),
      ("line", "'line' needs a name after it, such as line main.swift:42"),
      ("state", "'state' needs a name after it, such as state rejected"),
      ("warning", "'warning' needs a name after it, such as warning long-queue-wait"),
      ("queue", "'queue' needs a name after it, such as queue main"),
      ("error", "'error' needs a name after it, such as error offline"),
      (
        "submit",
        "'submit' alone is no breakpoint: write label submit, or another kind: label, tag, queue, "
          + "line, state, error, warning"
      ),
      (
        "labels submit",
        "'labels' is no kind of breakpoint: label, tag, queue, line, state, error, warning"
      ),
      (#"label """#, "the name after 'label' is empty"),
      (
        "line main.swift",
        "'main.swift' is no place: write the file and the line, as in main.swift:42"
      ),
      (
        "line main.swift:0",
        "'main.swift:0' is no place: write the file and the line, as in main.swift:42"
      ),
      ("line 42", "'42' is no place: write the file and the line, as in main.swift:42"),
      (
        "state pending",
        "'pending' is no state in which a promise settles: fulfilled, rejected, cancelled"
      ),
      ("state rejected of", "of needs the label of a promise after it"),
      ("label a count", "count needs a number from 1, such as count 3"),
      ("label a count 0", "count needs a number from 1, such as count 3"),
      ("label a count x", "count needs a number from 1, such as count 3"),
      ("label a if", #"a condition is like: if value contains "503"; also = and !="#),
      ("label a if value like x", #"a condition is like: if value contains "503"; also = and !="#),
      (
        "label send order",
        "'order' is not expected: only count and if can follow; quote a name with spaces"
      ),
      (#"label "a"#, #"a quotation mark is missing in label "a"#),
    ])
  func breakpointErrors(text: String, reason: String) {
    #expect(throws: InputError(reason)) { try Breakpoint(text) }
  }

  @Test("Each command and each answer is read again from its line")
  func commandRoundTrip() {
    let commands: [GateCommand] =
      [
        .control, .close, .open, .step, .turn, .releaseJob(4), .releaseTimer(1), .clear, .beat,
      ] + Self.names.map { .stop($0) }
    for command in commands { #expect(GateCommand(command.line) == command) }
    for line in [
      "", " ", "jump", "job", "job x", "job 0", "job -1", "timer 1 2", "stop", "stop x", "break",
      "break label", "close now",
    ] {
      #expect(GateCommand(line) == nil, "\(line)")
    }
    let answers: [GateAnswer] =
      [.busy] + Self.names.map { .refused($0) }
      + Self.names.map { .hello(version: 1, process: 7, trace: $0) }
    for answer in answers { #expect(GateAnswer(answer.line) == answer) }
    for line in ["", "gate", "gate 1", "gate 1 2 x", "gate x 2 \"y\"", "refused", "refused x"] {
      #expect(GateAnswer(line) == nil, "\(line)")
    }
  }

  private static let steps: [JobSchedule.Step] =
    names.flatMap { name -> [JobSchedule.Step] in
      [false, true].map { isTimer in
        JobSchedule.Step(
          JobSchedule.Name(label: name, site: nil, isTimer: isTimer),
          occurrence: isTimer ? 0 : 11, isBeside: isTimer)
      }
    } + [
      JobSchedule.Step(
        JobSchedule.Name(
          label: nil, site: SourceSite(file: "Checkout/main.swift", line: 42, column: 9),
          isTimer: false), occurrence: 1),
      JobSchedule.Step(JobSchedule.Name(label: nil, site: nil, isTimer: false), occurrence: 0),
    ]

  @Test("A schedule is read again from its text, with comments and empty lines between")
  func scheduleRoundTrip() throws {
    let schedule = JobSchedule(steps: Self.steps)
    let text = schedule.text(comment: "made by a test\nwith two lines")
    #expect(try JobSchedule(text) == schedule)
    #expect(text.hasPrefix("promise-tui schedule 1\n# made by a test\n# with two lines\njob "))
    let spaced = text.split(separator: "\n").joined(separator: " \n\n  # more\n\t")
    #expect(try JobSchedule(spaced) == schedule)
    #expect(JobSchedule(steps: []).text() == "promise-tui schedule 1\n")
    #expect(try JobSchedule("promise-tui schedule 1") == JobSchedule())
  }

  @Test(
    "A text that is no schedule says which line is wrong",
    arguments: [
      ("", 1, "the schedule is empty"), ("# only this\n\n", 1, "the schedule is empty"),
      ("job \"a\"\n", 1, "a schedule begins with the line 'promise-tui schedule 1'"),
      (
        "\n\npromise-tui schedule 2\n", 3,
        "the schedule has another version than 'promise-tui schedule 1'"
      ),
    ]
      + [
        "a", "job", "job ", "job a", "job \"a", "job \"a\" b", "task \"a\"", "job main.swift:4",
        "job main.swift:x:9", "beside", "beside timer",
      ].map {
        (
          "promise-tui schedule 1\n# why\n\($0)\n", 3,
          #"expected job or timer and a name, such as job "login" or job main.swift:4:9 #2"#
        )
      })
  func scheduleErrors(text: String, line: Int, reason: String) {
    #expect(throws: InputError(reason, line: line)) { try JobSchedule(text) }
  }

  @Test("The schedule of a run names jobs by label or place, counts them, and says what overlaps")
  func reader() {
    var sequence = 0
    func event(_ kind: PromiseEvent.Kind) -> PromiseEvent {
      sequence += 1
      return PromiseEvent(sequence: sequence, time: 0, thread: nil, queue: nil, kind: kind)
    }
    let site = SourceSite(file: "main.swift", line: 4, column: 9)
    let events = [
      .queueDeclared(queue: 2, label: "inline", kind: .immediate, assumed: false),
      .created(.init(promise: 1, operation: .map, label: "a")),
      .created(.init(promise: 2, operation: .map, site: site)),
      .jobEnqueued(job: 1, child: 1, queue: 1, label: nil),
      .jobEnqueued(job: 2, child: 2, queue: 1, label: nil),
      .jobEnqueued(job: 3, child: 1, queue: 1, label: nil),
      .jobEnqueued(job: 4, child: 1, queue: 2, label: nil),
      .timerScheduled(timer: 1, promise: 1, due: 5), .timerScheduled(timer: 2, promise: 2, due: 5),
      .jobStarted(job: 3, child: 1, queue: 1), .jobStarted(job: 2, child: 2, queue: 1),
      .jobStarted(job: 4, child: 1, queue: 2),
      .jobEnded(job: 4, child: 1, queue: 2, ending: .returned),
      .jobEnded(job: 2, child: 2, queue: 1, ending: .returned),
      .jobEnded(job: 3, child: 1, queue: 1, ending: .returned),
      .timerCancelled(timer: 2, promise: 2), .timerFired(timer: 1, promise: 1),
      .jobStarted(job: 1, child: 1, queue: 1),
    ].map(event)
    #expect(
      JobSchedule(of: events).text() == """
        promise-tui schedule 1
        job "a" #2
        beside job main.swift:4:9
        timer "a"
        job "a"
        later timer main.swift:4:9

        """)
  }
}
