import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("Rule 11: an unhandled error is reported once, and so is a promise that is dropped")
struct Rule11Tests {
  // MARK: - Unhandled

  @Test("once, however many promises it reached, with the promise in which it arose")
  func once() {
    let reports = Reports()
    let line = #line + 2
    reports.run {
      let root = Promise<Int>(label: "login") { $0.reject(Failure("x")) }
      _ = root.map { $0 }.map { $0 }
      _ = root.done { _ in }
      _ = Promise.value(1).then { _ in root }
      _ = when(fulfilled: [root, root])
    }
    let place = "\"login\" (Rule11Tests.swift:\(line):"
    #expect(reports.sentences.count == 1)
    #expect(
      reports.sentences.first?.hasPrefix("an error was not handled: x, arose in \(place)") ?? false)
  }

  @Test("at the moment when the last promise that it reached is freed, and not before")
  func moment() {
    let reports = Reports()
    var promise: Promise<Int>? = reports.run { Promise<Int>(error: Failure("x")) }
    var branch: Promise<Int>? = promise?.map { $0 }
    #expect(branch != nil && reports.sentences.isEmpty)
    promise = nil
    #expect(promise == nil && reports.sentences.isEmpty)
    branch = nil
    #expect(reports.sentences.count == 1)
  }

  @Test("a handler that is attached late causes no false alarm")
  func late() {
    let reports = Reports()
    let caught = Counter()
    do {
      let (promise, seal) = reports.run { Promise<Int>.pending() }
      seal.reject(Failure("x"))
      promise.catch { _ in caught.add() }
    }
    #expect(caught.count == 1 && reports.sentences.isEmpty)
    let run = Run {
      let promise = Promise<Int>(error: Failure("x"))
      at(1000) { promise.catch { _ in note("late") } }
    }
    #expect(run.notes == ["late"] && run.unhandled.isEmpty)
  }

  @Test("any branch that handles it is enough: below it, beside it, across an adoption or a fan-in")
  func anyBranch() {
    let reports = Reports()
    reports.run {
      let root = Promise<Int>(error: Failure("x"))
      _ = root.map { $0 }
      root.map { $0 }.map { $0 }.catch { _ in }
      let adopted = Promise<Int>(error: Failure("y"))
      Promise.value(1).then { _ in adopted }.catch { _ in }
      let input = Promise<Int>(error: Failure("z"))
      when(fulfilled: [input]).recover { _ in Promise.value([]) }.cauterize()
    }
    #expect(reports.sentences.isEmpty)
  }

  @Test("an error that wait or async throws is handled")
  func waited() async {
    let reports = Reports()
    let pending = reports.run { Promise<Int>.pending() }
    Queues.side.async { pending.resolver.reject(Failure("x")) }
    _ = try? await pending.promise.async()
    _ = try? await reports.run { Promise<Int>(error: Failure("y")) }.async()
    _ = try? reports.run { Promise<Int>(error: Failure("z")) }.wait()
    #expect(reports.sentences.isEmpty)
  }

  @Test("the errors of allSettled are values, those of any are in its own error")
  func fanIns() {
    let reports = Reports()
    reports.run {
      when(resolved: [Promise<Int>(error: Failure("a"))]).done { _ in }
      race(fulfilled: [Promise<Int>(error: Failure("b")), .value(1)]).cauterize()
      when(fulfilled: [Promise<Int>(error: Failure("c")), Promise<Int>(error: Failure("d"))])
        .catch { _ in }
      race([Promise<Int>(error: Failure("e")), Promise<Int>(error: Failure("f"))]).catch { _ in }
      _ = race(fulfilled: [Promise<Int>(error: Failure("g"))])
    }
    #expect(reports.sentences.count == 1)
    #expect(reports.sentences.first?.contains("All thenables passed") ?? false)
  }

  @Test("an error that recover throws is a new one; the old one is handled")
  func recovered() {
    let run = Run {
      _ = Promise<Int>(error: Failure("old")).recover { _ -> Promise<Int> in throw Failure("new") }
    }
    #expect(run.unhandled == ["new"])
  }

  @Test("a catch that is skipped by its named error or its policy handles nothing")
  func skipped() {
    let run = Run {
      _ = Promise<Int>(error: Failure("x")).catch(only: Failure("y")) { _ in note("never") }
      _ = Promise<Int>(error: Failure("z")).recover(only: Cancelled.self) { _ in Promise.value(1) }
    }
    #expect(run.notes.isEmpty && run.unhandled.sorted() == ["x", "z"])
  }

  @Test("a cancellation is never unhandled")
  func cancellations() {
    let reports = Reports()
    reports.run {
      _ = Promise<Int>(error: Cancelled()).map { $0 }
      let context = CancelContext()
      _ = context.run { after(.seconds(5)).map { 1 } }
      context.cancel()
      let (_, seal) = context.run { Promise<Int>.pending() }
      seal.reject(Cancelled())
    }
    #expect(reports.sentences.isEmpty)
  }

  // MARK: - Freed while pending

  @Test("with its label, its site, and how many wait: also through promises that are retained")
  func freedPending() {
    let reports = Reports()
    let line = #line + 3
    var held: Promise<Int>?
    reports.run {
      let (promise, _) = Promise<Int>.pending(label: "given up")
      held = promise.map { $0 }
      _ = held?.map { $0 }.map { $0 }
      _ = promise.map { $0 }
    }
    let place = "\"given up\" (Rule11Tests.swift:\(line):"
    #expect(reports.sentences.count == 1)
    #expect(
      reports.sentences.first?.hasPrefix("a promise was freed while pending: \(place)") ?? false)
    #expect(
      reports.sentences.first?.hasSuffix("; 4 promises wait for it and will never settle") ?? false)
    held = nil
    #expect(held == nil && reports.sentences.count == 1)
  }

  @Test("each waiting promise is counted once, also a fan-in of several of them")
  func diamond() {
    let reports = Reports()
    reports.run {
      let (promise, _) = Promise<Int>.pending()
      let (a, b) = (promise.map { $0 }, promise.map { $0 })
      when(fulfilled: [a, b]).done { _ in }.cauterize()
    }
    #expect(reports.sentences.count == 1)
    #expect(
      reports.sentences.first?.hasSuffix("5 promises wait for it and will never settle") ?? false)
  }

  @Test("a guarantee that is dropped is reported as such")
  func guarantee() {
    let reports = Reports()
    let line = #line + 1
    reports.run { Guarantee<Int>.pending(label: "spinner").guarantee.done { _ in } }
    let place = "\"spinner\" (Rule11Tests.swift:\(line):"
    #expect(reports.sentences.count == 1)
    #expect(
      reports.sentences.first?.hasPrefix("a guarantee was freed while pending: \(place)") ?? false)
    #expect(
      reports.sentences.first?.hasSuffix("; 1 promise waits for it and will never settle") ?? false)
  }

  @Test("the events name every descendant")
  func descendants() throws {
    let run = Run {
      let (promise, _) = Promise<Int>.pending(label: "root")
      let middle = promise.map(label: "a") { $0 }
      _ = middle.map(label: "b") { $0 }
      _ = when(label: "all", fulfilled: [middle])
      _ = promise.map(label: "c") { $0 }
    }
    func ids(_ labels: String...) -> [PromiseID?] { labels.map(run.id(of:)) }
    #expect(run.waiting(for: "root") == ids("a", "c"))
    #expect(run.waiting(for: "a") == ids("b", "all"))
    #expect(run.waiting(for: "b") == [] && run.waiting(for: "all") == [])
    #expect(Set(run.freedPending) == Set(ids("root", "a", "b", "all", "c").compactMap { $0 }))
  }

  @Test("the loser of a race is not reported")
  func raceLoser() {
    let reports = Reports()
    reports.run { race([Promise<Int>.pending().promise, .value(1)]).done { _ in }.cauterize() }
    reports.run {
      race(fulfilled: [Promise<Int>.pending().promise, .value(1)]).done { _ in }.cauterize()
    }
    #expect(reports.sentences.isEmpty)
    let run = Run {
      let loser = Promise<Int>.pending(label: "loser").promise
      race(label: "race", [loser, .value(1)]).done { _ in }.cauterize()
    }
    #expect(run.waiting(for: "loser") == [])
  }

  @Test("a race or an any never settles only if its last input is dropped")
  func lastInput() {
    for isAny in [false, true] {
      let run = Run {
        let pairs = ["a", "b"].map { Held(Promise<Int>.pending(label: $0)) }
        let inputs = pairs.compactMap { $0.value?.promise }
        let fanIn =
          isAny ? race(label: "fan-in", fulfilled: inputs) : race(label: "fan-in", inputs)
        fanIn.cauterize()
        at(1) { pairs[0].value = nil }
        at(2) { pairs[1].value = nil }
      }
      #expect(run.waiting(for: "a") == [])
      #expect(run.waiting(for: "b") == [run.id(of: "fan-in")].compactMap { $0 })
    }
  }

  @Test("an all never settles if every missing input is dropped, and it has not failed")
  func allInput() {
    let run = Run {
      let lost = Promise<Int>.pending(label: "lost").promise
      _ = when(label: "all", fulfilled: [Promise.value(1), lost])
    }
    #expect(run.waiting(for: "lost") == [run.id(of: "all")].compactMap { $0 })
    let open = Run {
      let lost = Promise<Int>.pending(label: "lost").promise
      let late = Promise(after(.seconds(5))).map { () -> Int in throw Failure("late") }
      when(label: "all", fulfilled: [late, lost]).cauterize()
    }
    #expect(open.waiting(for: "lost") == [] && open.outcome(of: "all") == .rejected)
    let failed = Run {
      let lost = Promise<Int>.pending(label: "lost").promise
      when(label: "all", fulfilled: [lost, Promise(error: Failure("x"))]).cauterize()
    }
    #expect(failed.waiting(for: "lost") == [])
  }

  @Test("a promise that was replaced by its adopter, or that was cancelled, causes no alarm")
  func noAlarms() {
    let reports = Reports()
    reports.run {
      @Sendable func count(_ number: Int) -> Promise<Int> {
        number == 0 ? .value(0) : Promise.value(number).then { count($0 - 1) }
      }
      count(100).cauterize()
      let context = CancelContext()
      let root = context.run { Promise<Int>.pending().promise }
      root.map { $0 }.cauterize()
      context.cancel()
      let shared = Promise<Int>.pending().promise
      shared.until(context).done { _ in }.cauterize()
    }
    #expect(reports.sentences.isEmpty)
  }
}

@Suite("Rule 11: promises that settle anyway")
struct Rule11OtherWayTests {
  @Test("a promise with a timeout, and what waits for it")
  func timeout() {
    let reports = Reports()
    reports.run {
      Promise<Int>.pending().promise.timeout(seconds: 60).done { _ in }.cauterize()
    }
    #expect(reports.sentences.count == 1)
    #expect(!(reports.sentences.first?.contains("in vain") ?? true))
    let run = Run {
      Promise<Int>.pending(label: "lost").promise.timeout(seconds: 1).catch { _ in note("timed out")
      }
    }
    #expect(run.waiting(for: "lost") == [] && run.notes == ["timed out"])
  }
}
