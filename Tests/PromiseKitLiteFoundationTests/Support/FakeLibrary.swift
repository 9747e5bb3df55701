import PromiseKitLite
import Synchronization

/// A tracing library with one span.
final class FakeLibrary: TraceCarrier {
  static let header = "00-11111111111111111111111111111111-2222222222222222-01"

  private let lines = Mutex<[String]>([])
  /// What it was told.
  var said: [String] { lines.withLock { $0 } }

  var traceContext: PromiseEvent.TraceContext? { .init(traceparent: Self.header) }

  func capture() -> Int? { nil }

  func bind<R>(_: Int?, for _: PromiseID?, _ body: () throws -> R) rethrows -> R { try body() }

  func beginRequest(
    named name: String, _ attributes: [String: PromiseTrace.Attribute]
  ) -> PromiseTrace.ClientSpan? {
    let texts = attributes.sorted { $0.key < $1.key }.map { key, value in
      switch value {
      case .text(let text): "\(key)=\(text)"
      case .number(let number): "\(key)=\(number)"
      }
    }
    lines.withLock { $0.append(([name] + texts).joined(separator: " ")) }
    return PromiseTrace.ClientSpan(
      context: traceContext,
      headers: ["traceparent": Self.header, "tracestate": "library=1"]
    ) { outcome in
      let line =
        switch outcome {
        case .answered(let status): "answered \(status.map(String.init) ?? "-")"
        case .failed(let error): "failed \(error)"
        }
      self.lines.withLock { $0.append(line) }
    }
  }

  func continuing<R>(_ headers: [String: String], _ body: () throws -> R) rethrows -> R {
    try body()
  }

  func continuing<R>(
    _ headers: [String: String], isolation: isolated (any Actor)?, _ body: () async throws -> R
  ) async rethrows -> R {
    try await body()
  }

  func tagged<R>(_ tag: String, _ body: () throws -> R) rethrows -> R { try body() }

  func tagged<R>(
    _ tag: String, isolation: isolated (any Actor)?, _ body: () async throws -> R
  ) async rethrows -> R {
    try await body()
  }
}
