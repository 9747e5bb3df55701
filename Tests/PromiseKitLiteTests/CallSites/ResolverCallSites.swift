import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// `Resolver` as PromiseKit's users write it: mostly around functions with completion handlers.
@Suite("PromiseKit's call sites: Resolver")
struct ResolverCallSites {
  @Test("a completion handler's arguments, or the resolver's function itself")
  func handlers() {
    let run = Run {
      Promise<Int> { seal in
        KittenFetcher.fetchNumber { number, error in
          seal.resolve(number, error)
        }
      }.done { note("1 \($0)") }.cauterize()
      Promise { KittenFetcher.fetchNumber(completion: $0.resolve) }.done { note("2 \($0)") }
        .cauterize()
      Promise<Int> { seal in
        KittenFetcher.fetchErrorFirst { error, number in seal.resolve(error, number) }
      }.done { note("3 \($0)") }.cauterize()
      Promise<Int> { KittenFetcher.fetchErrorFirst(completion: $0.resolve) }
        .done { note("4 \($0)") }.cauterize()
      Promise<Void> { seal in
        KittenFetcher.save { error in seal.resolve(error) }
      }.done { note("5") }.cauterize()
      Promise { KittenFetcher.save(completion: $0.resolve) }.done { note("6") }.cauterize()
      Promise<Int> { KittenFetcher.fetchResult(completion: $0.resolve) }.catch { note("7 \($0)") }
      Promise<Void> { KittenFetcher.animate(completion: $0.fulfill_) }.done { note("8") }
        .cauterize()
      Promise<Int> { seal in
        KittenFetcher.fetchNumber { number, error in
          guard let number else { return seal.reject(error ?? PMKError.badInput) }
          seal.fulfill(number)
        }
      }.done { note("9 \($0)") }.cauterize()
      Promise<Bool> { KittenFetcher.ask(completion: $0.fulfill) }.done { note("A \($0)") }
        .cauterize()
    }
    #expect(
      run.notes.sorted() == [
        "1 1", "2 1", "3 2", "4 2", "5", "6", "7 x", "8", "9 1", "A true",
      ])
  }

  @Test("results")
  func results() {
    let run = Run {
      Promise<Int> { $0.resolve(.success(1)) }.done { note("\($0)") }.cauterize()
      Promise<Int> { $0.resolve(.failure(Failure("x"))) }.catch { note("\($0)") }
      Promise<Int> { $0.resolve(Swift.Result<Int, Failure>.success(2)) }.done { note("\($0)") }
        .cauterize()
    }
    #expect(run.notes == ["1", "x", "2"])
  }
}

/// Functions with completion handlers.
private enum KittenFetcher {
  static func fetchNumber(completion: @escaping @Sendable (Int?, (any Error)?) -> Void) {
    completion(1, nil)
  }
  static func fetchErrorFirst(completion: @escaping @Sendable ((any Error)?, Int?) -> Void) {
    completion(nil, 2)
  }
  static func fetchResult(completion: @escaping @Sendable (Swift.Result<Int, any Error>) -> Void) {
    completion(.failure(Failure("x")))
  }
  static func save(completion: @escaping @Sendable ((any Error)?) -> Void) { completion(nil) }
  static func animate(completion: @escaping @Sendable () -> Void) { completion() }
  static func ask(completion: @escaping @Sendable (Bool) -> Void) { completion(true) }
}
