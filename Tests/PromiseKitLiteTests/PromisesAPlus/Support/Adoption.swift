import PromiseKitLite
import TestSupport

/// The ways in which a promise is resolved with another one. (Promises/A+ 2.3)
enum Adoption: CaseIterable {
  /// A handler for the value returns it; the link has a handler for the error or not.
  case then, handlerOfTheValue
  /// A handler for the error returns it.
  case recover, handlerOfTheError
  /// The resolver is called with it, before or after the resolver has been passed on.
  case resolver, body
  /// A promise is created from it.
  case initializer

  /// Returns a promise that is resolved with `inner`.
  func promise(of inner: some Thenable<Thing>, in scene: Scene) -> Promise<Thing> {
    let queue = scene.queue
    switch self {
    case .then: return Promise.value(0).then(on: queue) { _ in inner }
    case .handlerOfTheValue:
      return Promise.value(0).then(on: queue, fulfilled: { _ in inner }, rejected: { _ in inner })
    case .recover: return Promise<Thing>(error: Failure("y")).recover(on: queue) { _ in inner }
    case .handlerOfTheError:
      return Promise<Thing>(error: Failure("y"))
        .then(on: queue, fulfilled: { Promise.value($0) }, rejected: { _ in inner })
    case .resolver:
      let (promise, seal) = Promise<Thing>.pending()
      seal.resolve(inner)
      return promise
    case .body: return Promise { $0.resolve(inner) }
    case .initializer: return Promise(inner)
    }
  }
}

/// What a resolver can be called with.
enum Resolution: CaseIterable {
  case fulfill, reject, adopt

  /// Two of them, the second one later or immediately after the first one.
  static let pairs = allCases.flatMap { first in
    allCases.flatMap { second in [false, true].map { (first, second, isApart: $0) } }
  }

  func resolve(_ seal: Resolver<Thing>, with inner: Promise<Thing>) {
    switch self {
    case .fulfill: seal.fulfill(Thing())
    case .reject: seal.reject(Failure("y"))
    case .adopt: seal.resolve(inner)
    }
  }

  /// What a handler then hears; `inner` settles as the promises of the scene do.
  func heard(in scene: Scene) -> String {
    switch self {
    case .fulfill: "another thing"
    case .reject: "error y"
    case .adopt: scene.heard
    }
  }
}
