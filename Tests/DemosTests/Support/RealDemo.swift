import Demos
import PromiseKitLite
import Testing

/// A demo that ran on Dispatch queues.
struct RealDemo {
  /// The events, in the order of their numbers.
  let events: [PromiseEvent]
  let isSettled: Bool

  /// Runs a demo until it is idle.
  init(_ demo: Demo, settings: [String]) async throws {
    let recorder = RecordingObserver()
    let knobs = try Knobs(demo, settings: settings)
    let (idle, continuation) = AsyncStream.makeStream(of: Void.self)
    let executor = WatchedExecutor(
      drainsMain: demo.drainsMain, whenIdle: { continuation.finish() })
    let environment = PromiseEnvironment(executor: executor, observers: [recorder])
    // A program begins on the main queue: a handler there runs only after all are attached.
    let run = await MainActor.run {
      executor.begin()
      defer { executor.end() }
      return demo.start(knobs: knobs, in: environment)
    }
    for await _ in idle {}
    isSettled = run.isSettled
    events = recorder.events.sorted { $0.sequence < $1.sequence }
  }

  /// Delays that make a run shorter than by default. The order of what happens at about the same
  /// time is not compared.
  static let short: [String: [String]] = [
    "login-fetch-submit": ["login=4", "fetch=4", "submit=4", "metrics=7"],
    "dashboard-race": ["profile=6", "posts=4", "ads=7", "cache=5", "timeout=8"],
    "login-fails": ["login=4"],
    "then-order": ["start=2", "handler=1"],
    "checkout-bug": ["order=2", "cart=4"],
    "lost-update": ["think=1"],
    "check-then-act": ["ann=2", "bob=4"],
    "zalgo": ["tap=200", "prefetch=2"],
    "forgotten-return": ["write=2", "pause=6"],
    // On Dispatch queues, main would block forever if parse arrived there after show.
    "wait-on-main": ["fetch=2", "tap=4", "parse=side"],
    "race-against-timeout": ["answer=2", "timeout=40"],
    // On Dispatch queues as well, a circle would wait forever.
    "pool-circle": ["size=3"],
    // Fan-in.
    "all": ["ann=6", "bob=2", "cid=4"],
    "all-fails": ["animation=20", "order=2"],
    "all-settled": ["a=6", "b=2", "c=4"],
    "race": ["a=2", "b=20"],
    "any": ["near=4", "far=6", "old=2"],
    "losers": ["near=2", "far=20"],
    "lost-errors": ["submit=2"],
    "nested": ["near-text=2", "near-image=30", "far-text=20", "far-image=10"],
    "empty": ["search=2"],
    "error-and-cancel": ["refuse=2", "cancel=20"],
    "one-after-another": ["part=2"],
    // Queues.
    "default-main": ["answer=2"],
    "there-and-back": ["fetch=2", "parse=2"],
    "serial-and-concurrent": [],
    "two-queues": ["slow=20", "quick=2"],
    "slow-main": ["parse=4", "tap=10"],
    "ping-pong": ["busy=1"],
    "starvation": ["thumbnail=4", "save=2"],
    "overtaking": ["page=2", "handler=1"],
    "deep-inline": [],
    // The main queue is drained in the tests.
    "nobody-drains-main": ["request=2", "queue=work"],
    // Stories.
    "authority": ["answer=2"],
    "cache-or-fetch": ["read=2", "fetch=4"],
    "image-pipeline": ["images=3", "decode=4"],
    "checkout": ["bank=4", "patience=2000"],
    "upload": ["files=5"],
    // Errors, the second half.
    "where-from": ["step=2"],
    "always-and-cancel": ["page=5000", "leave=2"],
    "every-outcome": ["answer=2"],
    "no-catch": ["write=2"],
    "validate": ["form=2"],
    // Time.
    "after": ["steep=4", "stir=1"],
    "delay": ["ask=2", "hold=4", "pause=6"],
    "retry": ["wait=2"],
    "debounce": ["quiet=4", "rest=40"],
    "timer-left-behind": ["answer=2", "limit=40"],
    // Lifetime; demos in which something never settles are run with settings in which it does.
    "cancel-chain": ["load=30", "close=4"],
    "owner-gone": ["fetch=20", "close=2"],
    "freed-pending": ["tap=4"],
    "never-resolved": ["tap=4", "tap-on=ok"],
    "loop": ["page=1"],
    // Mistakes.
    "branching": ["ask=2"],
    "dead-link": ["load=2", "page=tea"],
    "callback-twice": ["cache=2", "net=8"],
    "resolve-twice": ["value=2", "error=8"],
    "error-as-value": ["ask=2"],
    "pyramid": ["request=1"],
    "constructor-antipattern": ["load=2", "close=30"],
    "adoption-cycle": ["start=2"],
  ]
}
