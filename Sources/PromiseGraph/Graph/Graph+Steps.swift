import PromiseEvents

/// What one job, the end of a job, or one timer did: finer than a turn, as the end of a job that took
/// time may come when others have begun.
struct StepNode: Hashable, Sendable {
  /// The number of its first event, and when that was.
  var sequence: Int
  var time: Int64
  /// The step without which it could not have been: which enqueued the job, or set the timer.
  var cause: Int
  /// The promise that its job, or its timer, settles.
  @Compact var promise: PromiseID?
  private var choiceNumber: Int

  init(sequence: Int, time: Int64, cause: Int, promise: PromiseID?, choice: Int?) {
    self.sequence = sequence
    self.time = time
    self.cause = cause
    _promise = Compact(wrappedValue: promise)
    choiceNumber = choice ?? .min
  }

  /// The choice that was made for it, if one was.
  var choice: Int? { choiceNumber == .min ? nil : choiceNumber }
}

extension Graph {
  /// A step begins.
  mutating func beginStep(after cause: Int, settling promise: PromiseID?, at moment: Moment) {
    let before = steps.last?.sequence ?? 0
    steps.append(
      StepNode(
        sequence: moment.sequence, time: moment.time, cause: cause, promise: promise,
        choice: lastChoice > before ? lastChoice : nil))
    let thread = threadNumber(moment.thread)
    threadSteps.insert(thread, 0)
    threadSteps.update(thread) { [step = steps.count] in $0 = step }
  }

  /// The step of that number; none before the first.
  func step(_ number: Int) -> StepNode? {
    steps[number - 1]
  }

  /// The step to which the event of that number belongs. O(log steps)
  func step(at sequence: Int) -> Int { steps.partitionPoint { $0.sequence <= sequence } }

  /// An inline handler begins: how many inline handlers led to it, in this step?
  mutating func nestInline(_ job: JobNode, at moment: Moment) {
    let parent = job.child.flatMap { child in
      promiseTable.read(child.rawValue) { $0.parent } ?? nil
    }
    let before = parent.flatMap { parent in promiseTable.read(parent.rawValue) { $0.job } ?? nil }
    let depth = max(inlineDepth(of: before), inlineDepth(of: innermostJob(on: moment.thread)))
    jobTable.update(job.id.rawValue) { $0.inlineDepth = depth + 1 }
  }

  /// How many inline handlers of this step led to `job`, with itself.
  private func inlineDepth(of job: JobID?) -> Int {
    job.flatMap { job in
      jobTable.read(job.rawValue) { $0.startedIn == steps.count ? $0.inlineDepth : 0 }
    } ?? 0
  }
}
