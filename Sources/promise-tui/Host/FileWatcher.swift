import PromiseSystem

#if os(Linux)
  /// Detects source files that are saved, created, renamed or deleted below a folder, without
  /// polling (inotify).
  struct FileWatcher: Sendable {
    /// Becomes readable when something has changed.
    let descriptor: Int32
    /// The watched folders, by their watch descriptors.
    private var folders: [Int32: String] = [:]

    /// The most folders to watch.
    private static let mostFolders = 4096

    /// Watches `folder` and its subfolders; `nil` if the system does not allow it.
    init?(_ folder: String) {
      descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      watch(folder)
      if folders.isEmpty {
        close(descriptor)
        return nil
      }
    }

    /// Returns whether a source file has changed since the last call. New folders are watched from
    /// then on.
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

    /// Processes one event; returns whether it concerns a source file.
    private mutating func note(_ name: String, _ mask: UInt32, in folder: Int32) -> Bool {
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
      if mask & UInt32(IN_IGNORED) != 0 {
        folders[folder] = nil
        return false
      }
      guard mask & UInt32(IN_ISDIR) != 0 else {
        // A created file is written next, which is another event.
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
        // A linked folder is watched where it really is, or not at all.
        if Folder.isFolder("\(folder)/\(name)") { watch("\(folder)/\(name)") }
      }
    }

    /// The size of an event without its name.
    private static let head = 16
  }
#else
  /// Detects source files that are saved, created, renamed or deleted below a folder, without
  /// polling (kqueue).
  struct FileWatcher: Sendable {
    /// Becomes readable when something has changed.
    let descriptor: Int32
    private let root: String
    /// The descriptors of the watched files, by path.
    private var opened: [String: Int32] = [:]

    private static let mostFiles = 2048

    /// Watches `folder` and its subfolders; `nil` if the system does not allow it.
    init?(_ folder: String) {
      descriptor = kqueue()
      guard descriptor >= 0 else { return nil }
      root = folder
      watch(folder)
    }

    /// Returns whether a source file has changed since the last call. New files and folders are
    /// watched from then on.
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

/// Identifies the sources among the files of a package: the build changes when they do.
enum SourceName {
  /// Whether a file's text may be shown beside a run.
  static func isShown(_ name: String) -> Bool { name.hasSuffix(".swift") || isScript(name) }

  /// Whether a file is a script of JavaScript or TypeScript.
  static func isScript(_ name: String) -> Bool {
    [".js", ".cjs", ".mjs", ".ts", ".cts", ".mts", ".jsx", ".tsx"].contains(where: name.hasSuffix)
  }

  /// Returns whether a file of this name is compiled, or controls compilation.
  static func isSource(_ name: String) -> Bool {
    guard !isHidden(name), let dot = name.lastIndex(of: ".") else { return false }
    return endings.contains(String(name[name.index(after: dot)...]))
  }

  /// Returns whether a folder of this name may contain sources.
  static func mayHoldSources(_ name: String) -> Bool { !isHidden(name) && name != "node_modules" }

  /// Returns whether the name is that of an editor's own file or of build output.
  private static func isHidden(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasPrefix("#") || name.hasSuffix("~")
  }

  private static let endings: Set<String> = [
    "swift", "c", "h", "m", "mm", "cc", "cpp", "hpp", "s", "S", "modulemap",
  ]
}

/// Decides when a burst of changes has ended: an editor that saves writes, renames and deletes within
/// a moment. All times are nanoseconds on the same clock.
struct Debounce: Hashable, Sendable {
  /// How long nothing may change before a burst ends.
  static let quiet: Int64 = 40_000_000
  /// The longest burst, however much changes.
  static let patience: Int64 = 400_000_000
  private var first: Int64?
  private var last: Int64 = 0

  /// Records a change.
  mutating func changed(at now: Int64) {
    first = first ?? now
    last = now
  }

  /// When the burst ends if nothing more changes; `nil` if nothing has changed.
  var due: Int64? { first.map { min(last + Self.quiet, $0 + Self.patience) } }

  /// Returns whether a burst has ended. The caller acts on it, and the next burst starts afresh.
  mutating func take(at now: Int64) -> Bool {
    guard let due, now >= due else { return false }
    first = nil
    return true
  }
}
