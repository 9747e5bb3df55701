#if Logging
  internal import Logging
  internal import PromiseKitLite

  /// A message for the log: a text that is the same for all messages of one kind, and metadata.
  struct LogMessage {
    let text: String
    private(set) var metadata: Logger.Metadata
    /// The source location that the log handler gets: that of the promise.
    private(set) var site: PromiseEvent.SourceSite?
    /// The function that the log handler gets: the operator that created the promise.
    private(set) var function = ""

    /// Creates a message about an event.
    init(_ text: String, about event: PromiseEvent) {
      self.text = text
      metadata = ["event": .stringConvertible(event.sequence)]
    }

    /// Adds a promise, with what is known about it.
    mutating func add(_ promise: PromiseID, _ declaration: Declaration?) {
      metadata["promise"] = .stringConvertible(promise)
      guard let declaration else { return }
      if let label = declaration.label { metadata["label"] = .string(sanitized(label)) }
      if let tag = declaration.tag { metadata["tag"] = .string(sanitized(tag)) }
      function = declaration.operation.rawValue
      metadata["operation"] = .string(function)
      if let site = declaration.site { add(site) }
    }

    /// Adds a place in the program, instead of that of the promise.
    mutating func add(_ site: PromiseEvent.SourceSite) {
      metadata["file"] = .string(sanitized(site.file))
      metadata["line"] = .stringConvertible(site.line)
      self.site = site
    }

    /// Adds a queue.
    mutating func add(_ queue: PromiseEvent.QueueID, _ label: String?) {
      metadata["queue"] = .string(label.map(sanitized) ?? queue.description)
    }

    /// Adds the text of an error, unless there is none.
    mutating func add(error: String) {
      if !error.isEmpty { metadata["error"] = .string(sanitized(error)) }
    }

    /// Adds a time in milliseconds.
    mutating func add(_ key: String, nanoseconds: Int64) {
      metadata[key] = .stringConvertible(Double(nanoseconds / 1000) / 1000)
    }

    /// Adds a number.
    mutating func add(_ key: String, _ number: Int) { metadata[key] = .stringConvertible(number) }

    /// Adds an outcome.
    mutating func add(_ outcome: PromiseEvent.Outcome) {
      metadata["outcome"] = .string(outcome.rawValue)
    }
  }
#endif
