import Dispatch
import PromiseKit
import TestSupport
import Testing

/// `conf` with PromiseKit's types: two Dispatch queues, a policy, a handler of plain events.
@Suite("Programs of PromiseKit's users: conf")
struct SettingsPrograms {
  let log = Log()

  @Test("queues are read and written as Dispatch queues")
  func queues() {
    PromiseEnvironment(observers: []).run {
      let saved = conf.Q
      conf.Q = (map: nil, return: nil)
      #expect(conf.Q.map == nil && conf.Q.return == nil)
      conf.Q.map = DispatchQueue(label: "mine")
      let map: DispatchQueue? = conf.Q.map
      #expect(map?.label == "mine" && conf.Q.return == nil)
      let (first, second) = conf.Q
      #expect(first === map && second == nil)
      conf.Q = saved
      #expect(conf.Q.map?.label == DispatchQueue.main.label)
      conf.Q.map?.async {}
      var kept: (map: DispatchQueue?, return: DispatchQueue?) = conf.Q
      kept.return = .global()
      conf.Q = kept
      #expect(conf.Q.return?.label == DispatchQueue.global().label)
    }
  }

  @Test("a dispatcher of PromiseKitLite is kept when only the other queue is set")
  func dispatchers() {
    let environment = PromiseEnvironment(observers: [])
    environment.defaults.return = .immediate
    environment.run {
      #expect(conf.Q.return?.label == DispatchQueue.main.label)
      conf.Q.map = .global()
      #expect(environment.defaults.return is ImmediateDispatcher)
      conf.Q.return = .global()
      #expect(environment.defaults.return is DispatchQueue)
      conf.background = nil
      conf.warningHandler = { _ in }
      #expect(environment.defaults.background == nil)
    }
  }

  @Test("a custom operator with the default queues as default arguments")
  func ownOperators() {
    let run = Run {
      conf.Q.map = Queues.side
      Promise.value(1).doubled().done { self.log.add("\($0)") }.cauterize()
      Promise.value(1).doubled(on: nil).done { self.log.add("\($0)") }.cauterize()
    }
    #expect(log.lines == ["2", "2"])
    let queues = run.kinds.compactMap { kind -> String? in
      if case .queueDeclared(_, let name, _, _) = kind { return name }
      return nil
    }
    #expect(queues.contains("side") && queues.contains("inline"))
  }

  @Test("the log handler is called explicitly, and its argument is compared and printed")
  func logHandler() {
    PromiseEnvironment(observers: []).run {
      conf.logHandler = { event in self.log.add("\(event)") }
      conf.logHandler(.waitOnMainThread)
      conf.logHandler(.pendingPromiseDeallocated)
      conf.logHandler(.pendingGuaranteeDeallocated)
      conf.logHandler(.cauterized(FetchFailure.offline))
      #expect(
        log.lines == [
          "waitOnMainThread", "pendingPromiseDeallocated", "pendingGuaranteeDeallocated",
          "cauterized(PromiseKitTests.FetchFailure.offline)",
        ])
      func isAboutMemory(_ event: LogEvent) -> Bool {
        switch event {
        case .pendingPromiseDeallocated, .pendingGuaranteeDeallocated: return true
        case .waitOnMainThread, .cauterized: return false
        }
      }
      #expect(isAboutMemory(.pendingPromiseDeallocated) && !isAboutMemory(.waitOnMainThread))
      #expect(LogEvent.waitOnMainThread.asString() == "wait() blocks the main queue")
    }
  }

  @Test("the library calls it with the same events")
  func libraryLogs() {
    class Logger {
      var events: [LogEvent] = []
      func handle(_ event: LogEvent) { events.append(event) }
    }
    let logger = Logger()
    PromiseEnvironment(observers: []).run {
      conf.Q = (map: nil, return: nil)
      conf.logHandler = logger.handle
      _ = Promise<Int>.pending()
      _ = Guarantee<Int>.pending()
      firstly { Promise<Int>(error: FetchFailure.status(1)) }.cauterize()
    }
    #expect(
      logger.events.map { "\($0)" } == [
        "pendingPromiseDeallocated", "pendingGuaranteeDeallocated",
        "cauterized(PromiseKitTests.FetchFailure.status(1))",
      ])
  }
}

extension Promise where T == Int {
  fileprivate func doubled(
    on queue: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil
  ) -> Promise<Int> {
    map(on: queue, flags: flags) { $0 * 2 }
  }
}
