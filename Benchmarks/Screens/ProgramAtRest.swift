#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Measures what the program does when nothing changes: at the end of a demo.
struct ProgramAtRest {
  /// How often its threads slept, and so were woken.
  var wakeUps: Int
  /// Its processor time in milliseconds.
  var milliseconds: Int

  /// Measures for the given time; `nil` if the system does not report it.
  static func measure(_ program: String, seconds: UInt32) -> ProgramAtRest? {
    guard let terminal = Pseudoterminal(program, ["demo", "then-order"]) else { return nil }
    defer { terminal.end() }
    _ = terminal.bytesUntilQuiet(1_500)
    terminal.type("G")
    _ = terminal.bytesUntilQuiet(1_500)
    guard let before = reading(terminal.process) else { return nil }
    sleep(seconds)
    guard let after = reading(terminal.process) else { return nil }
    // The count of a thread that has ended since then is lost.
    let wakeUps = after.wakeUps.reduce(0) { $0 + $1.value - (before.wakeUps[$1.key] ?? 0) }
    return ProgramAtRest(
      wakeUps: wakeUps, milliseconds: after.milliseconds - before.milliseconds)
  }

  private static func reading(
    _ process: pid_t
  ) -> (wakeUps: [String: Int], milliseconds: Int)? {
    let words = contents(of: "/proc/\(process)/stat").split(separator: ")").last?.split(
      separator: " ")
    guard let words, words.count > 12, let user = Int(words[11]), let system = Int(words[12])
    else { return nil }
    var wakeUps: [String: Int] = [:]
    guard let folder = opendir("/proc/\(process)/task") else { return nil }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      for line in contents(of: "/proc/\(process)/task/\(name)/status").split(separator: "\n")
      where line.hasPrefix("voluntary_ctxt_switches:") {
        wakeUps[name] = line.split(separator: "\t").last.flatMap { Int($0) } ?? 0
      }
    }
    let ticks = Int(sysconf(Int32(_SC_CLK_TCK)))
    return (wakeUps, (user + system) * 1000 / max(1, ticks))
  }
}
