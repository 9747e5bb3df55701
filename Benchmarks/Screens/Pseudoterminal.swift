import Measuring

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program in a terminal of its own, 200 columns wide and 50 rows high.
struct Pseudoterminal {
  private let file: Int32
  let process: pid_t

  init?(_ path: String, _ arguments: [String]) {
    #if canImport(Darwin)
      file = posix_openpt(O_RDWR | O_NOCTTY)
      guard file >= 0, grantpt(file) == 0, unlockpt(file) == 0, let name = ptsname(file) else {
        return nil
      }
      let other = String(cString: name)
    #else
      // A macro that Swift cannot import hides these in Glibc: TIOCSPTLCK and TIOCGPTN.
      file = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var isLocked: Int32 = 0
      var number: Int32 = 0
      guard file >= 0, ioctl(file, 0x4004_5431, &isLocked) == 0,
        ioctl(file, 0x8004_5430, &number) == 0
      else { return nil }
      let other = "/dev/pts/\(number)"
    #endif
    var size = winsize(ws_row: 50, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(file, UInt(TIOCSWINSZ), &size)
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, other, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    #if canImport(Darwin)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSID))
    #else
      posix_spawnattr_setflags(&attributes, 0x80)  // POSIX_SPAWN_SETSID
    #endif
    var argv = copies([path] + arguments)
    var variables = copies(["TERM=xterm-256color", "LANG=C.UTF-8", "PATH=/usr/bin:/bin"])
    defer { for text in argv + variables { free(text) } }
    var id = pid_t()
    guard posix_spawn(&id, path, &actions, &attributes, &argv, &variables) == 0 else {
      close(file)
      return nil
    }
    process = id
  }

  /// Types `text`.
  func type(_ text: String) {
    var bytes = Array(text.utf8)
    _ = write(file, &bytes, bytes.count)
  }

  /// Reads what it writes next into `bytes`. Returns when it wrote; `nil` if it is silent for the
  /// given time, or has ended.
  ///
  /// A caller that looks at the time alone passes a buffer and keeps it: an array that is made of
  /// the bytes and never looked at is freed too early by the optimizer of Swift 6.3.1, and written
  /// to after that.
  func next(within milliseconds: Int32, into bytes: inout [UInt8]) -> UInt64? {
    var poller = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, milliseconds) == 1 else { return nil }
    let time = Clock.wall.now
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: repeatElement(0, count: 1 << 16))
    let size = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    guard size > 0 else { return nil }
    bytes.removeLast(bytes.count - size)
    return time
  }

  /// Returns how many bytes it writes until it has been silent for the given number of
  /// milliseconds.
  func bytesUntilQuiet(_ milliseconds: Int32) -> Int {
    var count = 0
    var bytes: [UInt8] = []
    while next(within: milliseconds, into: &bytes) != nil { count += bytes.count }
    return count
  }

  /// Ends the program.
  func end() {
    kill(process, SIGTERM)
    _ = bytesUntilQuiet(200)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    close(file)
  }
}

/// Returns an array of C strings, terminated by `nil`.
private func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
  var copies: [UnsafeMutablePointer<CChar>?] = []
  for text in texts { copies.append(strdup(text)) }
  return copies + [nil]
}
