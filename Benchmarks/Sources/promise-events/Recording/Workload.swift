import Dispatch
import Measuring
import PromiseKitLite
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The workloads of a program that is recorded or not; the program does not know which.
enum Workload {
  /// Creates chains on several threads for some milliseconds. Prints the nanoseconds for a link.
  static func flood(threads: Int, milliseconds: Int) {
    let links = Atomic<Int>(0)
    let start = Clock.wall.now
    Threads.run(threads) { _ in
      while Clock.wall.now - start < UInt64(milliseconds) * 1_000_000 {
        Links.inline.run()
        links.add(Links.count, ordering: .relaxed)
      }
    }
    let time = Double(Clock.wall.now - start)
    print(time / Double(max(1, links.load(ordering: .relaxed))))
  }

  /// Posts events from jobs on several queues at the same time. Prints the nanoseconds for one
  /// event: processor time for one thread, wall-clock time for several.
  static func notes(threads: Int) {
    let perThread = 50_000
    let start = Clock.wall.now
    let jobs = (0..<threads).map { number in
      DispatchQueue(label: "notes \(number)").async(.promise) {
        let start = threadTime()
        for _ in 0..<perThread { PromiseTrace.note("event") }
        return threadTime() - start
      }
    }
    let end = DispatchSemaphore(value: 0)
    let times = Mutex<[UInt64]>([])
    when(guarantees: jobs).done(on: nil) { result in
      times.withLock { $0 = result }
      end.signal()
    }
    end.wait()
    let time = threads == 1 ? times.withLock { $0[0] } : Clock.wall.now - start
    print(Double(time) / Double(perThread * threads))
  }

  /// Runs the chains of ``Links``, one on each of several threads at the same time. Prints the
  /// wall-clock nanoseconds for a link.
  ///
  /// - Parameter isObserved: Whether a `RecordingObserver` keeps the events of each round.
  static func chains(_ links: Links, threads: Int, isObserved: Bool, rounds: Int) {
    func time() -> Double {
      guard isObserved else { return Clock.wall.time { links.run(threads: threads) } }
      let recorder = RecordingObserver()
      let environment = PromiseEnvironment(observers: [recorder])
      let time = Clock.wall.time { environment.run { links.run(threads: threads) } }
      precondition(recorder.dropped == 0)
      return time
    }
    if rounds > 4 { for _ in 0..<2 { _ = time() } }
    let times = (0..<rounds).map { _ in time() / Double(threads * Links.count) }
    print(Spread(times).median)
  }

  /// Creates promises as fast as it can: a pending one, two links, and the outcome that runs through them.
  /// Prints the wall-clock nanoseconds for a promise.
  static func promises(_ count: Int) {
    let tally = Tally()
    let steps = max(1, count / 3)
    let time = Clock.wall.time {
      for step in 0..<steps {
        let (root, seal) = Promise<Int>.pending()
        consume(root.map(on: nil) { $0 + 1 }.done(on: nil) { tally.add($0 - step) })
        seal.fulfill(step)
      }
    }
    precondition(tally.total == steps)
    print(time / Double(3 * steps))
  }

  /// Posts notes with a promise before each, on several threads, until it is killed. After each note, its
  /// number is stored in a file that the parent has created, eight bytes for each thread.
  static func counted(threads: Int, in path: String) {
    let file = open(path, O_RDWR)
    guard file >= 0,
      let memory = mmap(nil, threads * 8, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      memory != MAP_FAILED
    else { Terminal.fail("cannot map \(path)") }
    let place = UInt(bitPattern: memory)
    Threads.run(threads) { thread in
      guard let count = UnsafeMutablePointer<UInt64>(bitPattern: place)?.advanced(by: thread) else {
        return
      }
      for number in UInt64(1)... {
        consume(Promise.value(number).map(on: nil) { $0 + 1 })
        PromiseTrace.note("\(thread) \(number)")
        count.pointee = number
      }
    }
  }

  /// Posts a note from time to time, and writes to the file at `path` when it did: one line each,
  /// with the nanoseconds of the system clock.
  static func ticks(_ count: Int, every milliseconds: Int, in path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { Terminal.fail("cannot write \(path)") }
    let queue = DispatchQueue(label: "ticks")
    let end = DispatchSemaphore(value: 0)
    @Sendable func tick(_ number: Int) {
      guard number < count else { return _ = end.signal() }
      after(.milliseconds(milliseconds)).done(label: "tick", on: queue) {
        let now = Clock.wall.now
        PromiseTrace.note(Tick.text(number))
        var line = Array("\(now)\n".utf8)
        _ = write(file, &line, line.count)
        tick(number + 1)
      }
    }
    tick(0)
    end.wait()
    // Leaves time for the last note to be shown.
    usleep(500_000)
    close(file)
  }

  private static func threadTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
