#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The programs by their first argument; each receives the remaining arguments.
let modes: [(name: String, run: ([String]) -> Void)] = [
  ("abandon", abandon),
  ("again", again),
  ("chain", chain),
  ("counted", counted),
  ("crowd", crowd),
  ("crash", crash),
  ("daemon", daemon),
  ("deep", deep),
  ("endless", endless),
  ("exec", replaceItself),
  ("exit", exitWithStatus),
  ("flood", flood),
  ("fork", forkAndGoOn),
  ("fork-busy", forkWhileBusy),
  ("fork-leave", forkAndLeave),
  ("fork-raw", forkRaw),
  ("full", full),
  ("huge", huge),
  ("interrupted", interrupted),
  ("late", late),
  ("leave", leave),
  ("locked", locked),
  ("mistakes", mistakes),
  ("observed", observed),
  ("order", order),
  ("print", printLines),
  ("privileged", privileged),
  ("queues", queues),
  ("random", randomProgram),
  ("rare", coldState),
  ("secret", secret),
  ("slow", slow),
  ("spawn", spawnAnother),
  ("tags", tags),
  ("tasks", tasks),
  ("threads", threads),
  ("undeclared", undeclared),
  ("waves", waves),
]

let words = CommandLine.arguments.dropFirst()
guard let mode = modes.first(where: { $0.name == words.first }) else {
  print("traced-program MODE: \(modes.map(\.name).joined(separator: " "))")
  exit(64)
}
mode.run(Array(words.dropFirst()))
