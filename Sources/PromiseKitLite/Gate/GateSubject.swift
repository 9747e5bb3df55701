/// What a gate knows about a job before it starts.
package struct GateSubject: Sendable {
  /// The promise that the job settles, if it has a name in the events.
  package var promise: PromiseID?
  /// The label of that promise.
  package var label: String?
  /// The tag of its chain.
  package var tag: String?
  /// The label of the queue; empty for a timer.
  package var queue = ""
  /// Where the promise was created.
  package var site: SourceSite?
  /// The description of the value or the error that the handler reads; empty if it reads none, or if
  /// the description was not wanted.
  package var value = ""
}

extension GateSubject {
  /// Describes a job that settles `core`, reads `settled`, and runs on `queue`. Without `settled`, no
  /// code of the program runs.
  init(
    _ core: PromiseCore?, reading settled: Settled? = nil, on queue: QueueID?,
    in environment: PromiseEnvironment
  ) {
    promise = core.flatMap { $0.observed == nil ? nil : $0.id }
    label = core?.label?.text
    tag = core?.metadata?.tag?.text
    site = core.flatMap { $0.site.isKnown ? $0.site.resolved : nil }
    self.queue = queue.flatMap { environment.labelAndKind(of: $0)?.0 } ?? ""
    value = settled?.description(for: environment.bus.values) ?? ""
  }

  /// Describes a job that runs on `queue`. Only with `readsValue`, this includes what its handler reads,
  /// whose description runs code of the program.
  init(
    _ job: any Job, on queue: QueueID, readsValue: Bool = false, in environment: PromiseEnvironment
  ) {
    self.init(job.promise, reading: readsValue ? job.read : nil, on: queue, in: environment)
  }

  /// The name under which a schedule lists the job or the timer, without its count.
  func name(isTimer: Bool) -> JobSchedule.Name {
    JobSchedule.Name(label: label, site: label == nil ? site : nil, isTimer: isTimer)
  }

  /// The name in a sentence: `'submit'`, or the place.
  package var text: String {
    label.map { "'\($0)'" } ?? site.map { "\($0.file):\($0.line)" } ?? "a job"
  }
}
