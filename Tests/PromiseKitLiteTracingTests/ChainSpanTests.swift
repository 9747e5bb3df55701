import Dispatch
import InMemoryTracing
import PromiseKitLite
import PromiseKitLiteTracing
import PromiseSimulation
import Testing
import Tracing

@Suite("The span of a chain")
struct ChainSpanTests {
  @Test("lasts from its first labeled promise until its end settles")
  func duration() throws {
    let run = TracedRun { _ in
      after(.milliseconds(1))
        .then { after(label: "unrelated", .milliseconds(2)) }
        .then(label: "load") { after(.milliseconds(3)) }
        .then { after(.milliseconds(4)) }
        .done(label: "show") {}.catch { _ in }
    }
    let span = try #require(run["load"])
    #expect(span.milliseconds == [0, 10])
    #expect(span.kind == .internal && span.status == nil && span.parentSpanID == nil)
    #expect(span.events("created", "operation") == ["then", "then", "done", "catch"])
    #expect(run.names == ["unrelated", "load"])
    #expect(run["unrelated"]?.milliseconds == [1, 3])
    #expect(run.observer.openSpans == 0 && run.observer.remembered == 0)
  }

  @Test("has its links as events, with their queues, and how long they waited")
  func events() throws {
    let run = TracedRun { _ in
      let busy = DispatchQueue(label: "busy")
      busy.async(.promise) { PromiseEnvironment.work(for: .milliseconds(5)) }.cauterize()
      Promise.value(label: "start", 1).done(on: busy) { _ in }.cauterize()
    }
    let span = try #require(run["start"])
    #expect(span.events("attached", "queue").first == "busy")
    #expect(span.events("started", "queue").first == "busy")
    #expect(span.events("settled", "outcome") == ["fulfilled", "fulfilled", "fulfilled"])
    #expect(span.text("promise.count") == "3")
    #expect(span.text("promise.queue_wait.longest_ms") == "5.0")
    #expect(span.text("promise.queue_wait.longest_queue") == "busy")
    #expect(span.milliseconds == [0, 5])
  }

  @Test("has an error status if no handler handles the error, and records the error once")
  func errors() throws {
    let run = TracedRun { _ in
      _ = after(.milliseconds(1)).done(label: "fails") { throw Failure(description: "offline") }
        .map { 1 }
      after(.milliseconds(1)).done(label: "recovers") { throw Failure(description: "offline") }
        .catch { _ in }
    }
    let fails = try #require(run["fails"])
    #expect(fails.errors.map { "\($0.error)" } == ["offline"])
    #expect(fails.status?.code == .error)
    let recovers = try #require(run["recovers"])
    #expect(recovers.errors.count == 1 && recovers.status == nil)
  }

  @Test("says that it was cancelled, or that a promise never settles")
  func otherEndings() throws {
    let run = TracedRun { _ in
      let context = CancelContext()
      context.run { after(label: "cancelled", .seconds(1)).done {}.catch { _ in } }
      after(.milliseconds(1)).done { context.cancel() }
      _ = Promise<Int>.pending(label: "lost").promise.map { $0 + 1 }
    }
    let cancelled = try #require(run["cancelled"])
    #expect(cancelled.text("promise.cancelled") == "true" && cancelled.status == nil)
    let lost = try #require(run["lost"])
    #expect(lost.text("promise.never_settled") == "2" && lost.status?.code == .error)
  }

  @Test("contains no values, and no errors if they are left out; texts can be redacted")
  func secrets() throws {
    var options = TracingObserver.Options()
    options.includesErrors = false
    options.redact = { $0.replacingOccurrences("7f3", "…") }
    let run = TracedRun(options) { _ in
      PromiseTrace.tag("request 7f3") {
        _ = Promise.value(label: "secret 7f3", "token-9").map { $0 + "!" }
          .done { _ -> Void in throw Failure(description: "token-9") }
          .catch(label: "seen 7f3") { _ in }
      }
    }
    #expect(Set(run.names) == ["request …", "secret …"])
    for span in run.tracer.memory.finishedSpans {
      let everything = "\(span.attributes) \(span.events) \(span.errors.map(\.error))"
      #expect(!everything.contains("token-9") && !everything.contains("7f3"))
    }
  }

  @Test("ends at the right time although the chain is kept, and when the observer is stopped")
  func kept() throws {
    var promises: [PromiseCore] = []
    let run = TracedRun(stops: true) { _ in
      promises.append(Promise.value(label: "kept", 1))
      promises.append(Promise<Int>.pending(label: "open").promise)
      after(.seconds(2)).then(label: "later") { after(.milliseconds(1)) }.done {}.cauterize()
    }
    #expect(run["kept"]?.milliseconds == [0, 0])
    #expect(run["kept"]?.status == nil)
    #expect(run.names.firstIndex(of: "kept") == 0)
    let open = try #require(run["open"])
    #expect(open.status?.message?.contains("stopped") == true)
    #expect(run.observer.openSpans == 0)
    withExtendedLifetime(promises) {}
  }

  @Test("shows the IDs of the tracer in the events")
  func identity() throws {
    let run = TracedRun { _ in
      Promise.value(label: "first", 1).done(label: "second") { _ in }.cauterize()
    }
    let span = try #require(run["first"])
    #expect(run.links == ["first covering \(span.spanID)", "second covering \(span.spanID)"])
  }

  @Test("has a bounded number of events; spans and promises are bounded too")
  func bounded() throws {
    var options = TracingObserver.Options()
    options.mostSpans = 10
    options.mostPromises = 128
    let run = TracedRun(options, stops: true) { _ in
      var promise = Promise.value(label: "long", 0)
      for _ in 1...300 { promise = promise.map(on: nil) { $0 } }
      promise.cauterize()
      for number in 1...100 { after(label: "many \(number)", .milliseconds(1)).done {} }
    }
    let long = try #require(run["long"])
    #expect(long.events.count <= 128)
    #expect(Int(long.text("promise.events_left_out") ?? "") ?? 0 > 500)
    #expect(run.observer.chainsLeftOut >= 90 && run.observer.forgotten > 0)
    #expect(run.observer.openSpans == 0)
  }
}

extension String {
  /// Returns the text with every `old` replaced.
  fileprivate func replacingOccurrences(_ old: String, _ new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
