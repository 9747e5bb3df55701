extension PromiseTrace {
  /// The first line of a trace: the version of the format, and properties of the whole trace.
  ///
  /// ```swift
  /// let header = PromiseTrace.Header(isVirtual: false, title: "login")
  /// let line = PromiseTrace.Writer().line(header)
  /// print(header.major, line.count)
  /// ```
  ///
  /// ## The format
  ///
  /// A trace is JSON Lines in UTF-8: one object per line, each followed by `\n`. The first line is
  /// the header; every other line is one ``PromiseEvent``. The lines may be in any order; `n`
  /// orders them.
  ///
  ///     {"promise-trace":"1.5","clock":"virtual","title":"login-fetch-submit"}
  ///     {"n":1,"t":0,"th":1,"k":"queueDeclared","on":1,"label":"main","type":"serial"}
  ///     {"n":2,"t":0,"th":1,"k":"created","p":1,"op":"body","label":"login(user)",
  ///       "file":"Demos/Login.swift","line":11,"col":17}      (one line in the trace)
  ///     {"n":9,"t":80000000,"th":3,"q":2,"k":"settled","p":1,"out":"fulfilled","text":"tok_9"}
  ///
  /// **The header** has the version, `clock` (virtual, monotonic), and optionally `title`, `pid`
  /// (the process), `language` (of the program; Swift if there is none), `since`, and `boot`, `epoch` and `unix`
  /// (``ClockOrigin``). A part of a run has `since`, the number before the first event of the part.
  /// It begins with earlier events that the part needs: declarations, and the events of the chains
  /// that had not ended. Other numbers up to `since` are missing, which is not a loss.
  ///
  /// **Every event** has `n` (number), `t` (nanoseconds), and `k` (kind), and `th` (thread) and `q`
  /// (queue) if they apply. Anything that is empty, false, or absent is left out. Identities are
  /// bare numbers; `p` is always the promise that the event is about, and `on` the queue that it
  /// concerns.
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
  /// | touched | j, names |
  /// | handlerSkipped | p (the child), parent, why |
  /// | adopted | p (the outer), inner |
  /// | settled | p, out, text?, origin?, from?, odd?, file? line? col? |
  /// | resolutionIgnored | p, out?, file? line? col? |
  /// | inputAdded | p (the fan-in), i, input |
  /// | inputSettled, inputIgnored | p (the fan-in), i, input, out |
  /// | errorHandled | p, by |
  /// | errorUnhandled | p, origin, text? |
  /// | deallocated | p, state (settled, pending, forwarded), to?, waiting? |
  /// | waitBegan | p, on?, j?, file? line? col? |
  /// | waitEnded | p, on?, j?, end? (settled where there is none) |
  /// | awaitBegan | p, by?, file? line? col? |
  /// | awaitEnded | p, end, by? |
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
  /// | spanLinked | p, traceparent, role |
  /// | processDeclared | process, name, pid?, uncertainty? |
  /// | threadAssigned | thread, process |
  /// | gateChanged | action, j?, timer?, reason? |
  ///
  /// The values of `op`, `end`, `why`, and `out` are those of ``PromiseEvent/Operation``,
  /// ``PromiseEvent/JobEnding``, ``PromiseEvent/WaitEnding``, ``PromiseEvent/AwaitEnding``,
  /// ``PromiseEvent/SkipReason``, and ``PromiseEvent/Outcome``; those of `role` are those of
  /// ``PromiseEvent/SpanRole``, and those of `action` are those of ``PromiseEvent/GateAction``.
  ///
  /// The options of a choice are objects that name a job or a timer by what would happen to it:
  /// `{"resume":3}`, `{"start":4,"on":2}`, `{"end":5}`, `{"fire":1}`.
  ///
  /// **Versions.** A new kind, field, or value raises the minor version. A reader skips and counts
  /// the kinds and values of a newer minor version, and ignores fields that it does not know. Any
  /// change that would mislead an older reader raises the major version, which that reader refuses.
  public struct Header: Hashable, Sendable {
    /// The major version of the format: a reader refuses a newer one.
    public var major: Int
    /// The minor version: a reader of the same major version skips what a newer minor version adds.
    public var minor: Int
    /// A Boolean value that indicates whether the times are those of a simulation.
    public var isVirtual: Bool
    /// The name of the demo or the program that was recorded.
    public var title: String?
    /// The process identifier of the program that was recorded; `nil` in a simulation.
    public var pid: Int?
    /// In a part of a run: of the events with a number up to this one, the trace contains only
    /// those that the part needs. A missing number up to this one is not a loss.
    public var since: Int?
    /// The language of the recorded program, such as `javascript`; `nil` for Swift.
    public var language: String?
    /// The instant at which the times are 0; `nil` in a simulation, and in traces of older versions.
    public var origin: ClockOrigin?

    /// Creates a header of the version that this library writes.
    public init(isVirtual: Bool, title: String? = nil) {
      self.init(
        major: Self.currentMajor, minor: Self.currentMinor, isVirtual: isVirtual, title: title)
    }

    /// Creates a header of any version.
    init(
      major: Int, minor: Int, isVirtual: Bool, title: String?, pid: Int? = nil, since: Int? = nil,
      language: String? = nil, origin: ClockOrigin? = nil
    ) {
      self.major = major
      self.minor = minor
      self.isVirtual = isVirtual
      self.title = title
      self.pid = pid
      self.since = since
      self.language = language
      self.origin = origin
    }

    /// The version that this library writes and reads.
    static var currentMajor: Int { 1 }
    static var currentMinor: Int { 10 }
  }
}

extension TraceHeader {
  /// The language of the program as the events have it.
  package var programLanguage: PromiseEvent.ProgramLanguage {
    switch language {
    case nil, "swift": .swift
    case "javascript": .javaScript
    default: .other
    }
  }
}

extension PromiseEvent.ProgramLanguage {
  /// Its name in the header of a trace; `nil` for Swift.
  package var headerName: String? {
    switch self {
    case .swift: nil
    case .javaScript: "javascript"
    case .other: "other"
    }
  }
}

extension TraceHeader {
  /// Creates a header from the first line of a trace.
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
      throw .notATrace(reason: "'\(quotable(version))' is not a format version")
    }
    guard major <= Self.currentMajor else { throw .newerVersion(quotable(version)) }
    self.major = major
    self.minor = minor
  }

  /// Returns what the fields contain, and the version as written.
  private static func header(
    _ fields: TraceFields
  ) throws(TraceFields.Failure) -> (TraceHeader, version: String) {
    let version = try fields.string("promise-trace")
    var header = TraceHeader(isVirtual: try fields.maybeString("clock") == "virtual")
    header.title = try fields.maybeString("title")
    header.pid = try fields.maybeInteger("pid")?.clamped(to: 0...Int(Int32.max))
    header.since = try fields.maybeInteger("since")?.clamped(to: EventNumbers.counts)
    header.language = try fields.maybeString("language").map(EventTexts.cut)
    if let monotonic = try fields.maybeInteger("epoch"), let unix = try fields.maybeInteger("unix")
    {
      header.origin = Self.ClockOrigin(
        boot: EventTexts.cut(try fields.maybeString("boot") ?? ""),
        monotonic: Int64(monotonic.clamped(to: EventNumbers.times)),
        unix: Int64(unix.clamped(to: EventNumbers.times)))
    }
    return (header, version)
  }
}
