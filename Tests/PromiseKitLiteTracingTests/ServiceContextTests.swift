import Dispatch
import InMemoryTracing
import PromiseKitLite
import PromiseKitLiteTracing
import PromiseSimulation
import Synchronization
import Testing
import Tracing

private enum TenantKey: ServiceContextKey {
  typealias Value = String
}

extension ServiceContext {
  fileprivate var tenant: String? {
    get { self[TenantKey.self] }
    set { self[TenantKey.self] = newValue }
  }

  /// Returns the current context with a tenant.
  fileprivate static func of(_ tenant: String) -> ServiceContext {
    var context = current ?? .topLevel
    context.tenant = tenant
    return context
  }
}

extension W3CTracer {
  /// Runs `body` in a span.
  @discardableResult
  fileprivate func inSpan<R>(_ name: String, _ body: () throws -> R) rethrows -> R {
    let span = startSpan(name)
    defer { span.end() }
    return try ServiceContext.withValue(span.context, operation: body)
  }
}

@Suite("ServiceContext in handlers")
struct ServiceContextTests {
  @Test("is the one from where the link was attached, if its chain has no span")
  func attached() {
    let run = TracedRun { tracer in
      let start = tracer.inSpan("outer") { after(.milliseconds(1)) }
      tracer.inSpan("inner") {
        start.done { tracer.inSpan("in the handler") {} }.cauterize()
      }
      start.done { tracer.inSpan("inherited") {} }.cauterize()
    }
    #expect(run.parent(of: "in the handler") == "inner")
    #expect(run.parent(of: "inherited") == "outer")
    #expect(run.parent(of: "outer") == nil)
  }

  @Test("is in the span of the chain, with the other values from where the link was attached")
  func chains() {
    let seen = Mutex<[String?]>([])
    let run = TracedRun { tracer in
      let load = tracer.inSpan("request") {
        ServiceContext.withValue(.of("acme")) {
          after(label: "load", .milliseconds(1)).then {
            tracer.inSpan("query") {}
            seen.withLock { $0.append(ServiceContext.current?.tenant) }
            return after(label: "nested", .milliseconds(1)).done { tracer.inSpan("deep") {} }
          }
        }
      }
      _ = ServiceContext.withValue(.of("other")) {
        load.done {
          tracer.inSpan("late") {}
          seen.withLock { $0.append(ServiceContext.current?.tenant) }
        }.cauterize()
      }
    }
    #expect(run.parent(of: "load") == "request")
    #expect(run.parent(of: "query") == "load" && run.parent(of: "late") == "load")
    #expect(run.parent(of: "nested") == "load" && run.parent(of: "deep") == "nested")
    #expect(seen.withLock { $0 } == ["acme", "other"])
  }

  @Test("is not the one of the code that settles a promise")
  func settling() {
    let run = TracedRun { tracer in
      let (promise, seal) = Promise<Int>.pending()
      promise.done(on: nil) { _ in tracer.inSpan("handler") {} }.cauterize()
      tracer.inSpan("resolver") { seal.fulfill(1) }
    }
    #expect(run["handler"] != nil && run.parent(of: "handler") == nil)
  }

  @Test("goes through handlers without an observer, and on real queues")
  func carrierAlone() async throws {
    let tracer = W3CTracer()
    let environment = PromiseEnvironment(observers: [])
    environment.carry(ServiceContextCarrier(tracer: tracer))
    let tenants = try await ServiceContext.withValue(.of("acme")) {
      environment.run {
        Promise<String?>(async: { ServiceContext.current?.tenant })
          .map(on: .global()) { [$0, ServiceContext.current?.tenant] }
      }
    }.async()
    #expect(tenants == ["acme", "acme"])
  }
}

@Suite("The span of a tag")
struct TagSpanTests {
  @Test("covers all chains that begin in it, and ends with the last of them")
  func chains() throws {
    let run = TracedRun { tracer in
      PromiseTrace.tag("request 7f3") {
        after(.milliseconds(1)).then { after(.milliseconds(2)) }.done {}.cauterize()
        after(label: "labeled", .milliseconds(5)).done { tracer.inSpan("query") {} }.cauterize()
        tracer.inSpan("body") {}
      }
    }
    let tag = try #require(run["request 7f3"])
    #expect(tag.milliseconds == [0, 5])
    #expect(run.parent(of: "labeled") == "request 7f3" && run.parent(of: "body") == "request 7f3")
    #expect(run.parent(of: "query") == "labeled")
    #expect(run["labeled"]?.text("promise.tag") == "request 7f3")
    #expect(run.names.last == "request 7f3")
  }

