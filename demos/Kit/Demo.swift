import Dispatch
package import PromiseKitLite

/// A scenario that teaches one thing: ordinary promises, that run in a simulation as they run on
/// Dispatch's queues.
///
/// Each demo is one file, whose text a viewer shows beside the picture.
package struct Demo: Sendable {
  /// What it is called on the command line: `login-fetch-submit`.
  package let name: String
  /// What it is called for people.
  package let title: String
  /// What it teaches, in one line.
  package let teaches: String
  /// The queues that it names, beside main.
  package let queues: [Queue]
  /// What can be set from outside: delays and answers.
  package let knobs: [Knob]
  /// The same with some of the knobs turned.
  package let variants: [Variant]
  /// Where it comes from: paragraphs, rules, libraries, the scenarios that others are compared by.
  package let from: String
  /// The ids of the lints that it triggers as it is; exactly these.
  package let lints: [String]
  /// What becomes of its last promise.
  package let ends: Ending
  /// The main queue is run by somebody; in a server it may not be.
  package let drainsMain: Bool
  /// What its handlers touch that declare nothing of their own.
  package let accessing: DeclaredAccess
  /// What must hold in each of its runs, in the words of the command line: `save before render`.
  package let expects: [String]
  /// Its source file, as `#fileID` names it.
  package let file: String
  private let body: @Sendable (Knobs) -> PromiseCore

  /// What becomes of the last promise of a demo.
  package enum Ending: Hashable, Sendable {
    /// It settles.
    case settled
    /// It stays pending, which is what the demo shows.
    case pending
  }

  /// A queue that a demo names.
  package struct Queue: Hashable, Sendable {
    /// The label of the Dispatch queue.
    package let label: String
    /// How many of its jobs run at once; Dispatch does not tell.
    package let kind: PromiseEvent.QueueKind
    /// Somebody runs its jobs.
    package var isDrained = true

    /// One job at a time, in order.
    package static func serial(_ label: String) -> Queue { Queue(label: label, kind: .serial) }

    /// Up to `width` jobs at once in a simulation; on Dispatch as many as that decides.
    package static func concurrent(_ label: String, width: Int) -> Queue {
      Queue(label: label, kind: .concurrent(width: width))
    }
  }

  /// A demo whose `body` returns the end of its chain.
  init(
    _ name: String, _ title: String, teaches: String, from: String = "", queues: [Queue] = [],
    knobs: [Knob] = [], variants: [Variant] = [], lints: [String] = [],
    ends: Ending = .settled, drainsMain: Bool = true,
    accessing: DeclaredAccess = .anything, expects: [String] = [],
    file: String = #fileID, body: @escaping @Sendable (Knobs) -> PMKFinalizer
  ) {
    self.init(
      name, title, teaches: teaches, from: from, queues: queues, knobs: knobs,
      variants: variants, lints: lints, ends: ends, drainsMain: drainsMain, accessing: accessing,
      expects: expects, file: file, begin: { body($0).core })
  }

  /// A demo whose `body` returns its last promise.
  init<Last: Thenable>(
    _ name: String, _ title: String, teaches: String, from: String = "", queues: [Queue] = [],
    knobs: [Knob] = [], variants: [Variant] = [], lints: [String] = [],
    ends: Ending = .settled, drainsMain: Bool = true,
    accessing: DeclaredAccess = .anything, expects: [String] = [],
    file: String = #fileID, body: @escaping @Sendable (Knobs) -> Last
  ) {
    self.init(
      name, title, teaches: teaches, from: from, queues: queues, knobs: knobs,
      variants: variants, lints: lints, ends: ends, drainsMain: drainsMain, accessing: accessing,
      expects: expects, file: file, begin: { body($0) })
  }

  private init(
    _ name: String, _ title: String, teaches: String, from: String, queues: [Queue],
    knobs: [Knob], variants: [Variant], lints: [String], ends: Ending, drainsMain: Bool,
    accessing: DeclaredAccess, expects: [String], file: String,
    begin: @escaping @Sendable (Knobs) -> PromiseCore
  ) {
    self.name = name
    self.title = title
    self.teaches = teaches
    self.from = from
    self.queues =
      drainsMain ? queues : queues + [Queue(label: "main", kind: .serial, isDrained: false)]
    self.knobs = knobs
    self.variants = variants
    self.lints = lints
    self.ends = ends
    self.drainsMain = drainsMain
    self.accessing = accessing
    self.expects = expects
    self.file = file
    self.body = begin
  }
}

