extension PromiseTrace {
  /// The first line of a trace: the version of the format, and what holds for the whole of it.
  ///
  /// ```swift
  /// let header = PromiseTrace.Header(isVirtual: false, title: "login")
  /// let line = PromiseTrace.Writer().line(header)
  /// print(header.major, line.count)
  /// ```
  ///
  /// ## The format
  ///
  /// A trace is JSON Lines in UTF-8: one object a line, `\n` after each. The first line is the header,
  /// every other line is one ``PromiseEvent``, in any order; `n` orders them.
  ///
  ///     {"promise-trace":"1.5","clock":"virtual","title":"login-fetch-submit"}
  ///     {"n":1,"t":0,"th":1,"k":"queueDeclared","on":1,"label":"main","type":"serial"}
  ///     {"n":2,"t":0,"th":1,"k":"created","p":1,"op":"body","label":"login(user)",
  ///       "file":"Demos/Login.swift","line":11,"col":17}      (one line in the trace)
  ///     {"n":9,"t":80000000,"th":3,"q":2,"k":"settled","p":1,"out":"fulfilled","text":"tok_9"}
  ///
  /// **The header** has the version, `clock` (virtual, monotonic), and maybe `title`, `pid` (the process) and
  /// `since`: a trace that somebody came late to begins with events of any number up to that one, which tell
  /// what is alive; other numbers up to it are missing, and no loss.
  ///
  /// **Every event** has `n` (number), `t` (nanoseconds) and `k` (kind), and `th` (thread) and `q`
  /// (queue) where there are any. What is empty, false or not there is left out. Identities are bare
  /// numbers; `p` is always the promise that the event is about, `on` the queue that it concerns.
  ///
  /// | k | fields |
  /// |---|---|
  /// | created | p, op, label?, file? line? col?, parents?, late?, guarantee?, tag? |
  /// | bodyStarted | p |
  /// | bodyEnded | p, threw? |
  /// | handlerAttached | p (the child), parent, ordinal, on |
  /// | jobEnqueued | j, p?, on, label? |
  /// | jobStarted | j, p?, on |
  /// | jobEnded | j, p?, on, end |
  /// | handlerSkipped | p (the child), parent, why |
  /// | adopted | p (the outer), inner |
  /// | settled | p, out, text?, origin?, from? |
  /// | resolutionIgnored | p, out?, file? line? col? |
  /// | inputAdded | p (the fan-in), i, input |
  /// | inputSettled, inputIgnored | p (the fan-in), i, input, out |
  /// | errorHandled | p, by |
  /// | errorUnhandled | p, origin, text? |
  /// | deallocated | p, state (settled, pending, forwarded), to?, waiting? |
  /// | waitBegan | p, on?, j? |
  /// | waitEnded | p, on?, j?, end? (settled where there is none) |
  /// | awaitBegan | p |
  /// | awaitEnded | p, end |
  /// | cancelRequested | context |
  /// | timerScheduled | timer, p?, due |
  /// | timerFired, timerCancelled | timer, p? |
  /// | choiceMade | chosen (from 0), options |
  /// | queueDeclared | on, label, type (serial, concurrent, immediate), width?, assumed? |
  /// | threadNamed | thread, name |
  /// | note | text |
  /// | sourceText | file, line, text |
  /// | intervened | p, what |
  /// | dropped | count |
  ///
  /// The words of `op`, `end`, `why` and `out` are those of ``PromiseEvent/Operation``,
  /// ``PromiseEvent/JobEnding``, ``PromiseEvent/WaitEnding``, ``PromiseEvent/AwaitEnding``,
  /// ``PromiseEvent/SkipReason`` and ``PromiseEvent/Outcome``.
  ///
  /// The options of a choice are objects that name a job or a timer by what would become of it:
  /// `{"resume":3}`, `{"start":4,"on":2}`, `{"end":5}`, `{"fire":1}`.
  ///
  /// **Versions.** A new kind, field or word raises the minor version; a reader skips the kinds and
  /// words of a newer minor version and counts them, and does not look at fields that it does not know.
  /// Whatever would mislead an older reader raises the major version, which that reader refuses.
  public struct Header: Hashable, Sendable {
    /// The version of the format: a reader refuses a newer major one.
    public var major: Int
    /// The minor number: a reader of the same major version skips what a newer minor one adds.
    public var minor: Int
    /// The times are those of a simulation.
    public var isVirtual: Bool
    /// What was recorded: the name of a demo or a program.
    public var title: String?
    /// The number of the process that was recorded; none in a simulation.
    public var pid: Int?
    /// In a trace that somebody came late to: of the events with a number up to this one, only those are in it
    /// that tell what is alive. A number that is missing up to it is no loss.
    public var since: Int?

    /// A header of the version that this library writes.
    public init(isVirtual: Bool, title: String? = nil) {
      self.init(
        major: Self.currentMajor, minor: Self.currentMinor, isVirtual: isVirtual, title: title)
    }

    /// A header of any version.
    init(
      major: Int, minor: Int, isVirtual: Bool, title: String?, pid: Int? = nil, since: Int? = nil
    ) {
      self.major = major
      self.minor = minor
      self.isVirtual = isVirtual
      self.title = title
      self.pid = pid
      self.since = since
    }

    /// The version that this library writes and reads.
    static var currentMajor: Int { 1 }
    static var currentMinor: Int { 5 }
  }
}

extension TraceHeader {
  /// The header that the first line of a trace is.
  init(line: UnsafeBufferPointer<UInt8>) throws(TraceError) {
    var tape = JSONTape()
    do {
      try JSONScanner.scan(line, into: &tape)
    } catch {
      throw .notATrace(reason: error.description)
    }
    let version: String
    do {
      (self, version) = try TraceFields.read(line, tape, Self.header)
    } catch {
      throw .notATrace(reason: error.description)
    }
    let numbers = version.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let major = numbers[0], let minor = numbers[1], minor >= 0,
      major > 0
    else {
      throw .notATrace(reason: "there is no version \(version)")
    }
    guard major <= Self.currentMajor else { throw .newerVersion(version) }
    self.major = major
    self.minor = minor
  }

  /// What the fields say, and the version as it is written.
  private static func header(
    _ fields: TraceFields
  ) throws(TraceFields.Failure) -> (TraceHeader, version: String) {
    let version = try fields.string("promise-trace")
    var header = TraceHeader(isVirtual: try fields.maybeString("clock") == "virtual")
    header.title = try fields.maybeString("title")
    header.pid = try fields.maybeInteger("pid")
    header.since = try fields.maybeInteger("since")
    return (header, version)
  }
}
