extension PromiseTrace {
  /// Writes events as lines of a trace. ``PromiseTrace/Header`` describes the format.
  ///
  /// ```swift
  /// let recorder = RecordingObserver()
  /// PromiseEnvironment(observers: [recorder]).run { begin() }
  /// let writer = PromiseTrace.Writer(includesValues: false)
  /// var bytes = writer.line(PromiseTrace.Header(isVirtual: false, title: "login"))
  /// for event in recorder.events { writer.append(event, to: &bytes) }
  /// ```
  public struct Writer: Sendable {
    /// A Boolean value that indicates whether the texts of values, errors, and notes are written;
    /// they may be secret.
    public var includesValues: Bool

    /// Creates a writer that includes values, or leaves them out.
    public init(includesValues: Bool = true) { self.includesValues = includesValues }

    /// Returns the header as the first line of a trace.
    public func line(_ header: PromiseTrace.Header) -> [UInt8] {
      var bytes: [UInt8] = []
      let texts = [header.title, header.language, header.origin?.boot].compactMap { $0?.utf8.count }
      let room = JSONObjectWriter.room(fixed: 320, text: texts.reduce(0, +))
      JSONObjectWriter.append(to: &bytes, room: room) { object in
        object.put("\(header.major).\(header.minor)", as: "promise-trace")
        object.put(header.isVirtual ? "virtual" : "monotonic", as: "clock")
        object.put(header.title, as: "title")
        object.put(header.language, as: "language")
        object.put(header.pid, as: "pid")
        object.put(header.since, as: "since")
        guard let origin = header.origin else { return }
        if !origin.boot.isEmpty { object.put(origin.boot, as: "boot") }
        object.put(Int(origin.monotonic), as: "epoch")
        object.put(Int(origin.unix), as: "unix")
      }
      return bytes
    }

    /// Returns the event as a line.
    public func line(_ event: PromiseEvent) -> [UInt8] {
      var bytes: [UInt8] = []
      append(event, to: &bytes)
      return bytes
    }

    /// Appends the event as a line to `bytes`.
    public func append(_ event: PromiseEvent, to bytes: inout [UInt8]) {
      let room = JSONObjectWriter.room(fixed: 480, text: event.kind.variableSize)
      JSONObjectWriter.append(to: &bytes, room: room, includesValues: includesValues) { object in
        object.put(event.sequence, as: "n")
        object.put(Int(event.time), as: "t")
        object.put(event.thread, as: "th")
        object.put(event.queue, as: "q")
        object.put(event.kind.name, as: "k")
        event.kind.encode(into: &object)
      }
    }
  }
}
