import PromiseKitLite

extension EventStream {
  /// The run of the pictures "login → fetch → submit": three steps on different queues, two of
  /// which adopt a promise that their handler creates.
  static let login: EventStream = {
    var stream = EventStream()
    let main: QueueID = 1
    let net: QueueID = 2
    let work: QueueID = 3
    stream.at(0, thread: 1)
    stream.queue(main, "main")
    stream.queue(net, "net", .concurrent(width: 2))
    stream.queue(work, "work")
    stream.root(1, "login(user)", line: 11)
    stream.enqueue(1, 1, on: net)
    stream.link(2, on: 1, .then, "fetch", queue: net, line: 13)
    stream.link(3, on: 2, .then, "submit", queue: work, line: 14)
    stream.link(4, on: 3, .done, "show", queue: main, line: 15)
    stream.link(7, on: 4, .catch, "alert", queue: main, line: 16)
    stream.at(0, thread: 3, queue: net)
    stream.start(1, 1, on: net)
    stream.at(80, thread: 3, queue: net)
    stream.end(1, 1, on: net)
    stream.fulfill(1, "\"tok_9\"")
    stream.enqueue(2, 2, on: net)
    stream.at(80.2, thread: 5, queue: net)
    stream.start(2, 2, on: net)
    stream.root(5, "fetch(token:)", line: 30)
    stream.enqueue(3, 5, on: net)
    stream.at(80.4, thread: 5, queue: net)
    stream.end(2, 2, on: net, .returnedPromise)
    stream.adopt(5, by: 2)
    stream.start(3, 5, on: net)
    stream.at(200, thread: 4, queue: work)
    stream.enqueue(4, nil, on: work, "metrics.sample")
    stream.start(4, nil, on: work)
    stream.at(202, thread: 5, queue: net)
    stream.end(3, 5, on: net)
    stream.fulfill(5, "[3 items]")
    stream.fulfill(2, "[3 items]", from: 5)
    stream.enqueue(5, 3, on: work)
    stream.at(204, thread: 4, queue: work)
    stream.end(4, nil, on: work)
    stream.start(5, 3, on: work)
    stream.root(6, "submit(order:)", line: 40)
    stream.timer(1, 6, due: 265)
    stream.enqueue(6, nil, on: work, "metrics.flush")
    stream.at(206, thread: 4, queue: work)
    stream.post(.note("submitting"))
    stream.at(206.1, thread: 4, queue: work)
    stream.end(5, 3, on: work, .returnedPromise)
    stream.adopt(6, by: 3)
    stream.start(6, nil, on: work)
    stream.at(207, thread: 4, queue: work)
    stream.end(6, nil, on: work)
    stream.at(265)
    stream.fire(1, 6)
    stream.fulfill(6, "receipt r1")
    stream.fulfill(3, "receipt r1", from: 6)
    stream.enqueue(7, 4, on: main)
    stream.at(265, thread: 1, queue: main)
    stream.start(7, 4, on: main)
    stream.at(266, thread: 1, queue: main)
    stream.end(7, 4, on: main)
    stream.fulfill(4)
    stream.skip(7, after: 4, .valuePassesErrorHandler)
    stream.fulfill(7, from: 4)
    return stream
  }()

  /// The event of ``login`` in the pictures: the submit handler is running.
  static let loginRunning = login.number { $0.kind == .note("submitting") }

  /// The run of the pictures "all + race": all over three requests, and a race of that against a
  /// cache and a timeout.
  static let dashboard: EventStream = {
    var stream = EventStream()
    let main: QueueID = 1
    let net: QueueID = 2
    let disk: QueueID = 3
    stream.at(0, thread: 1)
    stream.queue(main, "main")
    stream.queue(net, "net", .concurrent(width: 3), assumed: true)
    stream.queue(disk, "disk")
    for (promise, name) in [(1, "GET /profile"), (2, "GET /posts"), (3, "GET /ads")] {
      stream.root(PromiseID(promise), name, line: 17 + promise)
      stream.enqueue(JobID(promise), PromiseID(promise), on: net)
    }
    stream.fanIn(4, .all, of: [1, 2, 3], line: 21)
    stream.root(5, "cache.read", line: 22)
    stream.enqueue(4, 5, on: disk)
    stream.root(6, nil, .after, line: 22)
    stream.timer(1, 6, due: 150)
    stream.fanIn(7, .race, of: [4, 5, 6], line: 22)
    stream.link(8, on: 7, .then, "render", queue: main, line: 24)
    stream.link(9, on: 8, .catch, "alert", queue: main, line: 25)
    for promise in 1...3 {
      stream.at(0, thread: ThreadID(2 + promise), queue: net)
      stream.start(JobID(promise), PromiseID(promise), on: net)
    }
    stream.at(0, thread: 6, queue: disk)
    stream.start(4, 5, on: disk)
    stream.at(90, thread: 4, queue: net)
    stream.end(2, 2, on: net)
    stream.fulfill(2, "[Post] x12")
    stream.input(2, 1, of: 4)
    stream.at(100, thread: 6, queue: disk)
    stream.end(4, 5, on: disk)
    stream.fulfill(5, "HIT")
    stream.input(5, 1, of: 7)
    stream.fulfill(7, "HIT", from: 5)
    stream.enqueue(5, 8, on: main)
    stream.post(.note("race is over"))
    stream.at(100, thread: 1, queue: main)
    stream.start(5, 8, on: main)
    stream.end(5, 8, on: main)
    stream.fulfill(8)
    stream.skip(9, after: 8, .valuePassesErrorHandler)
    stream.fulfill(9, from: 8)
    stream.at(120, thread: 3, queue: net)
    stream.end(1, 1, on: net)
    stream.fulfill(1, "Profile(7)")
    stream.input(1, 0, of: 4)
    stream.at(140, thread: 5, queue: net)
    stream.end(3, 3, on: net, .threw)
    stream.reject(3, "503")
    stream.input(3, 2, of: 4, .rejected)
    stream.reject(4, "503", origin: 3, from: 3)
    stream.post(.inputIgnored(fanIn: 7, index: 0, input: 4, outcome: .rejected))
    stream.post(.errorUnhandled(promise: 4, origin: 3, error: "503"))
    stream.at(150)
    stream.fire(1, 6)
    stream.fulfill(6)
    stream.post(.inputIgnored(fanIn: 7, index: 2, input: 6, outcome: .fulfilled))
    return stream
  }()

  /// The event of ``dashboard`` in the pictures: the race has settled, its handler is waiting.
  static let raceOver = dashboard.number { $0.kind == .note("race is over") }

  /// The number of the first event for which `isSought` returns true, or of the last event.
  func number(where isSought: (PromiseEvent) -> Bool) -> Int {
    events.first(where: isSought)?.sequence ?? events.count
  }
}
