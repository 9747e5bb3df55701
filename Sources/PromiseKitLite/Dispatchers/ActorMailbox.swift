import Synchronization

/// The handlers that wait for actors, and the tasks that run them.
///
/// An actor runs its jobs in no particular order: a task of a higher priority overtakes the others.
/// So that handlers run in the order of dispatch, each actor has a line of its own here for as long as
/// handlers wait in it, and one task that runs them one after another.
enum ActorMailbox {
  typealias Body = @Sendable () -> Void

  /// The handlers that have not been taken yet, by the actor or the executor that runs them. As long
  /// as there is a line, even an empty one, a task is running its handlers, and keeps the actor alive.
  private static let lines = Mutex<[ObjectIdentifier: [Body]]>([:])

  /// Runs `body` on `actor`, after everything that was dispatched earlier with the same `key`, which
  /// identifies the actor or its executor.
  ///
  /// - Complexity: O(1), amortized.
  static func dispatch(_ body: @escaping Body, on actor: any Actor, key: ObjectIdentifier) {
    let isFirst = lines.withLock { lines in
      if lines[key]?.append(body) != nil { return false }
      lines[key] = [body]
      return true
    }
    // Detached, so that the handlers inherit nothing from the task that dispatches the first one.
    if isFirst { Task.detached { await run(key, on: actor) } }
  }

  /// Runs the handlers of a line until it is empty. Other work of the actor can run in between.
  private static func run(_ key: ObjectIdentifier, on actor: isolated any Actor) async {
    while var batch = take(key) {
      // A handler is freed when it has run.
      batch.reverse()
      var count = 0
      while let body = batch.popLast() {
        body()
        count += 1
        if count % most == 0 { await Task.yield() }
      }
      await Task.yield()
    }
  }

  /// Takes all handlers of a line; `nil` if there are none, and the line ends.
  private static func take(_ key: ObjectIdentifier) -> [Body]? {
    lines.withLock { lines in
      guard let batch = lines[key], !batch.isEmpty else {
        lines[key] = nil
        return nil
      }
      lines[key] = []
      return batch
    }
  }

  /// The most handlers that run before other work of the actor can.
  private static var most: Int { 32 }
}
