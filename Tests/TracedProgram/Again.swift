import PromiseKitLite

/// Two recordings, one after the other, of a promise that is older than the second: `again FILE FILE`.
func again(_ words: [String]) {
  guard words.count == 2 else { return print("again FILE FILE") }
  do {
    try Trace.start(to: .file(words[0]))
    let (old, seal) = Promise<Int>.pending("old")
    let unused = old.map("told in the first", on: nil) { $0 + 1 }
    Trace.stop()
    // Nobody is told of this one.
    finish(Promise.value("nobody sees it", 0))
    try Trace.start(to: .file(words[1]))
    let new = old.map("told in the second", on: nil) { $0 + 2 }
    seal.fulfill(1)
    finish(new)
    Trace.stop()
    withExtendedLifetime(unused) { print("recorded twice") }
  } catch {
    print(error)
  }
}
