import Dispatch
import PromiseKitLite
import PromiseSimulation
import Synchronization

/// A question about order that is often asked about JavaScript, as a function and as a simulation.
struct JavaScriptPuzzle: Sendable {
  let title: String
  let javaScript: String
  let program: @Sendable () -> Void

  init(_ title: String, _ javaScript: String, _ program: @escaping @Sendable () -> Void) {
    self.title = title
    self.javaScript = "(log) => {\n\(javaScript)\n}"
    self.program = program
  }
}

private func log(_ text: String) { PromiseTrace.note(text) }

/// Logs the numbers from 1 to `count`, each in a link of one chain.
private func links(_ count: Int) {
  var chain = Promise.value(())
  for number in 1...count { chain = chain.done { log("\(number)") } }
}

/// Runs `body` on a queue of the event loop.
private func enqueue(_ queue: LoopQueue, _ body: @escaping @Sendable () -> Void) {
  Promise<Void>(root: .async, label: nil, at: .unknown).enqueueJob(on: queue, label: "job") { _ in
    body()
    return .value(())
  }
}

/// The same chain in JavaScript.
private let linksInJavaScript = """
  const links = count => {
    let chain = Promise.resolve();
    for (let i = 1; i <= count; i++) chain = chain.then(() => log(String(i)));
  };
  """

extension JavaScriptPuzzle {
  // An async function runs to its first await immediately; what follows an await of a promise is a
  // handler of that promise.
  static let all: [JavaScriptPuzzle] = asyncFunctions + adoptions + errors + queues

  private static let asyncFunctions = [
    JavaScriptPuzzle(
      "an async function that awaits another one, beside a chain and a timer",
      """
      const inner = async () => { log('inner'); };
      const outer = async () => { log('outer'); await inner(); log('outer ends'); };
      log('begin'); setTimeout(() => log('timer'), 0); outer();
      new Promise(f => { log('body'); f(); }).then(() => log('then'));
      log('end');
      """
    ) {
      log("begin")
      after(.milliseconds(0)).done { log("timer") }
      log("outer")
      log("inner")
      _ = Promise.value(()).done { log("outer ends") }
      _ = Promise<Void> { seal in
        log("body")
        seal.fulfill(())
      }.done { log("then") }
      log("end")
    },
    JavaScriptPuzzle(
      "return await against returning a promise",
      """
      \(linksInJavaScript)
      const adopts = async () => Promise.resolve('adopts');
      const awaits = async () => await Promise.resolve('awaits');
      adopts().then(log); awaits().then(log); links(5);
      """
    ) {
      _ = Promise<String> { $0.resolve(Promise.value("adopts")) }.done { log($0) }
      _ = Promise.value("awaits").map { $0 }.done { log($0) }
      links(5)
    },
    JavaScriptPuzzle(
      "two loops of awaits take turns",
      """
      const loop = async name => { for (let i = 1; i <= 3; i++) { await null; log(name + i); } log(name + ' ends'); };
      loop('a'); loop('b').then(() => log('after b')); log('sync');
      """
    ) {
      func loop(_ name: String) -> Promise<Void> {
        Promise.value(()).done { log("\(name)1") }.done { log("\(name)2") }.done {
          log("\(name)3")
          log("\(name) ends")
        }
      }
      _ = loop("a")
      _ = loop("b").done { log("after b") }
      log("sync")
    },
    JavaScriptPuzzle(
      "forEach with async functions does not wait",
      """
      [1, 2, 3].forEach(async n => { log('begin ' + n); await Promise.resolve(); log('end ' + n); });
      log('done'); Promise.resolve().then(() => log('later'));
      """
    ) {
      for number in 1...3 {
        log("begin \(number)")
        _ = Promise.value(()).done { log("end \(number)") }
      }
      log("done")
      _ = Promise.value(()).done { log("later") }
    },
    JavaScriptPuzzle(
      "sequential and parallel awaits of timers",
      """
      const sleep = (ms, v) => new Promise(f => setTimeout(f, ms, v));
      (async () => { log(await sleep(3, 's1')); log(await sleep(3, 's2')); })();
      (async () => { const [a, b] = [sleep(4, 'p1'), sleep(5, 'p2')]; log(await a); log(await b); })();
      """
    ) {
      @Sendable func sleep(_ time: Int, _ value: String) -> Promise<String> {
        after(.milliseconds(time)).map { value }
      }
      _ = sleep(3, "s1").then { text in
        log(text)
        return sleep(3, "s2")
      }.done { log($0) }
      let (first, second) = (sleep(4, "p1"), sleep(5, "p2"))
      _ = first.then { text in
        log(text)
        return second
      }.done { log($0) }
    },
  ]

