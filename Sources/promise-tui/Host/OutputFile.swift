import CHost
import PromiseSystem

// Each says what to do about an error of the system.
extension CommandError {
  /// A file cannot be read.
  static func unreadable(_ path: String, _ number: Int32 = errno) -> CommandError {
    let reason = String(cString: strerror(number))
    let sentence =
      switch number {
      case ENOENT where !path.isEmpty: "\(path): no such file. 'ls' lists the files in this folder"
      case EACCES, EPERM:
        "\(path) cannot be read: \(reason). 'ls -l \(shellQuoted(path))' shows who may read it"
      default: explanation(path, "read", number)
      }
    return CommandError(sentence, number, status: 66)
  }

  /// A file cannot be written.
  static func unwritable(_ path: String, _ number: Int32 = errno) -> CommandError {
    let folder = Folder.parent(of: Folder.absolute(path)) ?? "/"
    return CommandError(
      number == ENOENT && !path.isEmpty
        ? "\(folder): no such folder. 'mkdir -p \(shellQuoted(folder))' creates it"
        : explanation(path, "written", number), number, status: 1)
  }

  /// No temporary file or folder can be created.
  static func noTemporary(_ number: Int32 = errno) -> CommandError {
    let failure =
      "nothing can be created in \(Folder.temporary): \(String(cString: strerror(number)))"
    let advice =
      switch number {
      case EACCES, EPERM, EROFS: "Make that folder writable"
      case ENOSPC, EDQUOT: "Free some space there"
      default: "End other programs, and try again"
      }
    return CommandError("\(failure). \(advice)", number, status: 1)
  }

  init(_ sentence: String, _ number: Int32, status: Int32) {
    self.init(sentence, status: status)
    self.number = number
  }

  private static func explanation(_ path: String, _ verb: String, _ number: Int32) -> String {
    guard !path.isEmpty else {
      return "the name of the file is empty: give one, such as run.ptrace"
    }
    let failure = "\(path) cannot be \(verb): \(String(cString: strerror(number)))"
    switch number {
    case EISDIR: return "\(path) is a folder: name a file in it"
    case ENOTDIR:
      return "\(path) cannot be \(verb): part of its path is a file. Choose another path"
    case EACCES, EPERM, EROFS: return "\(failure). Choose a file in a folder of your own"
    case ENOSPC, EDQUOT: return "\(failure). Free some space, or choose a file elsewhere"
    case EFBIG: return "\(failure). 'ulimit -f' shows the limit on the size of files"
    default: return "\(failure). Choose another file"
    }
  }
}

/// Files that only their owner can read, since a program's values may be secret.
enum OutputFile {
  /// Writes `bytes` to `path`, replacing what is there. A reader sees either the old file or all of
  /// the new one. A pipe or a device is written directly.
  static func replace(_ path: String, with bytes: [UInt8]) throws(CommandError) {
    try replace(path) { writeBytes(bytes[...], to: $0) }
  }

  /// Replaces what is at `path` in the same way by what `body` writes to the descriptor that it is
  /// passed. It returns the error number if that fails.
  static func replace(_ path: String, _ body: (Int32) -> Int32?) throws(CommandError) {
    if Folder.leadsToFolder(path) { throw .unwritable(path, EISDIR) }
    guard !Folder.exists(path) || Folder.isFile(path) else {
      // Opening a dangling link creates its target.
      let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw .unwritable(path) }
      return try write(to: file, path, body)
    }
    // A link is kept; its target is replaced.
    let target = realpath(path, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    let final = target ?? path
    // A file that may not be written is not replaced either.
    guard !Folder.exists(final) || access(final, W_OK) == 0 else { throw .unwritable(path) }
    let new = "\(final).\(getpid()).part"
    // A process that had this number may have left one.
    unlink(new)
    var isKept = false
    defer { if !isKept { unlink(new) } }
    try create(new, for: path, body)
    guard rename(new, final) == 0 else { throw .unwritable(path) }
    isKept = true
  }

  /// Writes `bytes` to a new file, and returns its name: `name.svg`, or else `name-2.svg` and so
  /// on.
  static func create(_ name: String, _ ending: String, with bytes: [UInt8]) throws(CommandError)
    -> String
  {
    for number in 1...9999 {
      let path = number == 1 ? name + ending : "\(name)-\(number)\(ending)"
      do {
        try create(path, for: path) { writeBytes(bytes[...], to: $0) }
        return path
      } catch {
        guard error.number == EEXIST else { throw error }
      }
    }
    throw .unwritable(name + ending, EEXIST)
  }

  /// Has `body` write a new file at `path`; problems name the file `shown`. Where the system allows
  /// it, the file gets its name only when it is whole, so that nothing is left if the process ends.
  private static func create(
    _ path: String, for shown: String, _ body: (Int32) -> Int32?
  ) throws(CommandError) {
    if Folder.exists(path) { throw .unwritable(shown, EEXIST) }
    let unnamed = host_open_unnamed(Folder.parent(of: Folder.absolute(path)) ?? "/")
    if unnamed >= 0 {
      if let number = body(unnamed) {
        close(unnamed)
        throw .unwritable(shown, number)
      }
      let problem = host_name_file(unnamed, path) ? nil : errno
      close(unnamed)
      guard let problem else { return }
      if problem == EEXIST { throw .unwritable(shown, problem) }
    }
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .unwritable(shown) }
    var isWritten = false
    defer { if !isWritten { unlink(path) } }
    try write(to: file, shown, body)
    isWritten = true
  }

  private static func write(
    to file: Int32, _ path: String, _ body: (Int32) -> Int32?
  ) throws(CommandError) {
    let problem = body(file)
    // Some file systems report that they are full only when a file is closed.
    let closing = close(file) == 0 ? nil : errno
    if let number = problem ?? closing { throw .unwritable(path, number) }
  }
}
