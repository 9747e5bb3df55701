import CHost

/// The signals that the terminal, the shell and other processes send.
enum Signals {
  /// Has every signal that the interface answers written to `pipe`, and has a crash give the terminal
  /// back. Before the terminal is taken over.
  static func tell(_ pipe: WakePipe) { host_catch_signals(pipe.writing) }

  /// Has signals do again what they do by themselves: for a program that goes on without the screens.
  static func release() { host_release_signals() }

  /// From now on the first `^C` is noted, for work that can stop by itself; a second one kills.
  static func noteInterrupt() { host_note_interrupt() }

  /// Whether that `^C` has come.
  static var hasInterrupt: Bool { host_interrupted() }

  /// Somebody above has this process ignore the signal.
  static func isIgnored(_ number: Int32) -> Bool { host_ignores(number) }

  /// Stops the process as if nobody had caught SIGTSTP; returns when it goes on.
  static func stop() { host_stop(false) }

  /// Ends the process as the signal would have ended it, so that whoever waits for it sees why.
  static func die(of number: Int32) -> Never { host_die(number) }
}

/// Runs `body` on a thread of its own; answers whether it began. The thread has a stack for crash
/// handlers, so that even an overflow of its own gives the terminal back.
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