  private static let adoptions = [
    JavaScriptPuzzle(
      "an adoption inside an adoption, beside a chain",
      """
      \(linksInJavaScript)
      Promise.resolve().then(() => Promise.resolve().then(() => Promise.resolve('deep'))).then(log);
      Promise.resolve().then(() => Promise.resolve('flat')).then(log);
      links(8);
      """
    ) {
      _ = Promise.value(()).then { Promise.value(()).then { Promise.value("deep") } }.done {
        log($0)
      }
      _ = Promise.value(()).then { Promise.value("flat") }.done { log($0) }
      links(8)
    },
    JavaScriptPuzzle(
      "a promise resolved with a promise, against that promise itself",
      """
      \(linksInJavaScript)
      const p = Promise.resolve('own');
      new Promise(f => f(p)).then(v => log('resolved with ' + v));
      Promise.resolve(p).then(v => log('the ' + v));
      p.then(v => log('then of ' + v));
      links(4);
      """
    ) {
      let own = Promise.value("own")
      _ = Promise<String> { $0.resolve(own) }.done { log("resolved with \($0)") }
      _ = own.done { log("the \($0)") }
      _ = own.done { log("then of \($0)") }
      links(4)
    },
    JavaScriptPuzzle(
      "a thenable, whose then is called in a microtask of its own",
      """
      \(linksInJavaScript)
      Promise.resolve({ then(f) { log('then is called'); f('thenable'); } }).then(log);
      links(4); log('sync');
      """
    ) {
      let (promise, seal) = Promise<String>.pending()
      _ = promise.done { log($0) }
      enqueue(.microtasks) {
        log("then is called")
        seal.fulfill("thenable")
      }
      links(4)
      log("sync")
    },
  ]

