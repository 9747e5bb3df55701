import PromiseKitLite

@testable import PromiseGraph
@testable import PromiseInsight

/// The traces of a shop and a store, whose requests the shop sends and the store handles.
struct TwoServices {
  var shop = EventStream()
  var store = EventStream()
  private var requests = 0
  private var handlings = 0

  /// Creates services whose clocks differ by so many milliseconds.
  init(ahead: Double = 0) {
    shop.declare(1, "main")
    store.time = ahead
    store.declare(1, "main")
    store.declare(2, "ledger")
  }

  static func context(_ number: Int) -> PromiseEvent.TraceContext {
    let digits = String(String(number + 0x1_0000_0000, radix: 16).suffix(8))
    return .init(readable: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa\(digits)-01")
  }

  /// A request of the shop, with the true times in milliseconds at which it is sent and received, its handling has
  /// settled, and the answer arrives; the clock of the store is `ahead` by so many milliseconds.
  mutating func request(
    sent: Double, received: Double, settled: Double?, answered: Double?, ahead: Double = 0,
    outcome: PromiseEvent.Outcome = .fulfilled
  ) {
    requests += 2
    handlings += 2
    let (request, handling) = (PromiseID(requests - 1), PromiseID(handlings - 1))
    let context = Self.context(requests)
    shop.time = sent
    shop.create(request, .pending, "charge", line: 20)
    shop.post(.spanLinked(promise: request, context: context, role: .sent))
    shop.link(PromiseID(requests), .then, "receipt", to: request, on: 1)
    store.time = received + ahead
    store.create(handling, .body, "handle", line: 20)
    store.post(.spanLinked(promise: handling, context: context, role: .received))
    store.link(PromiseID(handlings), .then, "book", to: handling, on: 2)
    if let settled {
      store.time = settled + ahead
      store.settle(handling, outcome, "booked")
    }
    if let answered {
      shop.time = answered
      shop.settle(request, outcome, "booked")
    }
  }

  static func header(
    _ title: String?, pid: Int? = nil, boot: String? = "a", zero: Int64 = 1_000_000_000,
    unix: Int64 = 1_790_000_000_000_000_000
  ) -> TraceHeader {
    var header = TraceHeader(isVirtual: false, title: title)
    header.pid = pid
    header.origin = boot.map { .init(boot: $0, monotonic: zero, unix: unix) }
    return header
  }

  /// The merged events of both, each with its header.
  func merged(_ first: TraceHeader? = nil, _ second: TraceHeader? = nil) -> Merged {
    var merger = ProcessMerger()
    _ = merger.add(first ?? Self.header("shop", pid: 7), named: "")
    _ = merger.add(second ?? Self.header("store", pid: 8), named: "")
    merger.append(shop.events, to: 0)
    merger.append(store.events, to: 1)
    merger.finish(0)
    merger.finish(1)
    let events = merger.take(waits: true)
    return Merged(events: events, merger: merger)
  }

  struct Merged {
    var events: [PromiseEvent]
    var merger: ProcessMerger
    var graph: Graph { Graph(events) }

    /// The newest uncertainty of a process.
    func uncertainty(_ process: ProcessID) -> Int64? { graph.process(process)?.uncertainty }

    /// The times of the events with that name, in milliseconds.
    func times(_ name: PromiseEvent.Kind.Name) -> [Double] {
      events.filter { $0.kind.name == name }.map { Double($0.time) / 1e6 }
    }

    /// Whether the sending of each request comes before its handling, which is the other way round in no event.
    var isCausal: Bool {
      var sent: Set<String> = []
      for event in events {
        guard case .spanLinked(_, let context, let role) = event.kind else { continue }
        if role == .sent { sent.insert(context.spanID) }
        if role == .received, !sent.contains(context.spanID) { return false }
      }
      return true
    }
  }
}
