import Dispatch
import Measuring
import NIOCore
import NIOPosix

extension Subject {
  /// On the thread of a loop, with the stack size that the loop uses.
  static let swiftNIO = Subject(
    name: "SwiftNIO",
    trials: [
      .memory: { count in onLoop { memory(count) } },
      .rejection: { links in onLoop { reject(links) } },
      .adoptionInline: { adopt($0, hops: false) },
      .adoptionQueued: { adopt($0, hops: true) },
      .drop: { links in onLoop { drop(links) } },
    ])
}

private struct Failure: Error {}

private let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()

private func onLoop(_ body: @escaping @Sendable () -> Void) {
  let end = DispatchSemaphore(value: 0)
  loop.execute {
    body()
    end.signal()
  }
  end.wait()
}

private func memory(_ count: Int) {
  Kept.all.count(count) { keep in
    let promise = loop.makePromise(of: Int.self)
    keep(promise.futureResult.map { $0 + 1 })
    keep(promise)
  }
}

private func reject(_ links: Int) {
  let root = loop.makePromise(of: Int.self)
  var last = root.futureResult
  for _ in 0..<links { last = last.map { $0 + 1 } }
  let tally = Tally()
  last.whenFailure { _ in tally.add(1) }
  root.fail(Failure())
  precondition(tally.total == 1)
}

private func adopt(_ steps: Int, hops: Bool) {
  @Sendable func step(_ count: Int) -> EventLoopFuture<Int> {
    guard count > 0 else { return loop.makeSucceededFuture(7) }
    let future = hops ? loop.submit { count } : loop.makeSucceededFuture(count)
    return future.flatMap { step($0 - 1) }
  }
  let end = DispatchSemaphore(value: 0)
  loop.execute {
    step(steps).whenSuccess { value in
      precondition(value == 7)
      end.signal()
    }
  }
  end.wait()
  // Waits for what the loop still has to free.
  onLoop {}
}

private func drop(_ links: Int) {
  let root = loop.makePromise(of: Int.self)
  var last = root.futureResult
  for _ in 0..<links { last = last.map { $0 + 1 } }
  withExtendedLifetime((root, last)) {}
}
