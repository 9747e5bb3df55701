#if Metrics
  internal import Metrics
  internal import PromiseKitLite

  /// The metrics of the promises with one label.
  final class LabelMetrics: Sendable {
    let fulfilled: Counter
    let rejected: Counter
    let cancelled: Counter
    let freed: Counter
    let handlerTime: Timer

    init(_ label: String, _ maker: MetricMaker) {
      let label = maker.dimension("label", label)
      fulfilled = maker.counter("settled", [label, ("outcome", "fulfilled")])
      rejected = maker.counter("settled", [label, ("outcome", "rejected")])
      cancelled = maker.counter("settled", [label, ("outcome", "cancelled")])
      freed = maker.counter("settled", [label, ("outcome", "freed")])
      handlerTime = maker.timer("handler.time", [label])
    }

    func count(_ outcome: PromiseEvent.Outcome) {
      switch outcome {
      case .fulfilled: fulfilled.increment()
      case .rejected: rejected.increment()
      case .cancelled: cancelled.increment()
      }
    }
  }

  /// Creates metrics with names that begin alike.
  struct MetricMaker: Sendable {
    let prefix: String
    let factory: any MetricsFactory

    func counter(_ name: String, _ dimensions: [(String, String)] = []) -> Counter {
      Counter(label: "\(prefix).\(name)", dimensions: dimensions, factory: factory)
    }

    func timer(_ name: String, _ dimensions: [(String, String)]) -> Timer {
      Timer(label: "\(prefix).\(name)", dimensions: dimensions, factory: factory)
    }

    func meter(_ name: String) -> Meter { Meter(label: "\(prefix).\(name)", factory: factory) }

    /// Returns a dimension whose value is a text of the program: in one line, and not longer than an
    /// event shows of a value.
    func dimension(_ name: String, _ text: String) -> (String, String) {
      (name, sanitized(text.utf8.count <= 480 ? text : String(text.prefix(120)) + "…"))
    }
  }
#endif
