import Dispatch
import PromiseKitLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One job on each of many queues: `queues COUNT FILE`. After the last one, it writes a line to the file.
func queues(_ words: [String]) {
  guard words.count == 2, let count = Int(words[0]) else { return print("queues COUNT FILE") }
  let jobs = (1...max(1, count)).map { number in
    DispatchQueue(label: "queue \(number)").async(.promise, label: "job \(number)") { number }
  }
  finish(when(fulfilled: jobs).done(label: "all", on: nil) { _ in })
  let file = open(words[1], O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  _ = "done\n".withCString { write(file, $0, strlen($0)) }
}

/// Exits while its jobs may not have started: `abandon STATUS`.
func abandon(_ words: [String]) {
  for name in ["first", "second"] {
    _ = DispatchQueue(label: name).async(.promise, label: name) {}
  }
  exit(words.first.flatMap { Int32($0) } ?? 0)
}
