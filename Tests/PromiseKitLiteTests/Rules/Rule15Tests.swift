import Dispatch
import PromiseKitLite
import PromiseSystem
import Synchronization
import TestSupport
import Testing

@Suite("Rule 15: without an observer, four mistakes are still reported", .serialized)
struct Rule15Tests {
  @Test("an unhandled error, a dropped promise, a second resolution: with label and source line")
  func places() {
    let environment = PromiseEnvironment(observers: [])
    let recorder = PlaceRecorder()
    environment.warningHandler = recorder.warn
    let logged = Counter()
    environment.logHandler = { _ in logged.add() }
    let line = #line + 2
    environment.run {
      _ = Promise<Int>(label: "failing", error: Failure("x"))
      _ = Promise<Int>.pending(label: "given up")
      let (_, seal) = Promise<Int>.pending(label: "twice")
      seal.fulfill(1)
      seal.fulfill(2)
      _ = Guarantee<Int>.pending(label: "guarantee")
    }
    let told = recorder.told
    // PromiseKit has no log event for an unhandled error and for a second resolution.
    #expect(told.count == 4 && logged.count == 2)
    #expect(told.map(\.label) == ["failing", "given up", "twice", "guarantee"])
    #expect(told.map(\.site.line) == [line, line + 1, line + 4, line + 5])
    #expect(told.allSatisfy { $0.site.file == "PromiseKitLiteTests/Rule15Tests.swift" })
  }

  @Test("each is reported once, however long the chain, and each site is a report of its own")
  func once() {
    let reports = Reports()
    reports.run {
      for number in 0..<3 {
        let promise = Promise<Int>(error: Failure("\(number)"))
        _ = promise.map { $0 }.done { _ in }
        _ = when(fulfilled: [promise, promise])
      }
    }
    #expect(reports.sentences.count == 3)
  }

