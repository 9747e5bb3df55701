import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// `Resolver` around functions with completion handlers without thread annotations.
@Suite("PromiseKit's call sites in Swift 5 mode: Resolver")
struct ResolverCallSites5 {
  @Test("a completion handler's arguments, or the resolver's function itself")
  func handlers() {
    let shelter = Shelter()
    let run = Run {
      Promise<Kitten> { seal in
        shelter.fetchKitten { kitten, error in seal.resolve(kitten, error) }
      }.done { note("1 \($0.name)") }.cauterize()
      Promise { shelter.fetchKitten(completion: $0.resolve) }.done { note("2 \($0.name)") }
        .cauterize()
      Promise { shelter.fetchErrorFirst(completion: $0.resolve) }.done { note("3 \($0.name)") }
        .cauterize()
      Promise { shelter.feed(Kitten(name: ""), completion: $0.resolve) }.done { note("4") }
        .cauterize()
      Promise { shelter.count(completion: $0.resolve) }.done { note("5 \($0)") }.cauterize()
      Promise<[Int]> { seal in shelter.ages { seal.resolve($0) } }.catch { note("6 \($0)") }
      Promise { shelter.name(completion: $0.fulfill) }.done { note("7 \($0)") }.cauterize()
      Promise { shelter.fetchNothing(completion: $0.resolve) }.done { (_: Kitten) in }.catch {
        error in
        if case PMKError.invalidCallingConvention = error { note("8") }
      }
      Promise<Void> { shelter.close(completion: $0.fulfill_) }.done { note("9") }.cauterize()
      Promise<Kitten> { seal in
        shelter.fetchKitten { kitten, error in
          if let kitten = kitten {
            seal.fulfill(kitten)
          } else if let error = error {
            seal.reject(error)
          } else {
            seal.reject(PMKError.invalidCallingConvention)
          }
        }
      }.catch { note("A \($0)") }
    }
    #expect(
      run.notes.sorted() == [
        "1 Tom", "2 Tom", "3 Tim", "4", "5 3", "6 angry(1)", "7 shelter", "8", "9", "A none",
      ])
  }

  @Test("kept in a property, and passed as functions")
  func kept() {
    class Request {
      let (promise, seal) = Promise<Kitten>.pending()
      var completion: ((Kitten) -> Void)?
      var failure: ((Error) -> Void)?
      init() {
        completion = seal.fulfill
        failure = seal.reject
      }
    }
    let run = Run {
      let request = Request()
      request.promise.done { note($0.name) }.catch { note("\($0)") }
      request.completion?(Kitten(name: "first"))
      request.failure?(KittenError.none)
      let other = Request()
      other.promise.done { note($0.name) }.catch { note("\($0)") }
      other.failure?(KittenError.none)
    }
    #expect(run.notes == ["first", "none"])
  }
}
