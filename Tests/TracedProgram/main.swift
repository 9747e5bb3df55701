#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The programs by their first argument; each receives the remaining arguments.
let modes: [(name: String, run: ([String]) -> Void)] = [
  ("again", again),
  ("chain", chain),
  ("crash", crash),
  ("endless", endless),
  ("exit", exitWithStatus),
  ("flood", flood),
  ("fork", forkAndGoOn),
  ("mistakes", mistakes),
  ("order", order),
  ("print", printLines),
  ("rare", coldState),
  ("secret", secret),
  ("tags", tags),
  ("threads", threads),
]

let words = CommandLine.arguments.dropFirst()
guard let mode = modes.first(where: { $0.name == words.first }) else {
  print("traced-program MODE: \(modes.map(\.name).joined(separator: " "))")
  exit(64)
}
mode.run(Array(words.dropFirst()))
