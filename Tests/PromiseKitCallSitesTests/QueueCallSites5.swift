import Dispatch
import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// Queues, `wait`, and `async` around values that are not `Sendable`.
@Suite("PromiseKit's call sites in Swift 5 mode: queues, wait, async")
struct QueueCallSites5 {
  @Test("work on a queue, and links on others, with flags")
  func queues() {
    let screen = Screen()
    let run = Run {
      DispatchQueue(label: "kittens").async(.promise) {
        Kitten(name: "background")
      }.done { kitten in
        screen.show(kitten.name)
      }
      DispatchQueue.global().async(.promise) { () throws -> Kitten in
        throw KittenError.none
      }.catch { note("\($0)") }
      Promise.value(Kitten(name: "Tom"))
        .then(on: .global(qos: .background), flags: .barrier) { Guarantee.value($0) }
        .map(on: DispatchQueue.global()) { kitten -> Kitten in
          kitten.lives = 3
          return kitten
        }
        .get(on: nil) { _ in screen.count += 1 }
        .done(on: DispatchQueue.main) { screen.show("\($0.lives)") }
        .catch(on: .main) { _ in }
    }
    #expect(Set(run.notes) == ["background", "none", "3"])
    #expect(screen.count == 1 && Set(screen.shown) == ["background", "3"])
  }

  @Test("conf: queues, policy, and log, from and into the properties of a class")
  func configuration() {
    class Settings {
      var queues: (map: DispatchQueue?, return: DispatchQueue?) = (.main, .main)
      var log: [String] = []
    }
    let settings = Settings()
    let environment = PromiseEnvironment(observers: [])
    environment.run {
      conf.Q = (map: nil, return: nil)
      conf.catchPolicy = .allErrors
      conf.logHandler = { event in
        switch event {
        case .waitOnMainThread: settings.log.append("wait")
        case .pendingPromiseDeallocated: settings.log.append("promise")
        case .pendingGuaranteeDeallocated: settings.log.append("guarantee")
        case .cauterized(let error): settings.log.append("\(error)")
        }
      }
      Promise<Kitten>(error: PMKError.cancelled).catch { _ in settings.log.append("caught") }
      Promise<Kitten>(error: KittenError.none).cauterize()
      _ = Promise<Kitten>.pending()
      _ = Guarantee<Kitten>.pending()
      conf.Q.map = settings.queues.map
      conf.Q.return = settings.queues.return
    }
    #expect(settings.log == ["caught", "none", "promise", "guarantee"])
  }

  @Test("wait, and async in a task")
  func waiting() async throws {
    #expect(try QueueCallSites5.block() == "Tom")
    let promise = after(.milliseconds(1)).then(on: nil) { Promise.value(Kitten(name: "Kit")) }
    #expect(try await promise.async().name == "Kit")
    #expect(await Guarantee.value(Kitten(name: "Kat")).async().name == "Kat")
  }

  private static func block() throws -> String {
    after(.milliseconds(1)).wait()
    return try Promise.value(Kitten(name: "Tom")).map(on: .global()) { $0 }.wait().name
  }

  private class Screen {
    var shown: [String] = []
    var count = 0
    func show(_ text: String) {
      shown.append(text)
      note(text)
    }
  }
}
