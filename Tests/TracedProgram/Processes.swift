import CForking
import PromiseKitLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program that becomes a daemon, as far as its descriptors are concerned: `daemon FILE
/// CHAINS`. After a chain, it closes every descriptor above 2, opens the file until each of their
/// numbers stands for it, writes a line to it, and goes on with its promises.
func daemon(_ words: [String]) {
  guard words.count == 2 else { return print("daemon FILE CHAINS") }
  chain(["10"])
  for descriptor in Int32(3)..<256 { close(descriptor) }
  var newest: Int32 = 0
  while newest < 64 { newest = open(words[0], O_WRONLY | O_CREAT | O_APPEND, 0o600) }
  _ = "mine\n".withCString { write(newest, $0, strlen($0)) }
  chain([words[1]])
  print("done")
}

/// A program that replaces itself: `exec COUNT FILE`, where FILE is its trace, which has its first
/// events before that happens.
func replaceItself(_ words: [String]) {
  guard words.count == 2, let count = Int(words[0]) else { return print("exec COUNT FILE") }
  chain([])
  guard count > 0 else { return print("done") }
  // Each program writes to a file of its own, which is the newest one.
  let files =
    [words[1], "\(words[1]).\(getpid())"] + (2...9).map { "\(words[1]).\(getpid()).\($0)" }
  func isWritten(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size > 0
  }
  let own = files.last { access($0, F_OK) == 0 } ?? words[1]
  while !isWritten(own) { usleep(1000) }
  let arguments = [CommandLine.arguments[0], "exec", "\(count - 1)", words[1]]
  var pointers = arguments.map { strdup($0) } + [nil]
  execv(arguments[0], &pointers)
}

/// A program with the privileges of another user: `privileged [WAY]`. `give-up` gives them up before
/// its first promise, `keep USER` takes the identity of a user and keeps the way back. Prints the
/// user whose privileges it has at the start.
func privileged(_ words: [String]) {
  print(geteuid())
  switch words.first {
  case "give-up":
    _ = setreuid(getuid(), getuid())
    _ = setregid(getgid(), getgid())
  case "keep":
    let user = words.last.flatMap { UInt32($0) } ?? 65534
    guard forking_keep_saved_user(user) == 0 else { return print("not possible") }
  default: break
  }
  chain([])
  print("done")
}
