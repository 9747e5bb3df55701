import PromiseSystem

/// Detects that a file has grown, or that a program writes it again: an earlier trace is moved away,
/// and the path then names another file.
///
/// Uses inotify on Linux and kqueue elsewhere. If neither is available, it checks ten times a
/// second.
struct FileGrowth: Sendable {
  private let file: Int32
  private let path: String
  /// Becomes readable when the file is written or moved; negative if the system does not report
  /// that.
  private let watch: Int32

  /// Starts watching a file; `nil` if the input is not a file.
  init?(of input: TraceInput) {
    guard let path = input.path, input.size != nil else { return nil }
    file = input.descriptor
    self.path = path
    #if os(Linux)
      watch = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    #else
      watch = kqueue()
    #endif
    watchFile()
  }

  /// Waits until the file is longer than `length`; returns `false` if it is rewritten, or `stop`
  /// becomes readable.
  func wait(beyond length: Int, stop: Int32) -> Bool {
    while true {
      let (size, named) = (size, namedFile)
      if size > length { return true }
      if size < length || (named != nil && named != openFile) { return false }
      // While the path names no file, only looking tells when it does again.
      let isWatched = watch >= 0 && named != nil
      let ready = waitToRead([watch, stop], milliseconds: isWatched ? -1 : 100)
      if ready[1] { return false }
      if ready[0] { drain() }
    }
  }

  /// Waits until the path names another file; returns `false` if `stop` becomes readable.
  func waitForAnother(stop: Int32) -> Bool {
    while true {
      let named = namedFile
      if named != nil, named != openFile { return true }
      // While the path names no file, only looking tells when it does again.
      let isWatched = watch >= 0 && named != nil
      let ready = waitToRead([watch, stop], milliseconds: isWatched ? -1 : 100)
      if ready[1] { return false }
      if ready[0] { drain() }
    }
  }

  /// Prepares the file to be read from its beginning, if it is shorter than what was read of it, or
  /// if the path names another file. Returns `false` if there is nothing new to read.
  func beginsAgain(after length: Int) -> Bool {
    if let named = namedFile, named != openFile {
      let new = PromiseSystem.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard new >= 0 else { return false }
      defer { close(new) }
      guard dup2(new, file) == file else { return false }
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
      watchFile()
      return true
    }
    return size < length && lseek(file, 0, SEEK_SET) == 0
  }

  private var size: Int {
    var about = stat()
    return fstat(file, &about) == 0 ? Int(about.st_size) : 0
  }

  /// The identity of the open file.
  private var openFile: [Int]? {
    var about = stat()
    return fstat(file, &about) == 0 ? Self.identity(about) : nil
  }

  /// The identity of the file that the path names; `nil` if there is none.
  private var namedFile: [Int]? {
    var about = stat()
    return stat(path, &about) == 0 ? Self.identity(about) : nil
  }

  private static func identity(_ about: stat) -> [Int] {
    [Int(truncatingIfNeeded: about.st_dev), Int(truncatingIfNeeded: about.st_ino)]
  }

  private func watchFile() {
    #if os(Linux)
      guard watch >= 0 else { return }
      inotify_add_watch(watch, path, UInt32(IN_MODIFY | IN_MOVE_SELF | IN_ATTRIB))
    #else
      var change = kevent(
        ident: UInt(file), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_RENAME | NOTE_DELETE), data: 0, udata: nil)
      var now = timespec()
      _ = kevent(watch, &change, 1, nil, 0, &now)
    #endif
  }

  private func drain() {
    #if os(Linux)
      var buffer = [UInt8](repeating: 0, count: 4096)
      while read(watch, &buffer, buffer.count) > 0 {}
    #else
      var events = [kevent](repeating: kevent(), count: 8)
      var now = timespec()
      while kevent(watch, nil, 0, &events, 8, &now) > 0 {}
    #endif
  }
}
