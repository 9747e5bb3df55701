extension GateSubject {
  /// Describes a job that settles `core`, reads `settled`, and runs on `queue`. Without `settled`, no
  /// code of the program runs.
  init(
    _ core: PromiseCore?, reading settled: Settled? = nil, on queue: QueueID?,
    in environment: PromiseEnvironment
  ) {
    self.init(
      promise: core.flatMap { $0.observed == nil ? nil : $0.id }, label: core?.label?.text,
      tag: core?.metadata?.tag?.text,
      queue: queue.flatMap { environment.labelAndKind(of: $0)?.0 } ?? "",
      site: core.flatMap { $0.site.isKnown ? $0.site.resolved : nil },
      value: settled?.description(for: environment.bus.values) ?? "")
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
}
