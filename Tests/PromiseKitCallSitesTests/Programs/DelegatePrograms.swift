import Dispatch
import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// Delegates and callbacks of a system, wrapped in promises.
@Suite("Programs of PromiseKit's users: delegates and callbacks")
struct DelegatePrograms {
  /// A system class that reports to a delegate.
  class LocationManager {
    weak var delegate: LocationManagerDelegate?
    var places: [String] = []
    func start() {
      guard let place = places.first else {
        delegate?.manager(self, didFail: ServerError.offline)
        return
      }
      delegate?.manager(self, didFind: place)
      // It reports again, as the system does.
      delegate?.manager(self, didFind: place + "!")
    }
  }

  class LocationProxy: LocationManagerDelegate {
    let (promise, seal) = Promise<String>.pending()
    let manager: LocationManager
    private var retainCycle: LocationProxy?

    init(_ manager: LocationManager) {
      self.manager = manager
      retainCycle = self
      manager.delegate = self
      manager.start()
      _ = promise.ensure { [weak self] in self?.retainCycle = nil }
    }

    func manager(_ manager: LocationManager, didFind place: String) { seal.fulfill(place) }
    func manager(_ manager: LocationManager, didFail error: Error) { seal.reject(error) }
  }

  @Test("a proxy keeps itself alive until it has reported")
  func proxy() {
    let log = Log()
    _ = Run {
      let manager = LocationManager()
      manager.places = ["here"]
      LocationProxy(manager).promise.done { log.add($0) }.catch { log.add("\($0)") }
      LocationProxy(LocationManager()).promise.done { log.add($0) }.catch { log.add("\($0)") }
    }
    #expect(log.lines == ["here", "offline"])
  }

  @Test("an alert is a guarantee of the button")
  func alert() {
    class Alert {
      private var actions: [(String, () -> Void)] = []
      func button(_ title: String, action: @escaping () -> Void) { actions.append((title, action)) }
      func press(_ title: String) { actions.first { $0.0 == title }?.1() }

      func promise(_ titles: String...) -> Guarantee<String> {
        Guarantee { seal in
          for title in titles { button(title) { seal(title) } }
        }
      }
    }
    let log = Log()
    _ = Run {
      let alert = Alert()
      alert.promise("OK", "Cancel").map { $0 == "OK" }.done { log.add("\($0)") }
      alert.press("Cancel")
    }
    #expect(log.lines == ["false"])
  }

  @Test("an animation, and what follows it")
  func animation() {
    func animate(_ duration: Double, _ changes: () -> Void, completion: @escaping (Bool) -> Void) {
      changes()
      after(seconds: duration).done { completion(true) }
    }
    func animate(_ duration: Double, _ changes: () -> Void) -> Guarantee<Bool> {
      let (guarantee, seal) = Guarantee<Bool>.pending()
      animate(duration, changes, completion: seal)
      return guarantee
    }
    let log = Log()
    _ = Run {
      animate(0.3) { log.add("fade out") }
        .then { _ in animate(0.3) { log.add("fade in") } }
        .done { log.add("over \($0)") }
    }
    #expect(log.lines == ["fade out", "fade in", "over true"])
  }

  @Test("completion handlers of every form, wrapped")
  func wrapped() {
    let shelter = Shelter()
    let log = Log()
    _ = Run {
      Promise<Kitten> { shelter.fetchKitten(completion: $0.resolve) }
        .done { log.add($0.name) }.cauterize()
      Promise<Kitten> { seal in
        shelter.fetchErrorFirst { error, kitten in seal.resolve(error, kitten) }
      }.done { log.add($0.name) }.cauterize()
      Promise<Void> { seal in
        shelter.feed(Kitten(name: "x")) { seal.resolve($0) }
      }.done { log.add("fed") }.cauterize()
      Promise<Int> { seal in shelter.count { seal.resolve($0) } }
        .done { log.add("\($0)") }.cauterize()
      Promise<String> { seal in shelter.name { seal.fulfill($0) } }
        .done { log.add($0) }.cauterize()
      Promise<Void> { seal in shelter.close(completion: seal.fulfill_) }
        .done { log.add("closed") }.cauterize()
    }
    #expect(log.lines == ["Tom", "Tim", "fed", "3", "shelter", "closed"])
  }

  @Test("a wrapped SDK: its errors, its cancellation, its progress")
  func sdk() {
    enum PayError: Error, CancellableError {
      case declined, userBackedOut
      var isCancelled: Bool {
        if case .userBackedOut = self { return true }
        return false
      }
    }
    class PaySDK {
      var outcome: (String?, Error?)
      init(_ receipt: String?, _ error: Error?) { outcome = (receipt, error) }
      func pay(progress: (Int) -> Void, completion: (String?, Error?) -> Void) {
        progress(50)
        completion(outcome.0, outcome.1)
      }
      func pay(progress: @escaping (Int) -> Void = { _ in }) -> Promise<String> {
        Promise { pay(progress: progress, completion: $0.resolve) }
      }
    }
    let log = Log()
    _ = Run {
      PaySDK("r1", nil).pay { log.add("\($0) %") }.done { log.add($0) }.cauterize()
      PaySDK(nil, PayError.declined).pay().done { log.add($0) }.catch { log.add("\($0)") }
      PaySDK(nil, PayError.userBackedOut).pay().done { log.add($0) }
        .catch { log.add("never \($0)") }.finally { log.add("finally") }
      PaySDK(nil, PayError.userBackedOut).pay().done { log.add($0) }
        .catch(policy: .allErrors) { log.add($0.isCancelled ? "backed out" : "never") }
      PaySDK(nil, nil).pay().done { log.add($0) }.catch {
        if case PMKError.invalidCallingConvention = $0 { log.add("neither") }
      }
    }
    #expect(Set(log.lines) == ["50 %", "r1", "declined", "finally", "backed out", "neither"])
    #expect(log.lines.count == 6)
  }
}

protocol LocationManagerDelegate: AnyObject {
  func manager(_ manager: DelegatePrograms.LocationManager, didFind place: String)
  func manager(_ manager: DelegatePrograms.LocationManager, didFail error: Error)
}
