import Dispatch
import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// `conf` as PromiseKit's users write it. That it compiles is half of the test.
@Suite("PromiseKit's call sites: Configuration.swift and LogEvent.swift")
struct ConfigurationCallSites {
  @Test("the default queues, one by one, as a pair, and none")
  func queues() {
    let run = Run {
      conf.Q.map = .global()
      conf.Q.return = .main
      link("one by one")
      conf.Q = (map: .main, return: DispatchQueue.global(qos: .background))
      link("a pair")
      conf.Q = (map: nil, return: nil)
      link("none")
      conf.Q.map = DispatchQueue(label: "side")
      conf.Q.return = DispatchQueue.main
      link("of its own")
      let queue: DispatchQueue? = DispatchQueue.global()
      conf.Q.map = queue
      conf.Q = (map: queue, return: queue)
      link("optional")
    }
    #expect(run.queue(of: "one by one map") == "global")
    #expect(run.queue(of: "one by one done") == "main")
    #expect(run.queue(of: "a pair map") == "main")
    #expect(run.queue(of: "a pair done") == "global.background")
    #expect(run.queue(of: "none map") == "inline" && run.queue(of: "none done") == "inline")
    #expect(run.queue(of: "of its own map") == "side")
    #expect(run.queue(of: "optional done") == "global")
  }

  @Test("they are saved, restored, and named on a link")
  func savedQueues() {
    let run = Run {
      let saved = conf.Q
      conf.Q = (map: .global(), return: .global())
      Promise.value(1).map(label: "named", on: conf.Q.map) { $0 }
        .done(label: "named too", on: conf.Q.return) { _ in }.cauterize()
      conf.Q = saved
      link("put back")
      let (map, end): (map: (any Dispatcher)?, return: (any Dispatcher)?) = conf.Q
      #expect(map?.label == end?.label)
    }
    #expect(run.queue(of: "named") == "global" && run.queue(of: "named too") == "global")
    #expect(run.queue(of: "put back map") == "main")
  }

  @Test("a custom operator has the default queue as a default argument")
  func ownOperators() {
    let run = Run {
      conf.Q = (map: Queues.side, return: nil)
      Promise.value(1).same().done(on: nil) { note("\($0)") }.cauterize()
    }
    #expect(run.notes == ["1"])
    #expect(run.queue(of: "same") == "side")
  }

  @Test("a change applies to links that are created later")
  func laterLinks() {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending()
      _ = promise.map(label: "before") { $0 }
      conf.Q.map = Queues.side
      _ = promise.map(label: "after") { $0 }
      seal.fulfill(1)
    }
    #expect(run.queue(of: "before") == "main" && run.queue(of: "after") == "side")
  }

  #if !PROMISEKIT
    @Test("the background queue, by its name on a link")
    func background() {
      let run = Run {
        Promise.value(1).map(label: "global", on: .background) { $0 }.cauterize()
        conf.Q.background = Queues.other
        Promise.value(1).map(label: "other", on: .background) { $0 }.cauterize()
        Promise<Int>(label: "body", on: .background) { $0.fulfill(1) }.cauterize()
        conf.Q.background = nil
        Promise.value(1).map(label: "inline", on: .background) { $0 }.cauterize()
      }
      #expect(run.queue(of: "global") == "global" && run.queue(of: "other") == "other")
      #expect(run.queue(of: "body") == "other" && run.queue(of: "inline") == "inline")
    }
  #endif

  @Test("the catch policy, as a setting and as an argument")
  func policy() {
    let run = Run {
      conf.catchPolicy = .allErrors
      Promise<Int>(error: PMKError.cancelled).catch { _ in note("1") }
      conf.catchPolicy = .allErrorsExceptCancellation
      Promise<Int>(error: PMKError.cancelled).catch { _ in note("never") }
      Promise<Int>(error: PMKError.cancelled).catch(policy: conf.catchPolicy) { _ in note("never") }
      Promise<Int>(error: PMKError.cancelled).catch(on: nil, policy: .allErrors) { _ in note("2") }
      Promise<Int>(error: PMKError.cancelled)
        .recover(policy: CatchPolicy.allErrors) { _ in Promise.value(1) }
        .done { _ in note("3") }.cauterize()
    }
    #expect(run.notes.sorted() == ["1", "2", "3"])
  }

  @Test("the log handler: a switch over PromiseKit's four cases is exhaustive")
  func logHandler() {
    let environment = PromiseEnvironment(observers: [])
    let heard = Counter()
    environment.run {
      conf.Q = (map: nil, return: nil)
      conf.logHandler = { event in
        switch event {
        case .waitOnMainThread:
          break
        case .pendingPromiseDeallocated:
          heard.add()
        case .pendingGuaranteeDeallocated:
          heard.add(10)
        case .cauterized(let error):
          if "\(error)" == "x", "\(event)" == "cauterized(x)" { heard.add(100) }
        }
      }
      _ = Promise<Int>.pending()
      _ = Guarantee<Int>.pending()
      Promise<Int>(error: Failure("x")).cauterize()
      let before = conf.logHandler
      conf.logHandler = { event in
        before(event)
        before(event)
      }
      _ = Promise<Int>.pending()
      conf.logHandler(.cauterized(Failure("x")))
    }
    #expect(heard.count == 313)
  }

  private func link(_ label: String) {
    Promise.value(1).map(label: label + " map") { $0 }.done(label: label + " done") { _ in }
      .cauterize()
  }
}

extension Promise {
  fileprivate func same(
    on queue: (any Dispatcher)? = conf.Q.map, flags: DispatchWorkItemFlags? = nil
  ) -> Promise<T> {
    map(label: "same", on: queue, flags: flags) { $0 }
  }
}
