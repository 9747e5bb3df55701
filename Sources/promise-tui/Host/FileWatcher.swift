import PromiseSystem

#if os(Linux)
  /// Hears of source files that are saved, made, renamed or deleted below a folder; asks nothing of the
  /// system while none is. (inotify)
  struct FileWatcher: Sendable {
    /// Becomes readable when something has changed.
    let descriptor: Int32
    /// The folders by the numbers under which they are watched.
    private var folders: [Int32: String] = [:]

    /// So many folders are watched at most.
    private static let mostFolders = 4096

    /// Watches `folder` and those in it; none where the system does not let it.
    init?(_ folder: String) {
      descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      watch(folder)
      if folders.isEmpty {
        close(descriptor)
        return nil
      }
    }

    /// Whether a source has changed since the last time. New folders are watched from then on.
    mutating func takeChanges() -> Bool {
      var hasChanged = false
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
        var start = 0
        while start + Self.head <= count {
          let (folder, mask, room) = buffer.withUnsafeBytes { bytes in
            (
              bytes.loadUnaligned(fromByteOffset: start, as: Int32.self),
              bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self),
              Int(bytes.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
            )
          }
          let name = buffer[(start + Self.head)...].prefix(room).prefix { $0 != 0 }
          start += Self.head + room
          if note(String(decoding: name, as: UTF8.self), mask, in: folder) { hasChanged = true }
        }
      }
      return hasChanged
    }

    /// Takes in one thing that happened; answers whether it concerns a source.
    private mutating func note(_ name: String, _ mask: UInt32, in folder: Int32) -> Bool {
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
      if mask & UInt32(IN_IGNORED) != 0 {
        folders[folder] = nil
        return false
      }
      guard mask & UInt32(IN_ISDIR) != 0 else {
        // A file that is made is written next.
        return mask & UInt32(IN_CREATE) == 0 && SourceName.isSource(name)
      }
      guard SourceName.mayHoldSources(name), let path = folders[folder] else { return false }
      if mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 { watch("\(path)/\(name)") }
      return true
    }

    private mutating func watch(_ folder: String) {
      guard folders.count < Self.mostFolders else { return }
      let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE
      let number = inotify_add_watch(descriptor, folder, UInt32(events | IN_ONLYDIR))
      guard number >= 0, folders.updateValue(folder, forKey: number) == nil else { return }
      for name in Folder.names(of: folder) where SourceName.mayHoldSources(name) {
        // A folder that is reached by a link is watched where it is, or not at all.
        if Folder.isFolder("\(folder)/\(name)") { watch("\(folder)/\(name)") }
      }
    }

    /// The bytes of an event without its name.
    private static let head = 16
  }
#else
  /// Hears of source files that are saved, made, renamed or deleted below a folder; asks nothing of the
  /// system while none is. (kqueue)
  struct FileWatcher: Sendable {
    /// Becomes readable when something has changed.
    let descriptor: Int32
    private let root: String
    /// What is open to be watched, by path.
    private var opened: [String: Int32] = [:]

    private static let mostFiles = 2048

    /// Watches `folder` and those in it; none where the system does not let it.
    init?(_ folder: String) {
      descriptor = kqueue()
      guard descriptor >= 0 else { return nil }
      root = folder
      watch(folder)
    }

    /// Whether a source has changed since the last time. New files and folders are watched from then on.
    mutating func takeChanges() -> Bool {
      var events = [kevent](repeating: kevent(), count: 64)
      var now = timespec()
      var hasChanged = false
      while case let count = kevent(descriptor, nil, 0, &events, 64, &now), count > 0 {
        hasChanged = true
        for event in events[..<Int(count)]
        where event.fflags & UInt32(NOTE_DELETE | NOTE_RENAME) != 0 {
          close(Int32(event.ident))
          opened = opened.filter { $0.value != Int32(event.ident) }
        }
        if count < 64 { break }
      }
      if hasChanged { watch(root) }
      return hasChanged
    }

    private mutating func watch(_ path: String) {
      open(path)
      for name in Folder.names(of: path) {
        let inner = "\(path)/\(name)"
        if SourceName.mayHoldSources(name), Folder.isFolder(inner) {
          watch(inner)
        } else if SourceName.isSource(name) {
          open(inner)
        }
      }
    }

    private mutating func open(_ path: String) {
      guard opened[path] == nil, opened.count < Self.mostFiles else { return }
      let file = PromiseSystem.open(path, O_EVTONLY | O_CLOEXEC)
      guard file >= 0 else { return }
      opened[path] = file
      var change = kevent(
        ident: UInt(file), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME), data: 0, udata: nil)
      var now = timespec()
      _ = kevent(descriptor, &change, 1, nil, 0, &now)
    }
  }
#endif

/// Which files of a package are sources: what is built from them changes when they do.
enum SourceName {
  /// A file of that name is compiled, or says how.
  static func isSource(_ name: String) -> Bool {
    guard !isHidden(name), let dot = name.lastIndex(of: ".") else { return false }
    return endings.contains(String(name[name.index(after: dot)...]))
  }

  /// A folder of that name may hold sources.
  static func mayHoldSources(_ name: String) -> Bool { !isHidden(name) && name != "node_modules" }

  /// Editors' own files, and what was built.
  private static func isHidden(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasPrefix("#") || name.hasSuffix("~")
  }

  private static let endings: Set<String> = [
    "swift", "c", "h", "m", "mm", "cc", "cpp", "hpp", "s", "S", "modulemap",
  ]
}

/// When a burst of changes is over: an editor that saves writes, renames and deletes within a moment.
/// Times are nanoseconds on one clock.
struct Debounce: Hashable, Sendable {
  /// So long nothing may change.
  static let quiet: Int64 = 40_000_000
  /// Longer than this nobody waits, however much changes.
  static let patience: Int64 = 400_000_000
  private var first: Int64?
  private var last: Int64 = 0

  /// Something has changed.
  mutating func changed(at now: Int64) {
    first = first ?? now
    last = now
  }

  /// When the burst is over if nothing more changes; none where nothing has changed.
  var due: Int64? { first.map { min(last + Self.quiet, $0 + Self.patience) } }

  /// Whether a burst is over; whoever is told acts on it.
  mutating func take(at now: Int64) -> Bool {
    guard let due, now >= due else { return false }
    first = nil
    return true
  }
}
