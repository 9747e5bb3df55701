import PromiseKitLite

/// What the lints have to remember of the events so far, beside what the graph keeps anyway. It is a part
/// of the fold: two graphs of the same events have the same.
struct LintMemory: Equatable, Sendable {
  /// The rejections that nobody has read so far, by promise, and in which step and job they arose.
  var unread = IdentityTable<UnreadRejection>()
  /// The promises whose rejection was first read late.
  var lateReads = IdentitySet()
  /// The promises that a thread has waited for.
  var waitedFor = IdentitySet()
  /// The newest step on each thread, by the graph's numbers for threads.
  var threadSteps = IdentityTable<Int>()
  /// The number of the newest choice of the simulated machine.
  var lastChoice = 0
  /// The jobs that touched something last, by its name; of the first names alone.
  var touches: [String: [JobID]] = [:]
  /// The names of what was told of.
  var toldNames: Set<String> = []
  /// The lines whose handlers ran within the call that attached them, and those that ran later.
  var inlineLines = IdentitySet()
  var laterLines = IdentitySet()
  /// The lines that were told of, by lint.
  var toldInline = IdentitySet()
  var toldUncaught = IdentitySet()
  var toldDeep = IdentitySet()
  var toldNested = IdentitySet()
  var toldHops = IdentitySet()
  var toldOrders = IdentitySet()
  /// The longest wait in each queue that was told of.
  var toldWaits: [QueueID: Int64] = [:]
}

/// A rejection that nobody has read.
struct UnreadRejection: Hashable, Sendable {
  var step: Int
  var job: JobID?
  var thread: ThreadID?
}
