import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Operating system threads. Dispatch would not start more threads than there are processors, and
/// does not let the program choose their stack size.
public enum Threads {
  /// Runs `body` on the given number of threads, passing their numbers from 0, and waits for all of
  /// them.
  public static func run(_ count: Int, body: @escaping @Sendable (Int) -> Void) {
    let threads = (0..<count).map { number in start(stack: nil) { body(number) } }
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Runs `body` on a thread with a stack of the given size, and waits for it.
  public static func run(stack: Int, body: @escaping @Sendable () -> Void) {
    pthread_join(start(stack: stack, body), nil)
  }

  fileprivate final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static func start(stack: Int?, _ body: @escaping @Sendable () -> Void) -> pthread_t {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let stack { pthread_attr_setstacksize(&attributes, stack) }
    let argument = Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = pthread_create(&thread, &attributes, entry, argument)
    precondition(status == 0, "no thread: \(status)")
    #if canImport(Darwin)
      guard let thread else { preconditionFailure("no thread") }
    #endif
    return thread
  }
}

#if canImport(Darwin)
  private func entry(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Threads.Body>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
#else
  private func entry(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<Threads.Body>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
#endif