  private static let errors = [
    JavaScriptPuzzle(
      "two cleanups on an error, one of which returns a promise",
      """
      \(linksInJavaScript)
      Promise.reject(1).finally(() => log('first')).finally(() => { log('second'); return Promise.resolve(); })
        .catch(e => log('caught ' + e));
      links(12);
      """
    ) {
      Promise<Void>(error: Failure(number: 1)).ensure { log("first") }
        .ensureThen {
          log("second")
          return Guarantee.value(())
        }.catch { log("caught \($0)") }
      links(12)
    },
    JavaScriptPuzzle(
      "all, allSettled, race and any of inputs that have settled",
      """
      \(linksInJavaScript)
      const good = Promise.resolve(1), bad = Promise.reject(2);
      Promise.all([good, bad]).then(() => log('all'), e => log('all !' + e));
      Promise.allSettled([good, bad]).then(a => log('allSettled ' + a.length));
      Promise.race([bad, good]).then(() => log('race'), e => log('race !' + e));
      Promise.any([bad, good]).then(v => log('any ' + v));
      Promise.any([bad]).catch(() => log('none'));
      Promise.all([good, good]).then(a => log('both ' + a.length));
      links(5);
      """
    ) {
      let (good, bad) = (Promise.value(1), Promise<Int>(error: Failure(number: 2)))
      _ = when(fulfilled: [good, bad]).then(
        fulfilled: { _ in log("all") }, rejected: { log("all !\($0)") })
      _ = when(resolved: [good, bad]).done { log("allSettled \($0.count)") }
      _ = race([bad, good]).then(
        fulfilled: { _ in log("race") }, rejected: { log("race !\($0)") })
      _ = race(fulfilled: [bad, good]).done { log("any \($0)") }
      race(fulfilled: [bad]).catch { _ in log("none") }
      _ = when(fulfilled: [good, good]).done { log("both \($0.count)") }
      links(5)
    },
    JavaScriptPuzzle(
      "a rejection that only a fan-in, an adoption, or a cleanup receives",
      """
      const bad = n => Promise.reject(n);
      Promise.all([bad(1), bad(2)]);
      new Promise(f => f(bad(3))).catch(() => log('caught 3'));
      bad(4).finally(() => bad(5));
      Promise.allSettled([bad(6)]); Promise.any([bad(7)]);
      const late = bad(8); setTimeout(() => late.catch(() => log('caught 8')), 3);
      Promise.resolve().then(() => bad(9));
      """
    ) {
      @Sendable func bad(_ number: Int) -> Promise<Int> { Promise(error: Failure(number: number)) }
      _ = when(fulfilled: [bad(1), bad(2)])
      Promise<Int> { $0.resolve(bad(3)) }.catch { _ in log("caught 3") }
      // A cleanup handler cannot fail here; a handler of the error that returns a rejected promise can.
      _ = bad(4).recover { _ in bad(5) }
      _ = when(resolved: [bad(6)])
      _ = race(fulfilled: [bad(7)])
      let late = bad(8)
      after(.milliseconds(3)).done { late.catch { _ in log("caught 8") } }
      _ = Promise.value(()).then { bad(9) }
    },
    JavaScriptPuzzle(
      "chains with catch take turns with chains without errors",
      """
      Promise.reject(1).then(() => log('a1')).catch(() => log('a2')).then(() => log('a3'));
      Promise.resolve().then(() => log('b1')).catch(() => log('b2')).then(() => log('b3'));
      Promise.resolve().then(() => { throw 2; }).catch(e => log('c ' + e)).then(() => log('c3'));
      """
    ) {
      let none: @Sendable () -> Void = {}
      _ = Promise<Void>(error: Failure(number: 1)).done { log("a1") }
        .then(fulfilled: none, rejected: { _ in log("a2") }).done { log("a3") }
      _ = Promise.value(()).done { log("b1") }
        .then(fulfilled: none, rejected: { _ in log("b2") }).done { log("b3") }
      _ = Promise.value(()).done { throw Failure(number: 2) }
        .then(fulfilled: none, rejected: { log("c \($0)") }).done { log("c3") }
    },
  ]

  private static let queues = [
    JavaScriptPuzzle(
      "ticks, microtasks and immediates, each of which enqueues another",
      """
      setImmediate(() => { log('immediate'); process.nextTick(() => log('tick of it')); Promise.resolve().then(() => log('then of it')); });
      setImmediate(() => log('next immediate'));
      process.nextTick(() => { log('tick'); process.nextTick(() => log('second tick')); Promise.resolve().then(() => log('then of tick')); });
      Promise.resolve().then(() => { log('then'); process.nextTick(() => log('tick of then')); }).then(() => log('second then'));
      queueMicrotask(() => log('microtask'));
      """
    ) {
      enqueue(.immediates) {
        log("immediate")
        enqueue(.nextTick) { log("tick of it") }
        _ = Promise.value(()).done { log("then of it") }
      }
      enqueue(.immediates) { log("next immediate") }
      enqueue(.nextTick) {
        log("tick")
        enqueue(.nextTick) { log("second tick") }
        _ = Promise.value(()).done { log("then of tick") }
      }
      _ = Promise.value(()).done {
        log("then")
        enqueue(.nextTick) { log("tick of then") }
      }.done { log("second then") }
      enqueue(.microtasks) { log("microtask") }
    },
    JavaScriptPuzzle(
      "a handler that settles a promise runs before the handlers of that promise",
      """
      let settle; const p = new Promise(f => settle = f);
      p.then(() => log('first of p')); p.then(() => log('second of p'));
      Promise.resolve().then(() => { log('settles'); settle(); log('settled'); }).then(() => log('next link'));
      Promise.resolve().then(() => log('beside')).then(() => log('beside 2'));
      """
    ) {
      let (promise, seal) = Promise<Void>.pending()
      _ = promise.done { log("first of p") }
      _ = promise.done { log("second of p") }
      _ = Promise.value(()).done {
        log("settles")
        seal.fulfill(())
        log("settled")
      }.done { log("next link") }
      _ = Promise.value(()).done { log("beside") }.done { log("beside 2") }
    },
  ]
}