  @Test("an observer receives all of it, and so do handlers that the program has set itself")
  func observed() {
    let told = Counter()
    let recorder = RecordingObserver()
    let environment = PromiseEnvironment(observers: [recorder])
    environment.logHandler = { _ in told.add() }
    environment.warningHandler = { _ in told.add() }
    environment.run {
      _ = Promise<Int>(error: Failure("x"))
      _ = Promise<Int>.pending().promise.map(on: nil) { $0 }
      let (promise, seal) = Promise<Int>.pending()
      seal.fulfill(1)
      seal.fulfill(2)
      withExtendedLifetime(promise) {}
    }
    #expect(
      told.count == 4,
      "an unhandled error, a promise that is given up, for both handlers, and a second resolution")
    let kinds = recorder.events.map(\.kind)
    #expect(kinds.contains { if case .errorUnhandled = $0 { true } else { false } })
    #expect(kinds.contains { if case .deallocated(_, .pending, _) = $0 { true } else { false } })
    #expect(kinds.contains { if case .resolutionIgnored = $0 { true } else { false } })
  }

  @Test("an observer receives all of it, so nothing is written to standard error")
  func observedStream() {
    let lines = ErrorStreamCapture.lines(with: "\"observed ") {
      PromiseEnvironment(observers: [RecordingObserver()]).run {
        _ = Promise<Int>(label: "observed a", error: Failure("x"))
        _ = Promise<Int>.pending(label: "observed b")
      }
    }
    #expect(lines.isEmpty)
  }

  @Test("the try forms are silent, and so is every other first resolution")
  func tryForms() {
    let reports = Reports()
    reports.run {
      let (promise, seal) = Promise<Int>.pending()
      #expect(seal.tryFulfill(1) && !seal.tryFulfill(2) && !seal.tryReject(Failure("x")))
      #expect(!seal.tryResolve(promise) && !seal.tryResolve(.success(3)))
      let second = Promise<Int>.pending()
      second.resolver.resolve(promise)
      #expect(!second.resolver.tryFulfill(1))
    }
    #expect(reports.sentences.isEmpty)
  }

  @Test("every plain form of a second resolution is reported, for a guarantee too")
  func plainForms() {
    let reports = Reports()
    let line = #line + 4
    reports.run {
      let (promise, seal) = Promise<Int>.pending(label: "twice")
      seal.fulfill(1)
      seal.fulfill(2)
      seal.reject(Failure("x"))
      seal.resolve(.success(3))
      seal.resolve(4, nil)
      seal.resolve(promise)
    }
    #expect(reports.sentences.count == 5)
    for (number, sentence) in reports.sentences.enumerated() {
      let place = "\"twice\" (Rule15Tests.swift:\(line + number):"
      #expect(
        sentence.hasPrefix(
          "a promise was resolved a second time; the second resolution is ignored: \(place)"),
        "\(sentence)")
    }
    let guarantees = Reports()
    guarantees.run {
      let (_, fulfill) = Guarantee<Int>.pending(label: "g")
      fulfill(1)
      fulfill(2)
    }
    #expect(guarantees.sentences.count == 1)
  }

  @Test("a body that throws after it resolved is reported with its own site, wherever it ran")
  func thrownLate() {
    let reports = Reports()
    let line = #line + 2
    reports.run {
      let now = Promise<Int>(label: "now") { seal in
        seal.fulfill(1)
        throw Failure("x")
      }
      let queued = Promise<Int>(label: "queued", on: .immediate) { seal in
        seal.fulfill(2)
        throw Failure("x")
      }
      let link = Promise.value(3).thenResolving(label: "link") { value, seal in
        seal.fulfill(value)
        throw Failure("x")
      }
      let locked = Promise<Int>(label: "locked in") { seal in
        seal.resolve(now)
        throw Failure("x")
      }
      #expect([now, queued, link, locked].map(\.value) == [1, 2, 3, 1])
    }
    #expect(reports.sentences.count == 4)
    let labels = ["now", "queued", "link", "locked in"]
    for (number, (sentence, label)) in zip(reports.sentences, labels).enumerated() {
      let place = "\"\(label)\" (Rule15Tests.swift:\(line + 4 * number):"
      #expect(
        sentence.hasPrefix(
          "a promise was resolved a second time; the second resolution is ignored: \(place)"),
        "\(sentence)")
    }
  }

  @Test(
    "a body that throws first, or whose chain was cancelled meanwhile, is not a second resolution"
  )
  func thrownFirst() {
    let reports = Reports()
    reports.run {
      let thrown = [
        Promise<Int> { _ in throw Failure("now") },
        Promise<Int>(on: .immediate) { _ in throw Failure("queued") },
        Promise.value(1).thenResolving { (_, _: Resolver<Int>) in throw Failure("link") },
      ]
      #expect(thrown.map { $0.error.map { "\($0)" } } == ["now", "queued", "link"])
      for promise in thrown { promise.catch { _ in } }
      let context = CancelContext()
      context.run {
        _ = Promise<Int> { _ in
          context.cancel()
          throw Failure("x")
        }
      }
    }
    #expect(reports.sentences.isEmpty)
  }

  @Test("cauterize reports which error it handled")
  func cauterized() {
    let reports = Reports()
    reports.run {
      Promise<Int>(error: Failure("x")).cauterize()
      Promise<Int>(error: Cancelled()).cauterize()
      Promise.value(1).cauterize()
    }
    #expect(reports.sentences == ["cauterized: x"])
  }

  @Test("two environments have their own settings, side by side")
  func twoEnvironments() {
    let (a, b) = (Reports(), Reports(queue: Queues.side))
    let inB = b.run { Promise<Int>.pending() }
    a.run {
      _ = Promise<Int>(error: Failure("a"))
      b.run { _ = Promise<Int>(error: Failure("b")) }
      _ = inB.promise.map { $0 }
      inB.resolver.reject(Failure("b too"))
      conf.catchPolicy = .allErrors
      #expect(conf.Q.map == nil && b.environment.defaults.map != nil)
    }
    #expect(a.sentences.count == 1 && a.sentences.first?.contains(" a, ") ?? false)
    #expect(b.sentences.count == 1)
    #expect(b.environment.catchPolicy == .allErrorsExceptCancellation)
    #expect(conf.catchPolicy == .allErrorsExceptCancellation)
  }

  @Test("a report goes to the handler of the promise's own environment, whatever causes it")
  func ownEnvironment() {
    let reports = Reports()
    let same = Counter()
    let environment = reports.environment
    environment.logHandler = { [weak environment] _ in
      if PromiseEnvironment.current === environment { same.add() }
    }
    var promise: Promise<Int>? = reports.run { Promise<Int>.pending().promise }
    PromiseEnvironment(observers: []).run { promise = nil }
    #expect(promise == nil && same.count == 1)
  }

  @Test("without a handler a line goes to standard error, once for each site")
  func errorStream() {
    let line = #line + 4
    let lines = ErrorStreamCapture.lines(with: "\"stream ") {
      PromiseEnvironment(observers: []).run {
        for _ in 0..<3 {
          _ = Promise<Int>(label: "stream a", error: Failure("x"))
          _ = Promise<Int>.pending(label: "stream b").promise.map(on: nil) { $0 }
          let (_, seal) = Promise<Int>.pending(label: "stream c")
          seal.fulfill(1)
          seal.fulfill(2)
        }
        let saved = conf.logHandler
        conf.logHandler = { _ in }
        _ = Promise<Int>.pending(label: "stream silent")
        conf.logHandler = saved
        _ = Promise<Int>.pending(label: "stream d")
      }
    }
    let expected = [
      ("an error was not handled: x, arose in \"stream a\"", line, ""),
      (
        "a promise was freed while pending: \"stream b\"", line + 1,
        "1 promise waits for it and will never settle"
      ),
      (
        "a promise was resolved a second time; the second resolution is ignored: \"stream c\"",
        line + 4, ""
      ),
      ("a promise was freed while pending: \"stream d\"", line + 10, ""),
    ]
    #expect(lines.count == expected.count)
    for (text, (start, line, end)) in zip(lines, expected) {
      #expect(text.hasPrefix("PromiseKitLite: \(start) (Rule15Tests.swift:\(line):"), "\(text)")
      #expect(text.hasSuffix(end), "\(text)")
    }
  }

  @Test(
    "a handler that is set receives the line instead of standard error, whichever of the two it is"
  )
  func oneHandler() {
    let heard = Counter()
    let line = #line + 7
    let lines = ErrorStreamCapture.lines(with: "\"one ") {
      PromiseEnvironment(observers: []).run {
        conf.logHandler = { event in
          if "\(event)" == "pendingPromiseDeallocated" { heard.add() }
        }
        _ = Promise<Int>.pending(label: "one a")
        _ = Promise<Int>(label: "one b", error: Failure("x"))
      }
      PromiseEnvironment(observers: []).run {
        conf.warningHandler = { _ in heard.add(10) }
        _ = Guarantee<Int>.pending(label: "one c")
        _ = Promise<Int>(label: "one d", error: Failure("x"))
      }
    }
    #expect(heard.count == 21)
    // PromiseKit has no event for an unhandled error, so no handler has received it.
    #expect(lines.count == 1)
    #expect(lines.first?.contains("\"one b\" (Rule15Tests.swift:\(line):") ?? false)
  }

  @Test(
    "an endless number of sites does not fill the memory: after a thousand there are no more reports"
  )
  func manyPlaces() {
    let lines = ErrorStreamCapture.lines(with: "\"many\"") {
      PromiseEnvironment(observers: []).run {
        for number in 0..<1500 as Range<UInt> {
          _ = Promise<Int>(
            label: "many", error: Failure("x"), file: #fileID, line: number, column: 1)
        }
      }
    }
    #expect(lines.count == 1000)
  }
}

