package import PromiseEvents

// Several processes on one screen: which of them a promise, a queue or a thread belongs to.

extension Graph {
  /// Whether the events are those of several processes. O(1)
  package var hasProcesses: Bool { processTables.processes.count > 1 }

  /// The processes in the order of their identities; empty if the events do not say that there are several.
  package var processes: [ProcessNode] {
    processTables.processes.numbers.compactMap { processTables.processes[$0] }
  }

  /// Returns a process. O(1)
  package func process(_ id: ProcessID) -> ProcessNode? { processTables.processes[id.rawValue] }

  /// Returns the process of a thread; `nil` if there is only one process, or if it is not known. O(1)
  package func process(of thread: ThreadID?) -> ProcessID? {
    guard processTables.processes.count > 0, let thread else { return nil }
    return processTables.threads[threadNumber(thread)]
  }

  /// Returns the process of a promise: that of the thread that created it. O(1)
  package func process(of promise: PromiseID) -> ProcessID? {
    guard processTables.processes.count > 0 else { return nil }
    return process(of: promiseTable.read(promise.rawValue) { $0.created.thread } ?? nil)
  }

  /// Returns the process of a queue: that of the thread that declared it. O(1)
  package func process(of queue: QueueID) -> ProcessID? {
    guard processTables.processes.count > 0 else { return nil }
    return process(
      of: queueTables.queues.read(queue.rawValue) { $0.declaredOn ?? $0.threads.first } ?? nil)
  }

  /// Returns what distinguishes the chains and lines of one process from those of others; `nil` for the first one,
  /// whose events may have been alone before.
  func processKey(of thread: ThreadID?) -> ProcessID? {
    process(of: thread).flatMap { $0.rawValue == 1 ? nil : $0 }
  }
}

// MARK: - The fold

extension Graph {
  /// Adds a process, or changes what is known of it.
  mutating func declare(
    _ id: ProcessID, _ name: String, _ systemID: Int?, _ uncertainty: Int64?
  ) {
    guard
      processTables.processes.contains(id.rawValue)
        || processTables.processes.count < Self.mostProcesses
    else {
      return
    }
    var node = ProcessNode(
      id: id, name: String(name.prefix(Self.longestName)), systemID: systemID,
      uncertainty: uncertainty)
    node.language = processTables.processes[id.rawValue]?.language
    processTables.processes.remove(id.rawValue)
    processTables.processes.insert(id.rawValue, node)
  }

  /// Assigns a thread to a process.
  mutating func assign(_ thread: ThreadID, to process: ProcessID) {
    processTables.threads.remove(threadNumber(thread))
    processTables.threads.insert(threadNumber(thread), process)
  }

  /// Notes the language in which a process creates a promise.
  mutating func noteLanguage(_ language: PromiseEvent.ProgramLanguage, on thread: ThreadID?) {
    programLanguage = language
    guard let process = process(of: thread),
      processTables.processes[process.rawValue]?.language != language
    else { return }
    processTables.processes.update(process.rawValue) { $0.language = language }
  }

  /// Before an event of another process, changes to its language.
  mutating func enterLanguage(on thread: ThreadID?) {
    guard hasProcesses, let process = process(of: thread),
      let language = processTables.processes.read(process.rawValue, { $0.language }) ?? nil
    else { return }
    programLanguage = language
  }

  private static var mostProcesses: Int { 1024 }
  private static var longestName: Int { 120 }
}
