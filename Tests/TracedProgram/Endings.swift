import CForking
import Dispatch
import PromiseKitLite
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A chain, and then, after a delay, the signal that a crash sends: `crash [MILLISECONDS]`.
func crash(_ words: [String]) {
  chain([])
  work(for: .milliseconds(words.first.flatMap { Int($0) } ?? 100))
  // The first signal is handled by the backtracer, which lets the program continue and crash again.
  kill(getpid(), SIGSEGV)
  kill(getpid(), SIGSEGV)
}

/// A chain, and then an exit: `exit STATUS`.
func exitWithStatus(_ words: [String]) {
  chain([])
  exit(words.first.flatMap { Int32($0) } ?? 0)
}

/// A forked process creates promises too: `fork`. Each process reports how it went.
func forkAndGoOn(_ words: [String]) {
  chain([])
  // Swift's runtime locks the first use of a type, and another thread may hold that lock when this process is forked.
  finish(Promise.value("before").done(on: nil) { _ in })
  print("", terminator: "")
  let child = forking_fork()
  if child == 0 {
    finish(Promise.value("child").done(label: "in the child", on: nil) { _ in })
    finish(Promise.value("child").done(label: "in the child", on: nil) { _ in })
    print("the child is done")
    exit(0)
  }
  var status: Int32 = 0
  waitpid(child, &status, 0)
  finish(Promise.value("parent").done(label: "in the parent", on: nil) { _ in })
  print("the parent is done: \(status)")
}

/// A process that is made by the system call alone, and exits; its parent goes on.
func forkRaw(_ words: [String]) {
  chain(["200"])
  let child = forking_raw_fork()
  if child == 0 { exit(0) }
  var status: Int32 = 0
  waitpid(child, &status, 0)
  chain(["2000"])
  print("the parent is done: \(status)")
}

/// A program that leaves a process behind, which goes on without it. Prints the number of that process.
func forkAndLeave(_ words: [String]) {
  chain([])
  let child = forking_fork()
  if child == 0 {
    close(1)
    close(2)
    sleep(60)
    _exit(0)
  }
  print(child)
}

/// An unhandled error, and a promise that is resolved twice.
func mistakes(_ words: [String]) {
  struct Offline: Error {}
  _ = Promise<Int>(label: "lost", error: Offline())
  let (promise, seal) = Promise<Int>.pending()
  seal.fulfill(1)
  seal.fulfill(2)
  finish(promise)
}

/// Lines on both streams, between the steps of a chain: `print [LINES]`.
func printLines(_ words: [String]) {
  for number in 1...max(1, words.first.flatMap { Int($0) } ?? 3) {
    finish(
      Promise.value(number).done(label: "print \(number)", on: nil) { number in
        print("line \(number)")
        fflush(nil)
        _ = "complaint \(number)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
      })
  }
}

/// Values, errors, and notes that are secret.
func secret(_ words: [String]) {
  struct Refused: Error { var password = "sesame" }
  finish(Promise.value("sesame").done(label: "login", on: nil) { note("the password is \($0)") })
  finish(
    Promise<Int>(label: "refused", error: Refused()).recover(on: nil) { _ in Promise.value(0) })
  _ = Promise<Int>(label: "unhandled", error: Refused())
}

/// Two requests, each with a tag.
func tags(_ words: [String]) {
  for name in ["first", "second"] {
    PromiseTrace.tag("request \(name)") {
      finish(
        DispatchQueue(label: "work").async(.promise, label: name) { name }
          .then(label: "inner \(name)", on: .global()) { Promise.value($0) }
          .done(label: "end \(name)", on: nil) { _ in })
    }
  }
}