  @Test("is one for each call, even with the same tag")
  func calls() async {
    let tracer = W3CTracer()
    let environment = PromiseEnvironment(observers: [])
    let observer = TracingObserver(tracer: tracer)
    observer.install(in: environment)
    for _ in 1...2 {
      let number = await environment.run {
        PromiseTrace.tag("same") { after(.milliseconds(1)).map(on: nil) { 1 } }
      }.async()
      #expect(number == 1)
    }
    observer.stop()
    #expect(tracer.finished("same").count == 2)
    #expect(Set(tracer.finished("same").map(\.traceID)).count == 2)
  }

  @Test("records an error that its body throws")
  func errors() throws {
    let run = TracedRun { _ in
      try? PromiseTrace.tag("broken") { throw Failure(description: "no") }
    }
    let span = try #require(run["broken"])
    #expect(span.status?.code == .error && span.errors.map { "\($0.error)" } == ["no"])
  }
}

@Suite("The spans of requests")
struct RequestSpanTests {
  private let header = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

  @Test("A received request is the span of a server, with that of the client as its parent")
  func received() throws {
    let run = TracedRun { tracer in
      PromiseTrace.continuing(traceparent: header) {
        after(label: "load", .milliseconds(3)).done { tracer.inSpan("query") {} }.cauterize()
        after(.milliseconds(1)).done {}
      }
    }
    let server = try #require(run["request"])
    #expect(server.kind == .server && server.milliseconds == [0, 3])
    #expect(server.traceID == "0af7651916cd43dd8448eb211c80319c")
    #expect(run.parent(of: "request") == "b7ad6b7169203331")
    #expect(run.parent(of: "load") == "request" && run.parent(of: "query") == "load")
    #expect(run.links.filter { $0.contains("received") }.count == 2)
    #expect(run.links.contains("load received b7ad6b7169203331"))
  }

  @Test(
    "A request without a valid header begins a trace of the tracer", arguments: [nil, "00-1-2-3"])
  func restarted(header: String?) throws {
    let contexts = Mutex<[String?]>([])
    let run = TracedRun { _ in
      PromiseTrace.continuing(traceparent: header) {
        _ = after(.milliseconds(1)).done {
          let trace = PromiseTrace.context?.traceID
          contexts.withLock { $0.append(trace) }
        }
      }
    }
    let server = try #require(run["request"])
    #expect(server.parentSpanID == nil)
    #expect(contexts.withLock { $0 } == [server.traceID])
    #expect(run.links.filter { $0.contains("received") } == [])
  }

  @Test("A sent request is the span of a client: its headers are the tracer's own")
  func sent() throws {
    let headers = Mutex<[String: String]>([:])
    let run = TracedRun { tracer in
      tracer.inSpan("outer") {
        let span = PromiseTrace.clientSpan(named: "GET")
        headers.withLock { $0 = span?.headers ?? [:] }
        after(label: "fetch", .milliseconds(1)).linked(to: span).done { span?.end() }
      }
      // Outside any span, a request belongs to no trace.
      if PromiseTrace.clientSpan(named: "HEAD") != nil { tracer.inSpan("unexpected") {} }
    }
    let client = try #require(run["GET"])
    #expect(client.kind == .client && run.parent(of: "GET") == "outer")
    #expect(
      headers.withLock { $0 } == [
        "traceparent": "00-\(client.traceID)-\(client.spanID)-01", "tracestate": "memory=1",
      ])
    #expect(run.links.contains("fetch sent \(client.spanID)"))
    #expect(run["unexpected"] == nil && run.tracer.finished("HEAD").isEmpty)
  }

  @Test("A failed request has an error status")
  func failed() throws {
    let run = TracedRun { tracer in
      tracer.inSpan("outer") {
        PromiseTrace.clientSpan(named: "GET")?.end(with: Failure(description: "offline"))
      }
    }
    let client = try #require(run["GET"])
    #expect(client.status?.code == .error && client.errors.count == 1)
  }

  @Test("Without a tracer, a trace continues as it does without this product")
  func noTracer() {
    let seen = Mutex<[String?]>([])
    let simulation = Simulation(observers: [CountingObserver()])
    simulation.start {
      TracingObserver(tracer: NoOpTracer()).install(in: .current)
      PromiseTrace.continuing(traceparent: header) {
        after(label: "load", .milliseconds(1)).done {
          seen.withLock {
            $0 = [
              PromiseTrace.context?.traceparent,
              PromiseTrace.clientSpan(named: "GET")?.context?.traceID,
            ]
          }
        }
      }
    }
    simulation.run()
    #expect(seen.withLock { $0 } == [header, "0af7651916cd43dd8448eb211c80319c"])
  }
}
