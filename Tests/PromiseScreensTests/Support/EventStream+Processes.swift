import PromiseGraph
import PromiseInsight
import PromiseKitLite

extension EventStream {
  /// A shop that sends two requests to a store on another machine, whose clock is an hour ahead; the second one is
  /// not answered yet.
  static let shopAndStore: [PromiseEvent] = {
    let streams = [shop, store]
    var merger = ProcessMerger()
    for (index, stream) in streams.enumerated() {
      var header = TraceHeader(isVirtual: false, title: index == 0 ? "shop" : "store")
      header.pid = 4710 + index
      header.origin = .init(
        boot: "\(index)", monotonic: 1_000_000_000, unix: Int64(index) * 3_600_000_000_000)
      guard let process = merger.add(header, named: "") else { continue }
      merger.append(stream.events, to: process)
      merger.finish(process)
    }
    return merger.take(waits: true)
  }()

  private static func context(_ number: Int) -> PromiseEvent.TraceContext {
    .init(readable: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0000000\(number)-01")
  }

  private static var shop: EventStream {
    var stream = EventStream()
    stream.at(0, thread: 1)
    stream.queue(1, "main")
    stream.queue(2, "decode")
    stream.root(1, "charge", .pending, line: 10)
    stream.post(.spanLinked(promise: 1, context: context(1), role: .sent))
    stream.link(2, on: 1, .then, "receipt", queue: 2, line: 11)
    stream.at(30, thread: 2)
    stream.fulfill(1, "paid")
    stream.enqueue(1, 2, on: 2)
    stream.at(31, thread: 2, queue: 2)
    stream.start(1, 2, on: 2)
    stream.at(38, thread: 2, queue: 2)
    stream.end(1, 2, on: 2)
    stream.fulfill(2, "receipt 7")
    stream.at(40, thread: 1)
    stream.root(3, "ship", .pending, line: 20)
    stream.post(.spanLinked(promise: 3, context: context(2), role: .sent))
    stream.link(4, on: 3, .done, "show", queue: 1, line: 21)
    return stream
  }

  private static var store: EventStream {
    var stream = EventStream()
    stream.at(3_600_004, thread: 1)
    stream.queue(1, "main")
    stream.queue(2, "ledger")
    stream.root(1, "handle charge", .body, line: 10)
    stream.post(.spanLinked(promise: 1, context: context(1), role: .received))
    stream.link(2, on: 1, .map, "book", queue: 2, line: 11)
    stream.at(3_600_010, thread: 3)
    stream.enqueue(1, 2, on: 2)
    stream.at(3_600_012, thread: 3, queue: 2)
    stream.start(1, 2, on: 2)
    stream.at(3_600_025, thread: 3, queue: 2)
    stream.end(1, 2, on: 2)
    stream.fulfill(1, "booked")
    stream.fulfill(2, "booked")
    stream.at(3_600_043, thread: 1)
    stream.root(3, "handle ship", .body, line: 20)
    stream.post(.spanLinked(promise: 3, context: context(2), role: .received))
    stream.link(4, on: 3, .map, "pack", queue: 2, line: 21)
    stream.at(3_600_050, thread: 3)
    stream.enqueue(2, 4, on: 2)
    stream.at(3_600_052, thread: 3, queue: 2)
    stream.start(2, 4, on: 2)
    return stream
  }
}
