import PromiseKitLite

/// A dispatcher that handles closures as it is configured to.
struct Custom: Dispatcher {
  let run: @Sendable (@escaping @Sendable () -> Void) -> Void
  init(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) { self.run = run }
  func dispatch(_ body: @escaping @Sendable () -> Void) { run(body) }
}
