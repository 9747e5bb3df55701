import PromiseKitLite
import TestSupport
import Testing

@Suite("Resolver: the arguments of callbacks of every form")
struct ResolverTests {
  @Test("value and error: the error counts if there is one, in either order of the two")
  func pairs() {
    let run = Run {
      let error: (any Error)? = Failure("x")
      let none: (any Error)? = nil
      let one: Int? = 1
      Self.told { $0.resolve(one, none) }
      Self.told { $0.resolve(none, one) }
      Self.told { $0.resolve(nil, error) }
      Self.told { $0.resolve(error, nil) }
      Self.told { $0.resolve(one, error) }
      Self.told { $0.resolve(error, one) }
    }
    #expect(run.notes == ["1", "1", "x", "x", "x", "x"])
  }

  @Test("neither is an invalid calling convention")
  func neither() {
    let run = Run {
      let none: Int? = nil
      Self.told { $0.resolve(none, nil) }
      Self.told { $0.resolve(nil, none) }
    }
    let sentence = "A closure was called with an invalid calling convention, probably (nil, nil)"
    #expect(run.notes == [sentence, sentence])
  }

  @Test("results with errors of any type and of one type, and other promises")
  func results() {
    let run = Run {
      Self.told { $0.resolve(.success(1)) }
      Self.told { $0.resolve(Result<Int, Failure>.failure(Failure("typed"))) }
      Self.told { $0.resolve(Result<Int, any Error>.failure(Failure("any"))) }
      Self.told { $0.resolve(Promise.value(2)) }
      Self.told { $0.resolve(after(seconds: 1).map { 3 }) }
    }
    #expect(run.notes == ["1", "typed", "any", "2", "3"])
  }

  @Test("the functions can be passed on, as many completion handlers require")
  func functions() {
    let run = Run {
      Self.told { Self.pair($0.resolve) }
      Self.told { Self.errorFirst($0.resolve) }
      Self.told { Self.result($0.resolve) }
      Self.told { Self.typedResult($0.resolve) }
      Promise<Void> { Self.error($0.resolve) }.done(on: nil) { note("void") }.cauterize()
      Promise<Void> { Self.nothing($0.fulfill_) }.done(on: nil) { note("nothing") }.cauterize()
      Promise<Void> { $0.resolve(Failure("error")) }.catch(on: nil) { note("\($0)") }
    }
    #expect(run.notes == ["1", "2", "3", "4", "void", "nothing", "error"])
  }

  @Test("the try forms return whether they counted")
  func tries() {
    let (promise, seal) = Promise<Int>.pending()
    #expect(seal.tryResolve(1, nil))
    #expect(!seal.tryResolve(Failure("x"), nil))
    #expect(!seal.tryResolve(Result<Int, Failure>.success(2)))
    #expect(promise.value == 1)
    let void = Promise<Void>.pending()
    #expect(void.resolver.tryResolve(nil))
    #expect(!void.resolver.tryResolve(Failure("x")))
  }

  @Test("a value that may itself be nil is a value")
  func optionals() {
    let run = Run {
      let missing: Int? = nil
      Promise<Int?> { $0.resolve(missing, nil as (any Error)?) }
        .done(on: nil) { note("\($0 == nil)") }.cauterize()
      Promise<Int?> { $0.fulfill(nil) }.done(on: nil) { note("\($0 == nil)") }.cauterize()
    }
    #expect(run.notes == ["true", "true"])
  }

  /// Posts a note with the settlement of a promise of a number.
  private static func told(_ body: (Resolver<Int>) -> Void) {
    Promise<Int> { body($0) }.done(on: nil) { note("\($0)") }.catch(on: nil) { note("\($0)") }
  }

  private static func pair(_ completion: @Sendable (Int?, (any Error)?) -> Void) {
    completion(1, nil)
  }
  private static func errorFirst(_ completion: @Sendable ((any Error)?, Int?) -> Void) {
    completion(nil, 2)
  }
  private static func result(_ completion: @Sendable (Result<Int, any Error>) -> Void) {
    completion(.success(3))
  }
  private static func typedResult(_ completion: @Sendable (Result<Int, Failure>) -> Void) {
    completion(.success(4))
  }
  private static func error(_ completion: @Sendable ((any Error)?) -> Void) { completion(nil) }
  private static func nothing(_ completion: @Sendable () -> Void) { completion() }
}
