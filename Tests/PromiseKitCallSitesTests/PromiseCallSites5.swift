import Dispatch
import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// `Promise` around classes and their callbacks.
@Suite("PromiseKit's call sites in Swift 5 mode: Promise")
struct PromiseCallSites5 {
  /// A controller that changes its own state in the handlers.
  class Controller {
    let shelter = Shelter()
    var shown: [String] = []
    var isBusy = false
    weak var other: Controller?

    func fetch() -> Promise<Kitten> {
      Promise { seal in
        shelter.fetchKitten { kitten, error in
          seal.resolve(kitten, error)
        }
      }
    }

    func feed(_ kitten: Kitten) -> Promise<Void> {
      Promise { shelter.feed(kitten, completion: $0.resolve) }
    }

    func show(_ text: String) {
      shown.append(text)
      note(text)
    }

    func load() {
      firstly { () -> Promise<Kitten> in
        self.isBusy = true
        return self.fetch()
      }.then { kitten -> Promise<Void> in
        kitten.lives -= 1
        self.show("\(kitten.name) \(kitten.lives)")
        return self.feed(kitten)
      }.done {
        self.show("fed")
      }.ensure {
        self.isBusy = false
      }.catch { error in
        self.show("\(error)")
      }.finally { [weak self] in
        self?.show("finally")
      }
    }
  }

  @Test("a controller's chain, with self and its state captured")
  func controller() {
    let controller = Controller()
    let run = Run { controller.load() }
    #expect(run.notes == ["Tom 8", "fed", "finally"])
    #expect(controller.shown == run.notes && !controller.isBusy)
    controller.shelter.isOpen = false
    #expect(Run { controller.load() }.notes == ["none", "finally"])
  }

  @Test("a delegate that keeps itself alive until its promise has settled")
  func delegates() {
    class Proxy: DoorDelegate {
      let (promise, seal) = Promise<Kitten>.pending()
      let door = Door()
      private var retainCycle: Proxy?

      init() {
        retainCycle = self
        door.delegate = self
        _ = promise.ensure { self.retainCycle = nil }
      }
      func doorDidOpen(_ door: Door, by kitten: Kitten) { seal.fulfill(kitten) }
      func doorDidFail(_ door: Door, with error: Error) { seal.reject(error) }
    }
    let run = Run {
      let proxy = Proxy()
      proxy.promise.done { note($0.name) }.catch { _ in note("never") }
      proxy.door.push(by: Kitten(name: "Kit"))
      let tired = Kitten(name: "Kat")
      tired.lives = 0
      let other = Proxy()
      other.promise.done { _ in note("never") }.catch { note("\($0)") }
      other.door.push(by: tired)
    }
    #expect(run.notes == ["Kit", "angry(0)"])
  }

  @Test("created with a body, a value, an error, pending, or with another promise")
  func creation() {
    let run = Run {
      let kitten = Kitten(name: "Tom")
      let promises: [Promise<Kitten>] = [
        Promise { seal in seal.fulfill(kitten) },
        Promise { $0.fulfill(kitten) },
        Promise(resolver: { $0.fulfill(kitten) }),
        .value(kitten),
        Promise.value(kitten),
        Promise(Guarantee.value(kitten)),
        Promise(error: KittenError.none),
        Promise { _ in throw KittenError.none },
      ]
      note(
        "\(promises.filter { $0.value === kitten }.count) \(promises.filter(\.isRejected).count)")
      promises.forEach { $0.cauterize() }
      Promise<Void>().done { note("void") }.cauterize()
    }
    #expect(run.notes == ["6 2", "void"])
  }

  @Test("stored in properties and dictionaries, and shared")
  func stored() {
    class Cache {
      var promises: [String: Promise<Kitten>] = [:]
      var resolvers: [String: Resolver<Kitten>] = [:]
      func kitten(_ name: String) -> Promise<Kitten> {
        if let known = promises[name] { return known }
        let (promise, seal) = Promise<Kitten>.pending()
        promises[name] = promise
        resolvers[name] = seal
        return promise
      }
    }
    let cache = Cache()
    let run = Run {
      cache.kitten("a").done { note("1 \($0.name)") }.cauterize()
      cache.kitten("a").done { note("2 \($0.name)") }.cauterize()
      cache.resolvers["a"]?.fulfill(Kitten(name: "A"))
    }
    #expect(run.notes == ["1 A", "2 A"])
    #expect(cache.promises["a"]?.value?.name == "A")
  }
}
