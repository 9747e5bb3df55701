import CNcurses
import Dispatch
import PromiseScreens

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Puts the interface on a thread of its own, and leaves the main thread to Dispatch, so that the
/// main queue is free for demos that run on real queues.
enum Interface {
  /// Shows the screens until the user leaves, and ends the process as the way of leaving asks.
  ///
  /// - Throws: why there is no screen, before anything was changed.
  static func run(
    theme: Theme, opening name: String?, state: (Size) -> State,
    open: @escaping @Sendable (String, Outlet) -> any Feed
  ) throws(StartFailure) -> Never {
    guard let pipe = WakePipe() else { throw .failed }
    cn_catch_signals(pipe.writing)
    let terminal = try Terminal(theme: theme)
    let loop = InterfaceLoop(
      state: state(terminal.currentSize()), terminal: terminal, pipe: pipe,
      mailbox: Mailbox(wake: { pipe.wake() }), open: open)
    let work = Unmanaged.passRetained(Work(loop: loop, terminal: terminal, demo: name))
    let began = cn_start_thread(
      { context in
        guard let context else { return }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
      }, work.toOpaque())
    guard began else {
      work.release()
      terminal.end()
      throw .failed
    }
    dispatchMain()
  }

  /// What the thread of the interface is given.
  private final class Work {
    let loop: InterfaceLoop
    let terminal: Terminal
    let demo: String?

    init(loop: InterfaceLoop, terminal: Terminal, demo: String?) {
      self.loop = loop
      self.terminal = terminal
      self.demo = demo
    }

    func run() -> Never {
      let departure = loop.run(opening: demo)
      terminal.end()
      switch departure {
      case .quit: exit(EXIT_SUCCESS)
      case .inputEnded:
        Output.complain("standard input is at its end")
        exit(EXIT_SUCCESS)
      case .signal(let number): cn_die(number)
      }
    }
  }
}
