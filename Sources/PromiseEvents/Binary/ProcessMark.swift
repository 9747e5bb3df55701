import PromiseSystem

/// What distinguishes a process from others with the same number, before and after.
enum ProcessMark {
  /// When this process started, in the system's units since it was started; 0 if that is not known.
  static var startOfThisProcess: Int64 { start(of: getpid()) ?? 0 }

  /// Returns when the process started; `nil` if there is no such process, or that is not known.
  static func start(of pid: pid_t) -> Int64? {
    // The name of the program, in parentheses, can contain spaces.
    let text = text(of: "/proc/\(pid)/stat")
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    // A process that has ended and that its parent has not yet noticed counts as ended.
    guard fields.count > 19, fields[0] != "Z", fields[0] != "X" else { return nil }
    return Int64(fields[19])
  }

  /// Identifies the time since the system was started; empty if that is not known.
  static var boot: String {
    String(text(of: "/proc/sys/kernel/random/boot_id").prefix { $0 != "\n" })
  }

  /// The namespace of process IDs in which this process is; 0 if that is not known.
  static var namespace: UInt64 {
    var about = stat()
    return stat("/proc/self/ns/pid", &about) == 0 ? UInt64(about.st_ino) : 0
  }

  /// Returns whether the process that started at `start` is running. If that is not known, any
  /// process with the number counts.
  static func isRunning(_ pid: pid_t, startedAt start: Int64, boot: String) -> Bool {
    guard pid > 0, boot.isEmpty || boot == Self.boot else { return false }
    guard start != 0 else { return kill(pid, 0) == 0 || errno == EPERM }
    return Self.start(of: pid) == start
  }

  /// Returns the start of a small file.
  private static func text(of path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
