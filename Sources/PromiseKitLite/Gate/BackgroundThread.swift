import PromiseSystem

/// A thread that does not disturb the program: it handles none of its signals, and uses little
/// memory.
enum BackgroundThread {
  /// Runs `body` on a new thread. Returns `false` if no thread can be created.
  static func run(named name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    defer {
      pthread_attr_destroy(attributes)
      attributes.deallocate()
    }
    pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(attributes, 512 << 10)
    // The thread starts with the signals blocked that are blocked here: all except those of a
    // crash, and the one with which the runtime stops the threads of a crashed program.
    var (blocked, before) = (sigset_t(), sigset_t())
    sigfillset(&blocked)
    for signal in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGPROF] {
      sigdelset(&blocked, signal)
    }
    pthread_sigmask(SIG_SETMASK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let work = Unmanaged.passRetained(Work(name, body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = pthread_create(&thread, attributes, main, work)
    if status != 0 { Unmanaged<Work>.fromOpaque(work).release() }
    return status == 0
  }

  private final class Work: Sendable {
    let name: String
    let body: @Sendable () -> Void
    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
      (self.name, self.body) = (name, body)
    }
  }

  #if canImport(Darwin)
    private static let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      {
        let work = Unmanaged<Work>.fromOpaque($0).takeRetainedValue()
        pthread_setname_np(work.name)
        work.body()
        return nil
      }
  #else
    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      {
        guard let address = $0 else { return nil }
        let work = Unmanaged<Work>.fromOpaque(address).takeRetainedValue()
        let comm = systemOpen("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC, 0)
        systemWrite(comm, work.name, work.name.utf8.count)
        systemClose(comm)
        work.body()
        return nil
      }
  #endif
}
