#if Tracing
  import PromiseKitLite
  import Tracing

  // The headers in which a tracer passes its contexts to other processes.

  extension Tracer {
    /// Returns the headers that the tracer writes for a context.
    func headers(of context: ServiceContext) -> [String: String] {
      var headers: [String: String] = [:]
      inject(context, into: &headers, using: HeaderInjector())
      return headers
    }

    /// Returns the W3C identity of the span of a context; `nil` if the tracer has none.
    func traceContext(of context: ServiceContext) -> PromiseEvent.TraceContext? {
      PromiseEvent.TraceContext(headers: headers(of: context))
    }

    /// Returns `context` with what the tracer reads from headers.
    func context(_ context: ServiceContext, reading headers: [String: String]) -> ServiceContext {
      var context = context
      extract(headers, into: &context, using: HeaderExtractor())
      return context
    }

    /// The keys under which the tracer keeps its span in a context: those that it sets for the header
    /// of a request.
    var spanKeys: [any ServiceContextKey.Type] {
      let header = "00-00000000000000000000000000000001-0000000000000001-00"
      var keys: [any ServiceContextKey.Type] = []
      context(.topLevel, reading: ["traceparent": header]).forEach { key, _ in
        if let type = key.keyType as? any ServiceContextKey.Type { keys.append(type) }
      }
      return keys
    }
  }

  extension PromiseEvent.TraceContext {
    /// Reads the header `traceparent`, whatever its case is.
    init?(headers: [String: String]) {
      guard let name = headers.keys.first(where: { $0.lowercased() == "traceparent" }),
        let header = headers[name]
      else { return nil }
      self.init(traceparent: header)
    }
  }

  extension ServiceContext {
    /// Returns the same context with the values that `other` has for some keys.
    func replacing(
      _ keys: [any ServiceContextKey.Type], from other: ServiceContext
    ) -> ServiceContext {
      var context = self
      for key in keys { copy(key, from: other, to: &context) }
      return context
    }

    private func copy<Key: ServiceContextKey>(
      _ key: Key.Type, from other: ServiceContext, to context: inout ServiceContext
    ) {
      context[key] = other[key]
    }
  }

  private struct HeaderInjector: Injector {
    func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) {
      carrier[key] = value
    }
  }

  private struct HeaderExtractor: Extractor {
    func extract(key: String, from carrier: [String: String]) -> String? {
      carrier[key] ?? carrier[key.lowercased()]
    }
  }
#endif