/// Records the sites of reports.
private final class PlaceRecorder: Sendable {
  private let places = Mutex<[PromiseWarning.Place]>([])
  var told: [PromiseWarning.Place] { places.withLock { $0 } }

  @Sendable func warn(_ warning: PromiseWarning) {
    switch warning {
    case .waitOnMainThread(let place), .pendingPromiseDeallocated(let place),
      .pendingGuaranteeDeallocated(let place), .unhandledRejection(_, let place),
      .resolvedAgain(let place):
      places.withLock { $0.append(place) }
    }
  }
}

/// What the process writes to standard error while a closure runs.
private enum ErrorStreamCapture {
  /// Returns the lines that contain the text; other lines are passed on.
  static func lines(with text: String, _ body: () -> Void) -> [String] {
    guard let file = tmpfile() else { return [] }
    defer { fclose(file) }
    let saved = dup(STDERR_FILENO)
    dup2(fileno(file), STDERR_FILENO)
    body()
    dup2(saved, STDERR_FILENO)
    close(saved)
    let all = contents(of: fileno(file)).split(separator: "\n").map { String($0) }
    for line in all where !line.contains(text) {
      let bytes = Array("\(line)\n".utf8)
      _ = write(STDERR_FILENO, bytes, bytes.count)
    }
    return all.filter { $0.contains(text) }
  }

  private static func contents(of file: Int32) -> String {
    lseek(file, 0, SEEK_SET)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(file, &buffer, buffer.count), count > 0 {
      bytes.append(contentsOf: buffer[..<count])
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
