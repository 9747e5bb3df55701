import PromiseKitLite

/// Two recordings, one after the other, of a promise that is older than the second: `again FILE
/// FILE`.
func again(_ words: [String]) {
  guard words.count == 2 else { return print("again FILE FILE") }
  do {
    try PromiseTrace.start(to: .file(words[0]))
    let (old, seal) = Promise<Int>.pending(label: "old")
    let unused = old.map(label: "told in the first", on: nil) { $0 + 1 }
    PromiseTrace.stop()
    // This promise is not recorded.
    finish(Promise.value(label: "nobody sees it", 0))
    try PromiseTrace.start(to: .file(words[1]))
    let new = old.map(label: "told in the second", on: nil) { $0 + 2 }
    seal.fulfill(1)
    finish(new)
    PromiseTrace.stop()
    withExtendedLifetime(unused) { print("recorded twice") }
  } catch {
    print(error)
  }
}

/// A program that goes on after its trace could not grow, and starts another: `full FILE`.
func full(_ words: [String]) {
  guard words.count == 1 else { return print("full FILE") }
  chain([])
  while PromiseTrace.isRecording { chain(["100"]) }
  do {
    try PromiseTrace.start(to: .file(words[0]))
    chain(["5"])
    PromiseTrace.stop()
    print("recorded again")
  } catch {
    print(error)
  }
}
