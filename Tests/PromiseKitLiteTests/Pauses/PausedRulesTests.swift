#if DEBUG
  import Dispatch
  import Foundation
  import PromiseKitLite
  import Synchronization
  import TestSupport
  import Testing

  @Suite(
    "Rules 1 to 12 hold on real queues, with a pause at each step inside the library", .serialized)
  struct PausedRulesTests {
    /// How many schedules of pauses each combination of a program, a place and a number of threads runs under;
    /// `make test-stress` asks for 1,000.
    private static let schedules = Rounds(6, "PAUSE_SCHEDULES")

    @Test(
      "What a rule or the simulation excludes does not occur",
      arguments: PausedProgram.all, [1, 2, 4])
    func holds(program: PausedProgram, threads: Int) throws {
      // The simulation has one kind of serial queue; main is one.
      let onSerial =
        program.isExact ? program.simulatedOutcomes(at: .serial, threads: threads) : []
      for place in Place.allCases {
        var simulated = onSerial
        if place == .inline, program.isComparable(at: place, threads: threads) {
          simulated = program.simulatedOutcomes(at: place, threads: threads)
        }
        if !program.isComparable(at: place, threads: threads) { simulated = [] }
        try compare(program, place, threads, simulated)
      }
    }

    @Test("A thread that waits resumes when the handlers of the batch are enqueued")
    func resumption() {
      let (promise, seal) = Promise<Int>.pending()
      for _ in 0..<2 { promise.done(on: .global()) { _ in }.cauterize() }
      promise.whenSettled { _ in }
      let thread = pthread_self()
      let steps = Mutex<[PromiseKitLite.Step]>([])
      PromiseKitLite.Step.pausing({ step in
        if pthread_equal(pthread_self(), thread) != 0 { steps.withLock { $0.append(step) } }
      }) {
        seal.fulfill(1)
      }
      let reached = steps.withLock { $0 }.filter { [.enqueued, .resuming].contains($0) }
      #expect(reached == [.enqueued, .enqueued, .resuming])
    }

    @Test(
      "What follows from a handler comes after a handler that another thread attached while the first was enqueued",
      arguments: [PromiseKitLite.Step.settled, .notifying, .enqueuing, .enqueued], Drain.allCases)
    func attachedInBetween(step: PromiseKitLite.Step, drain: Drain) {
      let environment =
        drain == .observed
        ? PromiseEnvironment(observers: [RecordingObserver()]) : PromiseEnvironment.shared
      environment.run {
        let (promise, seal) = Promise<Int>.pending()
        let place = DispatchQueue(label: "place")
        let notes = Mutex<[String]>([])
        let (attached, followed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let end = DispatchGroup()
        let note: @Sendable (String) -> Void = { name in
          notes.withLock { $0.append(name) }
          end.leave()
        }
        for number in 1...(drain == .ofSeveral ? 2 : 1) {
          end.enter()
          promise.done(on: DispatchQueue(label: "other \(number)")) { _ in }
            .done(on: place) { _ in
              note("follows")
              followed.signal()
            }.cauterize()
        }
        if drain == .ofTwoPromises {
          end.enter()
          Promise<Int> { $0.resolve(promise) }.done(on: place) { _ in note("adopter") }.cauterize()
        }
        end.enter()
        let thread = pthread_self()
        let isReached = Atomic(false)
        let isInTime = Atomic(false)
        PromiseKitLite.Step.pausing({ reached in
          guard pthread_equal(pthread_self(), thread) != 0 else { return }
          let limit = DispatchTime.now() + .milliseconds(100)
          if reached == step, !isReached.exchange(true, ordering: .relaxed) {
            DispatchQueue(label: "attaches").async {
              promise.done(on: place) { _ in note("late") }.cauterize()
              attached.signal()
            }
            // Under the lock of the promise, nothing is attached to it.
            isInTime.store(attached.wait(timeout: limit) == .success, ordering: .relaxed)
          }
          // Nothing follows as long as this thread still has handlers to enqueue.
          if [.enqueuing, .enqueued].contains(reached), isInTime.load(ordering: .relaxed),
            followed.wait(timeout: limit) == .success
          {
            followed.signal()
          }
        }) {
          seal.fulfill(1)
        }
        // The thread need not reach every step.
        if isReached.load(ordering: .relaxed) { end.wait() }
        let order = notes.withLock { $0 }
        #expect(step != .settled || isInTime.load(ordering: .relaxed))
        if isInTime.load(ordering: .relaxed) {
          let count = order.count { $0 == "follows" }
          #expect(order.firstIndex(of: "follows") == order.count - count, "\(order)")
        }
      }
    }

    /// What the thread that settles a promise enqueues.
    enum Drain: CaseIterable, Sendable {
      case ofOne, ofSeveral, ofTwoPromises, observed
    }

    private func compare(
      _ program: PausedProgram, _ place: Place, _ threads: Int, _ simulated: Set<PausedOutcome>
    ) throws {
      var seen: [PausedOutcome: Int] = [:]
      for number in Self.schedules.seeds {
        let round = Self.schedules.round(number)
        let outcome = try #require(
          Pauses(seed: number).run {
            program.run(at: place, threads: threads, number: number)
          }, "it does not end: \(place), \(round)")
        seen[outcome, default: 0] += 1
        if let fault = program.fault(outcome, place) {
          Issue.record("\(fault): \(outcome), \(place), \(round)")
        }
      }
      guard !simulated.isEmpty else { return }
      for outcome in seen.keys where !simulated.contains(outcome) {
        Issue.record("no simulated schedule has \(outcome), \(place): \(simulated)")
      }
      guard Self.schedules.seeds.count >= 1_000 else { return }
      for outcome in simulated where seen[outcome] == nil {
        Issue.record("\(outcome) was never seen, \(place): \(seen)")
      }
    }
  }

  extension PausedProgram {
    /// Whether real queues and the simulation must have the same outcomes: a concurrent queue starts its jobs in
    /// order, but they run side by side, and so do inline handlers on several threads, or beside those on a queue.
    fileprivate func isComparable(at place: Place, threads: Int) -> Bool {
      isExact && place != .concurrent && (place != .inline || threads == 1 && !mixesQueues)
    }
  }
#endif
