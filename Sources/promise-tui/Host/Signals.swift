import CHost

/// The signals that the terminal, the shell and other processes send.
enum Signals {
  /// Has every signal that the interface handles written to `pipe`, and has every other signal that
  /// ends the process restore the terminal. Call it before the terminal is taken over.
  static func forward(to pipe: WakePipe) { host_catch_signals(pipe.writing) }

  /// Has one more signal written to that pipe.
  static func forward(_ number: Int32) { host_catch_signal(number) }

  /// Restores the signals' default actions, for a command that goes on without the screen.
  static func release() { host_release_signals() }

  /// From now on, the first `^C` is recorded, for work that can stop itself; a second one ends the
  /// process.
  static func noteInterrupt() { host_note_interrupt() }

  /// Whether that `^C` has arrived.
  static var hasInterrupt: Bool { host_interrupted() }

  /// Whether the parent process made this process ignore the signal.
  static func isIgnored(_ number: Int32) -> Bool { host_ignores(number) }

  /// Stops the process as an uncaught SIGTSTP would; returns when it continues.
  static func stop() { host_stop(false) }

  /// Ends the process as the signal would have, so that its parent sees the reason.
  static func terminate(by number: Int32) -> Never { host_die(number) }
}

/// Runs `body` on a new thread; returns whether it started. The thread has a stack for signal
/// handlers, so that even a stack overflow restores the terminal.
func startThread(_ body: @escaping () -> Void) -> Bool {
  let work = Unmanaged.passRetained(Work(body: body))
  let began = host_start_thread(
    { context in
      guard let context else { return }
      Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
    }, work.toOpaque())
  if !began { work.release() }
  return began
}

private final class Work {
  let body: () -> Void

  init(body: @escaping () -> Void) { self.body = body }
}
