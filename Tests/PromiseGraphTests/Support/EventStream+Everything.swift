import PromiseKitLite

extension EventStream {
  /// Events of every kind, each with what its sentence needs.
  static var everything: EventStream {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.declare(2, "immediate", .immediate)
    stream.declare(3, "net", .concurrent(width: 2))
    stream.addFanIns()
    let job = stream.addJobs()
    stream.addEnds()
    stream.addWaits(job)
    stream.addChoices(job)
    stream.post(.threadNamed(thread: 4, name: "worker"))
    stream.post(.note("begun"))
    stream.post(.sourceText(file: "M/A.swift", firstLine: 3, text: ""))
    stream.post(.dropped(count: 5))
    stream.post(.dropped(count: 0))
    stream.create(8, .all)
    stream.post(.inputAdded(fanIn: 8, index: 0, input: 1))
    stream.create(13, .retry, "again")
    stream.post(.inputSettled(fanIn: 13, index: 0, input: 1, outcome: .rejected))
    stream.create(14, late: true)
    stream.post(.adopted(outer: 14, inner: 1))
    return stream
  }

  private mutating func addFanIns() {
    create(1, .body)
    post(.bodyStarted(promise: 1))
    post(.bodyEnded(promise: 1, threw: true))
    create(2, .race, "first", parents: [1, 3, 4, 5, 6, 9])
    create(3, .async, "GET /ads")
    post(.inputSettled(fanIn: 2, index: 0, input: 1, outcome: .fulfilled))
    settle(2, .fulfilled, "page", from: 1)
    post(.inputIgnored(fanIn: 2, index: 1, input: 3, outcome: .cancelled))
    create(7, .all, parents: [1, 3])
    post(.inputSettled(fanIn: 7, index: 1, input: 3, outcome: .fulfilled))
    post(.inputSettled(fanIn: 7, index: 0, input: 1, outcome: .fulfilled))
    settle(7)
  }

  private mutating func addJobs() -> JobID {
    let site = SourceSite(file: "M/A.swift", line: 3, column: 9)
    post(.resolutionIgnored(promise: 1, site: site, attempt: .rejected))
    let job = enqueue(nil, on: 1, "metrics")
    start(job, nil, on: 1)
    end(job, nil, on: 1, .threw)
    link(10, .map, "too late", to: 1, on: 2)
    let inline = enqueue(10, on: 2)
    start(inline, 10, on: 2)
    post(.touched(job: inline, names: ["cart", "stock"]))
    return job
  }

  private mutating func addEnds() {
    link(11, .done, to: 1, on: 1)
    link(12, .tap, to: 1, on: 1)
    settle(1, .rejected, "Unavailable()")
    for reason in PromiseEvent.SkipReason.allCases {
      post(.handlerSkipped(parent: 1, child: 11, reason: reason))
    }
    post(.errorHandled(promise: 1, by: 12))
    post(.errorHandled(promise: 1, by: 2))
    post(.errorUnhandled(promise: 3, origin: 1, error: "no network"))
    post(.deallocated(promise: 1, state: .settled, waiting: []))
    post(.deallocated(promise: 3, state: .pending, waiting: [4]))
    post(.deallocated(promise: 4, state: .forwarded(to: 5), waiting: []))
  }

  private mutating func addWaits(_ job: JobID) {
    post(.waitBegan(promise: 1, queue: 1, job: job))
    post(.waitBegan(promise: 1, queue: nil, job: nil))
    for ending in PromiseEvent.WaitEnding.allCases {
      post(.waitEnded(promise: 1, queue: 1, job: nil, ending: ending))
    }
    post(.awaitBegan(promise: 1))
    for ending in PromiseEvent.AwaitEnding.allCases {
      post(.awaitEnded(promise: 1, ending: ending))
    }
    post(.cancelRequested(context: 4))
    post(.timerScheduled(timer: 1, promise: 3, due: 90_000_000))
    post(.timerScheduled(timer: 2, promise: nil, due: .max))
    post(.timerFired(timer: 1, promise: 3))
    post(.timerCancelled(timer: 2, promise: nil))
    post(.intervened(promise: 3, what: "takes 90 ms instead of 150 ms"))
    post(
      .spanLinked(
        promise: 3,
        context: .init(readable: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
        role: .sent))
    post(.processDeclared(process: 1, name: "store", systemID: 4711, uncertainty: 1_200_000))
    post(.threadAssigned(thread: 4, process: 1))
    post(.gateChanged(.init(.closed, reason: "breakpoint 1: before 'fetch'")))
    post(.gateChanged(.init(.held, job: 1)))
    post(.gateChanged(.init(.held, timer: 2)))
    post(.gateChanged(.init(.released, job: 1)))
    post(.gateChanged(.init(.missed, reason: "'fetch' did not come")))
    post(.gateChanged(.init(.opened, reason: "by key")))
  }

  private mutating func addChoices(_ job: JobID) {
    let options: [PromiseEvent.Choice] = [
      .resume(job: job), .start(queue: 3, job: 2), .end(job: job), .fire(timer: 1),
    ]
    for chosen in 0...4 { post(.choiceMade(chosen: chosen, options: options)) }
  }
}
