import Dispatch
import Measuring
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Subject {
  /// Tasks, on the threads of their pool.
  static let swiftConcurrency = Subject(
    name: "Swift Task",
    trials: [
      .memory: memory,
      .rejection: { links in wait { await reject(links) } },
      .adoptionInline: { steps in
        wait {
          let value = await step(steps)
          precondition(value == 7)
        }
      },
      .adoptionQueued: { steps in
        wait {
          let value = await task(steps).value
          precondition(value == 7)
        }
      },
      .drop: drop,
    ])
}

private struct Failure: Error {}

private func wait(_ body: @escaping @Sendable () async -> Void) {
  let end = DispatchSemaphore(value: 0)
  Task {
    await body()
    end.signal()
  }
  end.wait()
}

/// A value for which one continuation waits.
private final class Source: Sendable {
  private let waiting = Mutex<UnsafeContinuation<Int, any Error>?>(nil)
  private let began = DispatchSemaphore(value: 0)

  var value: Int {
    get async throws {
      try await withUnsafeThrowingContinuation { continuation in
        waiting.withLock { $0 = continuation }
        began.signal()
      }
    }
  }

  /// Returns once a task is waiting.
  func awaitReader() { began.wait() }

  func fail() { waiting.withLock { $0 }?.resume(throwing: Failure()) }
}

@globalActor
private actor Serial {
  static let shared = Serial()
}

private func memory(_ count: Int) {
  Kept.all.count(count) { keep in
    let source = Source()
    let root = Task { try await source.value }
    let begun = DispatchSemaphore(value: 0)
    let child = Task {
      begun.signal()
      return try await root.value + 1
    }
    source.awaitReader()
    begun.wait()
    keep(source)
    keep(child)
  }
  // Lets the last of them suspend.
  usleep(100_000)
}

private func reject(_ links: Int) async {
  let source = Source()
  let root = Task { try await source.value }
  var last = root
  for _ in 0..<links {
    let previous = last
    last = Task { try await previous.value + 1 }
  }
  source.awaitReader()
  source.fail()
  do {
    _ = try await last.value
    preconditionFailure("it was rejected")
  } catch {}
}

/// A function that awaits itself.
private func step(_ count: Int) async -> Int {
  guard count > 0 else { return 7 }
  let value = await step(count - 1)
  consume(nil)
  return value
}

/// A task of an actor that awaits the next one.
private func task(_ count: Int) -> Task<Int, Never> {
  Task { @Serial in count > 0 ? await task(count - 1).value : 7 }
}

private func drop(_ links: Int) {
  let begun = Tally()
  let source = Source()
  var last = Task { try await source.value }
  for _ in 0..<links {
    let previous = last
    last = Task {
      begun.add(1)
      return try await previous.value + 1
    }
  }
  while begun.total < links { usleep(10_000) }
  usleep(100_000)
}
