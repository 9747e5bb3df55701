// Tasks that the library creates, and which work for a promise.
extension PromiseCore {
  /// Settles the promise with the result of `body`, which runs in a task, or with the error that it
  /// throws. `isolation` is the actor on which `body` runs, if that is known.
  @usableFromInline
  package func runTask(
    isolation: (any Actor)?, _ body: @escaping @Sendable () async throws -> Settled
  ) {
    guard !isCancelledAlready else { return }
    startTask { [self] in
      let settled: Settled
      if let observed {
        settled = await run(body, on: isolation, in: observed)
      } else {
        do { settled = try await body() } catch { settled = .error(error) }
      }
      settle(settled)
    }
  }

  /// Runs `body` on its actor, between its start and end events.
  private func run(
    _ body: @Sendable () async throws -> Settled, on actor: isolated (any Actor)?,
    in observed: PromiseEnvironment
  ) async -> Settled {
    let queue = actor.map { observed.queue(of: $0) }
    observed.post(.bodyStarted(promise: id), on: queue)
    let settled: Settled
    do { settled = try await body() } catch { settled = .error(error) }
    observed.post(.bodyEnded(promise: id, threw: settled.error != nil), on: queue)
    return settled
  }

  /// Runs `operation` in a task that works for the promise: what it awaits, the promise waits for.
  /// The task is canceled if the context cancels the promise. It runs on no queue of the library.
  @discardableResult
  func startTask(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    hooks?.leavesSimulation()
    // A task inherits the context in which it is created.
    let task = inContext(onQueue: nil) {
      guard let observed else { return Task { await operation() } }
      let owner = TaskOwner(id, in: observed)
      return TaskOwner.$current.withValue(owner) {
        Task {
          owner.begin()
          await operation()
        }
      }
    }
    onCancel { task.cancel() }
    return task
  }
}
