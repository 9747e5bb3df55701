import Dispatch
package import PromiseKitLite

/// A scenario that teaches one thing with ordinary promises. It runs the same way in a simulation
/// and on Dispatch's queues.
///
/// Each demo is one file. The screen shows its text next to the promises.
package struct Demo: Sendable {
  /// The name on the command line, such as `login-fetch-submit`.
  package let name: String
  /// The title that users see.
  package let title: String
  /// A one-line summary of what the demo teaches.
  package let teaches: String
  /// The queues that the demo names, in addition to main.
  package let queues: [Queue]
  /// The delays, answers and other values that a user can set.
  package let knobs: [Knob]
  /// Versions of the demo with other settings of its knobs.
  package let variants: [Variant]
  /// The demo's origins: paragraphs of Promises/A+, the rules of this library, and other libraries
  /// with the names of their functions, the lines of their files, or the numbers of their issues.
  package let from: String
  /// The IDs of exactly those lints that the demo triggers with its default knobs.
  package let lints: [String]
  /// How the demo's last promise ends.
  package let ends: Ending
  /// Whether a thread runs the main queue's jobs. In a server, that may not be so.
  package let drainsMain: Bool
  /// What handlers access that do not declare their own accesses.
  package let accessing: DeclaredAccess
  /// What must hold in each run, as expectations of the command line, such as `save before render`.
  package let expects: [String]
  /// The demo's source file, as `#fileID` names it.
  package let file: String
  private let body: @Sendable (Knobs) -> PromiseCore

  /// How the last promise of a demo ends.
  package enum Ending: Hashable, Sendable {
    /// The promise settles.
    case settled
    /// The promise stays pending, which is the point of the demo.
    case pending
  }

  /// A queue that a demo names.
  package struct Queue: Hashable, Sendable {
    /// The label of the Dispatch queue.
    package let label: String
    /// Whether the queue is serial or concurrent. Dispatch does not reveal this.
    package let kind: PromiseEvent.QueueKind
    /// Whether a thread runs the queue's jobs.
    package var isDrained = true

    /// Creates a queue that runs one job at a time, in order.
    package static func serial(_ label: String) -> Queue { Queue(label: label, kind: .serial) }

    /// Creates a queue that runs up to `width` jobs at the same time in a simulation. On Dispatch,
    /// the system decides how many.
    package static func concurrent(_ label: String, width: Int) -> Queue {
      Queue(label: label, kind: .concurrent(width: width))
    }
  }

  /// Creates a demo whose `body` returns the end of its chain.
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
      expects: expects, file: file, begin: { body($0) })
  }

  /// Creates a demo whose `body` returns its last promise.
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
  /// A source file of a demo.
  package struct Source: Hashable, Sendable {
    /// The file's name, as `#fileID` gives it.
    package let file: String
    /// The file's text at build time.
    package let text: String
  }

  /// The demo's own files.
  package var sources: [Source] {
    embeddedFiles[file].map { [Source(file: file, text: $0)] } ?? []
  }

  /// Returns the text of the file next to the source that has the given ending, or `nil` if there
  /// is none.
  ///
  /// `.md` is the lesson, `.zh.md` the lesson in Chinese, and `.order` the order in which the
  /// demo's handlers run.
  package func text(beside ending: String) -> String? {
    guard file.hasSuffix(".swift") else { return nil }
    return embeddedFiles[file.dropLast(".swift".count) + ending]
  }

  /// Starts the demo in `environment`, on the calling thread: declares the queues, posts the source
  /// text, then runs the body. In a simulation, call this method inside `start`.
  ///
  /// The demo has ended when the promise of the returned run has settled and no job is waiting or
  /// running.
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

/// A demo that has been started. Keep this value until the demo ends: it keeps the last promise
/// alive.
package struct DemoRun: Sendable {
  /// The environment that the demo runs in.
  package let environment: PromiseEnvironment
  /// The promise that the demo's body returned.
  package let last: PromiseCore

  /// Whether the last promise has settled.
  package var isSettled: Bool { last.settled != nil }
}

/// A demo with other settings of its knobs, which shows another aspect of the same question.
package struct Variant: Hashable, Sendable {
  /// The name on the command line: `login-fetch-submit/refused`.
  package let name: String
  /// A one-line summary of what differs from the demo.
  package let about: String
  /// The settings of the knobs, such as `answer=fail`.
  package let settings: [String]
  /// The IDs of exactly those lints that the variant triggers.
  package let lints: [String]

  package init(_ name: String, _ about: String, _ settings: [String], lints: [String] = []) {
    self.name = name
    self.about = about
    self.settings = settings
    self.lints = lints
  }
}

extension Demo {
  /// Other settings of the knobs: first those of the variants, then each other value of a single
  /// knob. A delay or a number is set to four times its default and to a quarter of it.
  package var otherSettings: [[String]] {
    variants.map(\.settings)
      + knobs.flatMap { knob in knob.otherValues.map { ["\(knob.name)=\($0)"] } }
  }
}

extension Knob {
  /// Values of the knob other than its default.
  fileprivate var otherValues: [String] {
    switch kind {
    case .milliseconds(let value, let range), .integer(let value, let range):
      Set([value * 4, value / 4].map { min(max($0, range.lowerBound), range.upperBound) })
        .subtracting([value]).sorted().map(String.init)
    case .flag(let value): [value ? "no" : "yes"]
    case .answer(let answers): Array(answers.dropFirst())
    }
  }
}

// Short names for the demos, so that their lines fit in a narrow pane. A program uses the library's
// own names.

/// Posts a text as an event, with ``PromiseTrace/note(_:)``.
func note(_ text: @autoclosure () -> String) { PromiseTrace.note(text()) }

/// Keeps the running job busy, with ``PromiseEnvironment/work(for:)``.
func work(for interval: DispatchTimeInterval) { PromiseEnvironment.work(for: interval) }
