import PromiseSystem

/// Hears that a file has grown, or was emptied to be written anew.
///
/// (inotify on Linux, kqueue elsewhere; where the system has no room for either, it looks ten times a second.)
struct FileGrowth: Sendable {
  private let file: Int32
  /// Becomes readable when the file is written; negative where nobody tells.
  private let watch: Int32

  /// Listens to a file; to what is no file nobody need listen.
  init?(of input: TraceInput) {
    guard let path = input.path, input.size != nil else { return nil }
    file = input.descriptor
    #if os(Linux)
      watch = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      if watch >= 0 { inotify_add_watch(watch, path, UInt32(IN_MODIFY)) }
    #else
      watch = kqueue()
      var change = kevent(
        ident: UInt(input.descriptor), filter: Int16(EVFILT_VNODE),
        flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(NOTE_WRITE | NOTE_EXTEND), data: 0, udata: nil)
      var now = timespec()
      _ = kevent(watch, &change, 1, nil, 0, &now)
    #endif
  }

  /// Waits until there is more of it than so many bytes; false where it is written anew, or `stop` becomes
  /// readable.
  func wait(beyond length: Int, stop: Int32) -> Bool {
    while true {
      let size = size
      if size > length { return true }
      if size < length { return false }
      var sources = [watch, stop].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&sources, 2, watch < 0 ? 100 : -1) >= 0 || errno == EINTR else { return false }
      if sources[1].revents != 0 { return false }
      if sources[0].revents != 0 { drain() }
    }
  }

  /// It is shorter than what was read of it.
  func begins(again length: Int) -> Bool { size < length }

  private var size: Int {
    var about = stat()
    return fstat(file, &about) == 0 ? Int(about.st_size) : 0
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
