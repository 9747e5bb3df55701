import PromiseKitLite

/// A dispatcher that does with a closure what it is told.
struct Custom: Dispatcher {
  let run: @Sendable (@escaping @Sendable () -> Void) -> Void
  init(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) { self.run = run }
  func dispatch(_ body: @escaping @Sendable () -> Void) { run(body) }
}
