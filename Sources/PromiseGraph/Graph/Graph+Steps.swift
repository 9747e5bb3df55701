import PromiseEvents

/// What one job, the end of a job, or one timer did. It is finer than a turn, because other jobs may have
/// started before a long job ends.
struct StepNode: Hashable, Sendable {
  /// The number and the time of its first event.
  var sequence: Int
  var time: Int64
  /// The step that caused it: the one that enqueued the job, or set the timer.
  var cause: Int
  /// The promise that its job or its timer settles.
  @Compact var promise: PromiseID?
  private var choiceNumber: Int

  init(sequence: Int, time: Int64, cause: Int, promise: PromiseID?, choice: Int?) {
    self.sequence = sequence
    self.time = time
    self.cause = cause
    _promise = Compact(wrappedValue: promise)
    choiceNumber = choice ?? .min
  }

  /// The choice that led to it, if there was one.
  var choice: Int? { choiceNumber == .min ? nil : choiceNumber }
}

extension Graph {
  /// Begins a step.
  mutating func beginStep(after cause: Int, settling promise: PromiseID?, at moment: Moment) {
    let before = steps.last?.sequence ?? 0
    steps.append(
      StepNode(
        sequence: moment.sequence, time: moment.time, cause: cause, promise: promise,
        choice: totals.lastChoice > before ? totals.lastChoice : nil))
    let thread = threadNumber(moment.thread)
    threadTables.steps.insert(thread, 0)
    threadTables.steps.update(thread) { [step = steps.count] in $0 = step }
  }

  /// Returns the step with a number; `nil` before the first.
  func step(_ number: Int) -> StepNode? {
    steps[number - 1]
  }

  /// Returns the step that contains the event with a number. O(log steps)
  func step(at sequence: Int) -> Int { steps.partitionPoint { $0.sequence <= sequence } }

  /// Records how many inline handlers of this step led to an inline handler that starts.
  mutating func nestInline(_ job: JobNode, at moment: Moment) {
    let parent = job.child.flatMap { child in
      promiseTable.read(child.rawValue) { $0.parent } ?? nil
    }
    let before = parent.flatMap { parent in promiseTable.read(parent.rawValue) { $0.job } ?? nil }
    let depth = max(inlineDepth(of: before), inlineDepth(of: innermostJob(on: moment.thread)))
    jobTable.update(job.id.rawValue) { $0.inlineDepth = depth + 1 }
  }

  /// Returns how many inline handlers of this step led to `job`, including itself.
  private func inlineDepth(of job: JobID?) -> Int {
    job.flatMap { job in
      jobTable.read(job.rawValue) { $0.startedIn == steps.count ? $0.inlineDepth : 0 }
    } ?? 0
  }
}
