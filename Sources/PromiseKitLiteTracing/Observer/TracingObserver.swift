#if Tracing
  public import PromiseKitLite
  import Synchronization
  public import Tracing

  /// Makes spans of promises, with the tracer of swift-distributed-tracing.
  ///
  /// Install it at the start of the program, after the tracer:
  ///
  /// ```swift
  /// import PromiseKitLiteTracing
  /// import Tracing
  ///
  /// func traceChains(with tracer: any Tracer) {
  ///   InstrumentationSystem.bootstrap(tracer)
  ///   TracingObserver().install()
  /// }
  /// ```
  ///
  /// **What is a span.** A labeled promise begins a span, which covers it and the links that follow, until
  /// the last of them settles. `PromiseTrace.tag` is one span for the chains that begin in it, and
  /// `PromiseTrace.continuing` one for the chains of a received request. Every request of
  /// PromiseKitLiteFoundation is the span of a client. The promises of a span are events of it, with
  /// their labels and queues. Values are never part of a span.
  ///
  /// **Parents.** The parent of a span is the one of the current `ServiceContext`, which goes through
  /// handlers: a handler of a chain that has a span runs in that span, and any other handler runs in the
  /// span where its link was attached. Other values of the context are those from where the link was
  /// attached. Without a parent, a span begins a trace.
  ///
  /// **Identity.** When a span has started, the library posts the event `spanLinked` with the W3C IDs that
  /// the tracer injects, so promise-tui and the tracing backend show the same ones.
  ///
  /// Spans begin and end at the times of the events. A chain that is kept after it has settled, such as a
  /// cached one, ends its span up to a second later, but at the right time. The tracer is called on the
  /// threads of the events, with no lock held. An event that makes no span takes less than 100 ns.
  public final class TracingObserver: PromiseObserver {
    /// What spans contain, and how many there are.
    ///
    /// ```swift
    /// var options = TracingObserver.Options()
    /// options.includesErrors = false
    /// let tracing = TracingObserver(options: options)
    /// tracing.install()
    /// ```
    public struct Options: Sendable {
      /// Whether spans contain the text of errors, which may be secret.
      public var includesErrors = true
      /// Returns the text to use in place of a label, a tag, or the text of an error.
      public var redact: (@Sendable (String) -> String)?
      /// How many spans can be open at the same time. Chains that begin beyond that have none.
      public var mostSpans = 4096
      /// How many promises are remembered at the same time. A promise takes about a hundred bytes.
      public var mostPromises = 65_536

      /// Creates the standard options.
      public init() {}
    }

    let options: Options
    /// The tracer; `nil` means the one of the program.
    private let ownTracer: (any Tracer)?
    let members: ShardedTable<Member>
    let jobs: ShardedTable<Int64>
    let registry: SpanRegistry
    /// The number of promises that belong to a span; while it is 0, most events need no lookup.
    let memberCount = Atomic<Int>(0)
    private let queues = Mutex<[QueueID: String]>([:])
    private let home = Mutex<Home?>(nil)
    private let received = StripedCounter()
    private let knownSpanKeys = Mutex<[any ServiceContextKey.Type]?>(nil)

    /// The environment whose events it receives.
    struct Home: Sendable {
      weak let environment: PromiseEnvironment?
      let clock: EventClock
    }

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - tracer: The tracer; by default, the one with which the program has bootstrapped the
    ///     `InstrumentationSystem`.
    ///   - options: What spans contain, and how many there are.
    public init(tracer: (any Tracer)? = nil, options: Options = Options()) {
      ownTracer = tracer
      self.options = options
      members = ShardedTable(limit: options.mostPromises)
      jobs = ShardedTable(limit: options.mostPromises)
      registry = SpanRegistry(limit: options.mostSpans)
    }

    /// Adds the observer to an environment, and takes `ServiceContext` through the handlers of the
    /// promises that are created there from now on.
    ///
    /// An observer is for one environment; a second call has no effect.
    ///
    /// - Parameter environment: The environment: that of an ordinary program by default.
    public func install(in environment: PromiseEnvironment = .shared) {
      let isFirst = home.withLock { home in
        guard home == nil else { return false }
        home = Home(environment: environment, clock: EventClock(of: environment))
        return true
      }
      guard isFirst else { return }
      environment.carry(ServiceContextCarrier(for: self))
      environment.add(self, values: options.includesErrors ? .on : .off)
    }

    /// Ends all spans that are open, as spans whose promises were still pending, and makes no further
    /// ones. Call it before the tracer is shut down.
    ///
    /// ```swift
    /// let tracing = TracingObserver()
    /// defer { tracing.stop() }
    /// ```
    public func stop() {
      for span in registry.stop() where span.end() { span.finish(isStopped: true) }
    }

    public func receive(_ event: PromiseEvent) {
      received.count(on: event.thread)
      examine(event)
    }

    /// The number of events that were received.
    public var receivedEvents: Int { received.total }

    /// The number of spans that were started for chains and groups of chains.
    public var startedSpans: Int { registry.started }

    /// The number of spans that are open.
    public var openSpans: Int { registry.count }

    /// The number of chains that have no span because too many were open.
    public var chainsLeftOut: Int { registry.refused }

    /// The number of promises that were forgotten because there were too many.
    public var forgotten: Int { members.evictions + jobs.evictions }

    /// The number of promises and jobs that are remembered.
    package var remembered: Int { members.count + jobs.count }

    var tracer: any Tracer { ownTracer ?? InstrumentationSystem.tracer }

    /// The keys under which the tracer keeps its span in a context.
    var spanKeys: [any ServiceContextKey.Type] {
      if let known = knownSpanKeys.withLock({ $0 }) { return known }
      let keys = tracer.spanKeys
      knownSpanKeys.withLock { $0 = keys }
      return keys
    }

    /// The environment and the clock; `nil` before ``install(in:)``.
    var place: Home? { home.withLock { $0 } }

    /// Remembers the label of a queue, for a limited number of queues.
    func learn(_ queue: QueueID, _ label: String) {
      queues.withLock { if $0.count < 1000 { $0[queue] = label } }
    }

    /// Returns the name of a queue in spans.
    func name(of queue: QueueID) -> String {
      queues.withLock { $0[queue] } ?? queue.description
    }

    /// Returns a text of the program as spans contain it.
    func text(_ text: String) -> String { options.redact?(text) ?? text }
  }
#endif
