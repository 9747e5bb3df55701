import InMemoryTracing
import PromiseKitLite
import PromiseKitLiteTracing
import PromiseSimulation
import Tracing

/// A program in a simulation whose promises are traced.
struct TracedRun {
  let tracer = W3CTracer()
  let observer: TracingObserver
  let recorder = RecordingObserver()

  /// Runs a program until nothing is left to happen.
  init(
    _ options: TracingObserver.Options = .init(), stops: Bool = false,
    _ body: (W3CTracer) -> Void
  ) {
    observer = TracingObserver(tracer: tracer, options: options)
    let simulation = Simulation(observers: [recorder])
    simulation.start { [observer, tracer] in
      observer.install(in: .current)
      body(tracer)
    }
    simulation.run()
    if stops { observer.stop() }
  }

  /// The names of the spans that have ended, in that order.
  var names: [String] { tracer.memory.finishedSpans.map(\.operationName) }

  /// The only span with a name.
  subscript(name: String) -> FinishedInMemorySpan? {
    let spans = tracer.finished(name)
    return spans.count == 1 ? spans[0] : nil
  }

  /// The name of the span's parent; `nil` if there is none.
  func parent(of name: String) -> String? {
    guard let parent = self[name]?.parentSpanID else { return nil }
    return tracer.memory.finishedSpans.first { $0.spanID == parent }?.operationName ?? parent
  }

  /// The events `spanLinked`, as label, role and span.
  var links: [String] {
    var labels: [PromiseID: String] = [:]
    return recorder.events.compactMap { event in
      if case .created(let creation) = event.kind { labels[creation.promise] = creation.label }
      guard case .spanLinked(let promise, let context, let role) = event.kind else { return nil }
      return "\(labels[promise] ?? "-") \(role.rawValue) \(context.spanID)"
    }
  }
}

extension FinishedInMemorySpan {
  /// When it began and ended, in milliseconds of the simulation.
  var milliseconds: [Double] {
    [startInstant, endInstant].map { Double($0.nanosecondsSinceEpoch) / 1e6 }
  }

  /// An attribute as text.
  func text(_ name: String) -> String? {
    attributes.get(name).map { attribute in
      switch attribute {
      case .string(let text): text
      case .int64(let number): "\(number)"
      case .double(let number): "\(number)"
      case .bool(let bool): "\(bool)"
      default: "\(attribute)"
      }
    }
  }

  /// The values of an attribute of its events with a name.
  func events(_ name: String, _ attribute: String) -> [String] {
    events.filter { $0.name == name }.map { event in
      if case .string(let text)? = event.attributes.get(attribute) { text } else { "-" }
    }
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String
}
