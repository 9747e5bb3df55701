import CForking
import PromiseKitLite
import Synchronization
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs `body` on `count` threads of their own, with their numbers from 0. Returns when all of them
/// have ended.
private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  final class Work {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }
  #if canImport(Darwin)
    var threads = [pthread_t?](repeating: nil, count: count)
  #else
    var threads = [pthread_t](repeating: 0, count: count)
  #endif
  for number in 0..<count {
    let work = Unmanaged.passRetained(Work { body(number) }).toOpaque()
    pthread_create(
      &threads[number], nil,
      { pointer in
        #if canImport(Darwin)
          let known: UnsafeMutableRawPointer? = pointer
        #else
          let known = pointer
        #endif
        if let known { Unmanaged<Work>.fromOpaque(known).takeRetainedValue().run() }
        return nil
      }, work)
  }
  #if canImport(Darwin)
    for case let thread? in threads { pthread_join(thread, nil) }
  #else
    for thread in threads { pthread_join(thread, nil) }
  #endif
}

/// One operation: a chain of two promises that posts a note.
private func operate(_ text: String) {
  _ = Promise.value(label: text, 1).done(on: nil) { _ in note(text) }
}

/// Operations on several threads, forever: `counted THREADS FILE`. Each thread writes the number of
/// its completed operations into the file, which has eight bytes for each.
func counted(_ words: [String]) {
  guard words.count == 2, let count = Int(words[0]) else { return print("counted THREADS FILE") }
  let file = open(words[1], O_RDWR)
  let map = mmap(nil, count * 8, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
  guard file >= 0, let map, map != MAP_FAILED else { return print("\(words[1]) cannot be mapped") }
  let counters = UInt(bitPattern: map)
  onThreads(count) { thread in
    let place = UnsafeMutableRawPointer(bitPattern: counters + UInt(thread) * 8)
    var number = 0
    while true {
      number += 1
      operate("\(thread) \(number)")
      place?.storeBytes(of: number, as: Int.self)
    }
  }
}

/// A program that is killed while one thread declares the queue that another one uses: `undeclared`.
func undeclared(_ words: [String]) {
  #if DEBUG
    let isDeclaring = Flag()
    let wait: @Sendable (PromiseKitLite.Step) -> Void = { step in
      guard step == .named, !isDeclaring.isSet else { return }
      isDeclaring.set()
      while true { pause() }
    }
    PromiseKitLite.Step.pausing(wait) {
      onThreads(2) { thread in
        while thread == 1, !isDeclaring.isSet { usleep(100) }
        operate("\(thread) 1")
        kill(getpid(), SIGKILL)
      }
    }
  #endif
}

/// An exit without any handler: `leave _exit`, or with handlers of its own: `leave quick_exit`.
func leave(_ words: [String]) {
  chain(["3"])
  operate("the last one")
  if words.first == "quick_exit" { forking_quick_exit(3) } else { _exit(3) }
}

/// Threads that each do one operation: `waves COUNT AT-ONCE`.
func waves(_ words: [String]) {
  let numbers = words.compactMap { Int($0) }
  let (count, atOnce) = (numbers.first ?? 1000, max(1, numbers.last ?? 10))
  for wave in 0..<(count / atOnce) {
    onThreads(atOnce) { operate("\(wave * atOnce + $0)") }
  }
  print("done")
}

/// Operations on two threads that signals interrupt all the time: `interrupted COUNT`.
func interrupted(_ words: [String]) {
  let count = words.first.flatMap { Int($0) } ?? 20_000
  signal(SIGALRM) { _ in }
  var interval = itimerval()
  interval.it_interval.tv_usec = 200
  interval.it_value.tv_usec = 200
  forking_set_timer(&interval)
  onThreads(2) { thread in
    for number in 0..<count { operate("\(thread) \(number)") }
  }
  interval = itimerval()
  forking_set_timer(&interval)
  print("done")
}

/// Forks while other threads are busy: `fork-busy`. The child has promises of its own.
func forkWhileBusy(_ words: [String]) {
  operate("before")
  let hasEnded = Flag()
  onThreads(3) { thread in
    guard thread == 0 else {
      var number = 0
      while !hasEnded.isSet {
        number += 1
        operate("\(thread) \(number)")
      }
      return
    }
    for round in 0..<20 {
      let child = forking_fork()
      if child == 0 {
        operate("in the child")
        finish(Promise.value(round).done(label: "in the child", on: nil) { _ in })
        exit(0)
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      operate("the child has ended: \(status)")
    }
    hasEnded.set()
  }
  print("done")
}

/// A flag that several threads share.
private final class Flag: Sendable {
  private let flag = Atomic<Bool>(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}

/// Starts another recorded program from a recorded one: `spawn`, with `vfork` as `spawn vfork`.
func spawnAnother(_ words: [String]) {
  operate("before")
  let path = CommandLine.arguments[0]
  let command = [path, "chain", "2"]
  var arguments = command.map { strdup($0) } + [nil]
  var child: pid_t = 0
  if words.first == "vfork" {
    child = forking_vfork_exec(path, &arguments)
  } else {
    posix_spawn(&child, path, nil, nil, &arguments, environ)
  }
  var status: Int32 = 0
  waitpid(child, &status, 0)
  operate("after")
  print("done: \(status)")
}
