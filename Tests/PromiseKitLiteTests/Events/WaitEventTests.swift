import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("The events waitBegan and waitEnded: a thread blocks on a promise")
struct WaitEventTests {
  @Test("name the promise, the blocked queue, and the job; other jobs run in the meantime")
  func blocks() throws {
    let run = Run {
      let answer = Promise(label: "it") { seal in after(.milliseconds(5)).done { seal.fulfill(7) } }
      Queues.side.async(.promise) {
        let value = try answer.wait()
        note("got \(value)")
      }
      .cauterize()
    }
    let (it, side) = (try #require(run.id(of: "it")), try #require(run.queue(named: "side")))
    let job = run.firstJob(on: side)
    let began = run.number { $0.withoutSite == .waitBegan(promise: it, queue: side, job: job) }
    let settled = run.number { $0.name == .settled && $0.promises.first == it }
    let ended = run.number {
      $0 == .waitEnded(promise: it, queue: side, job: job, ending: .settled)
    }
    let got = run.number { $0 == .note("got 7") }
    #expect(0 < began && began < settled && settled < ended && ended < got)
    #expect(run.events[began - 1].queue == side && run.events[ended - 1].queue == side)
  }

  @Test("on real queues too; outside any job no known queue is blocked")
  func real() {
    let (recorder, opener) = (RecordingObserver(), Opener())
    PromiseEnvironment(observers: [recorder, opener]).run {
      let answer = Promise<Int>(on: Queues.side) { seal in
        opener.open.wait()
        seal.fulfill(1)
      }
      #expect((try? answer.wait()) == 1)
    }
    let waits = recorder.events.map(\.kind.withoutSite).filter {
      [.waitBegan, .waitEnded].contains($0.name)
    }
    #expect(
      waits == [
        .waitBegan(promise: 1, queue: nil, job: nil),
        .waitEnded(promise: 1, queue: nil, job: nil, ending: .settled),
      ])
  }

  /// Continues when a thread waits.
  private struct Opener: PromiseObserver {
    let open = DispatchSemaphore(value: 0)

    func receive(_ event: PromiseEvent) {
      if event.kind.name == .waitBegan { open.signal() }
    }
  }

  @Test("waitBegan contains the line that waits; a wait that is passed as a function has no line")
  func site() throws {
    let line = #line + 7
    let run = Run {
      let (promise, seal) = Promise<Int>.pending(label: "it")
      after(.milliseconds(1)).done(on: nil) { seal.fulfill(1) }
      _ = try? promise.wait(file: "App/Login.swift", line: 7, column: 3)
      let wait: () -> Void = after(.milliseconds(1)).wait
      wait()
      after(.milliseconds(1)).wait()
    }
    let sites = run.events(.waitBegan).map { event in
      if case .waitBegan(_, _, _, let site) = event.kind { site } else { nil as SourceSite? }
    }
    try #require(sites.count == 3)
    #expect(sites[0] == SourceSite(file: "App/Login.swift", line: 7, column: 3))
    #expect(sites[1] == nil)
    #expect(sites[2]?.file == #fileID && sites[2]?.line == line)
  }

  @Test("a wait that can never end is posted as a deadlock, and throws")
  func deadlock() {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending(label: "it")
      #expect(throws: PMKError.self) { try promise.wait() }
      seal.fulfill(1)
    }
    #expect(
      run.events(.waitBegan).map(\.kind.withoutSite) == [.waitBegan(promise: 1, queue: nil, job: 1)]
    )
    #expect(
      run.events(.waitEnded).map(\.kind) == [
        .waitEnded(promise: 1, queue: nil, job: 1, ending: .deadlock)
      ])
  }

  @Test("on main the blocked queue is main, and a rejected promise is posted in the same way")
  func main() throws {
    let run = Run {
      let late = Promise<Int>(label: "it") { seal in
        after(.milliseconds(1)).done(on: nil) { seal.reject(Failure("x")) }
      }
      Promise.value(1).done { _ in #expect(throws: Failure("x")) { try late.wait() } }.cauterize()
    }
    let it = try #require(run.id(of: "it"))
    let main = run.queue(named: "main")
    let job = try run.firstJob(on: #require(main))
    #expect(
      run.events(.waitBegan).map(\.kind.withoutSite) == [
        .waitBegan(promise: it, queue: main, job: job)
      ])
    #expect(
      run.events(.waitEnded).map(\.kind) == [
        .waitEnded(promise: it, queue: main, job: job, ending: .settled)
      ])
    #expect(main != nil && run.settlement(of: "it")?.outcome == .rejected)
  }
}

extension PromiseEvent.Kind {
  /// The same without the place of a wait.
  var withoutSite: Self {
    if case .waitBegan(let promise, let queue, let job, _) = self {
      .waitBegan(promise: promise, queue: queue, job: job)
    } else {
      self
    }
  }
}
