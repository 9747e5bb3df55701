import Dispatch
import Measuring
import OpenCombine
import OpenCombineDispatch

extension Subject {
  static let openCombine = Subject(
    name: "OpenCombine",
    trials: [
      .memory: memory, .rejection: reject, .adoptionInline: { adopt($0, hops: false) },
      .adoptionQueued: { adopt($0, hops: true) }, .drop: drop,
    ])
}

private struct Failure: Error {}

private typealias Resolve = (Result<Int, any Error>) -> Void

private let queue = DispatchQueue(label: "publishers")

private func pending() -> (future: Future<Int, any Error>, resolve: Resolve) {
  var resolve: Resolve?
  let future = Future<Int, any Error> { resolve = $0 }
  return (future, resolve ?? { _ in })
}

private func memory(_ count: Int) {
  Kept.all.count(count) { keep in
    let (future, resolve) = pending()
    keep(future.map { $0 + 1 }.sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
    keep(future)
    keep(resolve)
  }
}

private func chain(_ links: Int, after future: Future<Int, any Error>) -> AnyPublisher<
  Int, any Error
> {
  var last = AnyPublisher(future)
  for _ in 0..<links { last = AnyPublisher(last.map { $0 + 1 }) }
  return last
}

private func reject(_ links: Int) {
  let (future, resolve) = pending()
  let tally = Tally()
  let finished = chain(links, after: future).sink(
    receiveCompletion: { end in if case .failure = end { tally.add(1) } }, receiveValue: { _ in })
  resolve(.failure(Failure()))
  precondition(tally.total == 1)
  consume(finished)
}

private func adopt(_ steps: Int, hops: Bool) {
  func step(_ count: Int) -> AnyPublisher<Int, Never> {
    guard count > 0 else { return AnyPublisher(Just(7)) }
    let just = Just(count)
    guard hops else { return AnyPublisher(just.flatMap { step($0 - 1) }) }
    return AnyPublisher(
      just.receive(on: DispatchQueue.OCombine(queue)).flatMap { step($0 - 1) })
  }
  let end = DispatchSemaphore(value: 0)
  let finished = step(steps).sink { value in
    precondition(value == 7)
    end.signal()
  }
  end.wait()
  consume(finished)
}

private func drop(_ links: Int) {
  let (future, resolve) = pending()
  let finished = chain(links, after: future).sink(
    receiveCompletion: { _ in }, receiveValue: { _ in })
  withExtendedLifetime((resolve, finished)) {}
}