// MARK: - Starting

extension Demo {
  /// A source file that a demo consists of.
  package struct Source: Hashable, Sendable {
    /// The file as `#fileID` names it.
    package let file: String
    /// All of its lines, as they were when this was built.
    package let text: String
  }

  /// The demo's own files.
  package var sources: [Source] {
    embeddedSources[file].map { [Source(file: file, text: $0)] } ?? []
  }

  /// The text of the file beside the source whose name ends so: `.md` is the lesson, `.zh.md` the same in
  /// Chinese, `.order` the order in which its handlers run. None if there is no such file.
  package func text(beside ending: String) -> String? {
    guard file.hasSuffix(".swift") else { return nil }
    return embeddedSources[file.dropLast(".swift".count) + ending]
  }

  /// Begins the demo in `environment`, on the thread that calls: tells which queues there are and what
  /// the source says, then runs the body. In a simulation, call it inside `start`.
  ///
  /// It is over when the returned run's promise has settled and nothing waits or runs any more.
  package func start(knobs: Knobs, in environment: PromiseEnvironment) -> DemoRun {
    for queue in queues { environment.declare(queue: queue.label, kind: queue.kind) }
    return environment.run {
      for source in sources {
        environment.post(.sourceText(file: source.file, firstLine: 1, text: source.text))
      }
      return DemoRun(environment: environment, last: body(knobs))
    }
  }
}

/// A demo that was started. Keep it until it is over: it keeps the promise at the end alive.
package struct DemoRun: Sendable {
  /// What it runs in.
  package let environment: PromiseEnvironment
  /// The promise that the demo's body returned.
  package let last: PromiseCore

  /// That promise has settled.
  package var isSettled: Bool { last.settled != nil }
}

/// A demo with some of its knobs turned, which shows another side of the same question.
package struct Variant: Hashable, Sendable {
  /// What it is called on the command line: `--variant refused`.
  package let name: String
  /// What is different, in one line.
  package let about: String
  /// The knobs, as `answer=fail`.
  package let settings: [String]
  /// The ids of the lints that it triggers; exactly these.
  package let lints: [String]

  package init(_ name: String, _ about: String, _ settings: [String], lints: [String] = []) {
    self.name = name
    self.about = about
    self.settings = settings
    self.lints = lints
  }
}

extension Demo {
  /// Other ways to turn the knobs, each as settings of its own: first those of the variants, then each other
  /// answer, flag and number by itself, a delay four times as long and a quarter of it.
  package var otherSettings: [[String]] {
    variants.map(\.settings)
      + knobs.flatMap { knob in knob.otherValues.map { ["\(knob.name)=\($0)"] } }
  }
}

extension Knob {
  /// Some values that it does not have by default.
  fileprivate var otherValues: [String] {
    switch kind {
    case .milliseconds(let value, let range), .integer(let value, let range):
      Set([value * 4, value / 4].map { min(max($0, range.lowerBound), range.upperBound) })
        .subtracting([value]).sorted().map(String.init)
    case .flag(let value): [value ? "no" : "yes"]
    case .answer(let words): Array(words.dropFirst())
    }
  }
}

// What the demos call for short, so that a line of theirs fits beside the picture. A program writes the
// library's own names.

/// Posts a text as an event: ``PromiseTrace/note(_:)``.
func note(_ text: @autoclosure () -> String) { PromiseTrace.note(text()) }

/// Keeps the running job busy: ``PromiseEnvironment/work(for:)``.
func work(for interval: DispatchTimeInterval) { PromiseEnvironment.work(for: interval) }
