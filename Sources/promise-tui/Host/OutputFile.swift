import CHost
import PromiseSystem

/// Explains an error with a file, and what to do about it.
enum FileError {
  /// What failed.
  enum Operation: Hashable, Sendable {
    case read, write
  }

  /// Returns a sentence with the next step; `number` is the system's error number.
  static func sentence(_ operation: Operation, _ path: String, _ number: Int32) -> String {
    guard !path.isEmpty else {
      return "the name of the file is empty: give one, such as run.ptrace"
    }
    let verb = operation == .read ? "read" : "written"
    let failure = "\(path) cannot be \(verb): \(String(cString: strerror(number)))"
    switch number {
    case ENOENT where operation == .read:
      return "\(path): no such file. 'ls' lists the files in this folder"
    case ENOENT:
      let folder = Folder.parent(of: Folder.absolute(path)) ?? "/"
      return "\(folder): no such folder. 'mkdir -p \(shellQuoted(folder))' creates it"
    case EISDIR: return "\(path) is a folder: name a file in it"
    case ENOTDIR:
      return "\(path) cannot be \(verb): part of its path is a file. Choose another path"
    case EACCES where operation == .read, EPERM where operation == .read:
      return "\(failure). 'ls -l \(shellQuoted(path))' shows who may read it"
    case EACCES, EPERM, EROFS: return "\(failure). Choose a file in a folder of your own"
    case ENOSPC, EDQUOT: return "\(failure). Free some space, or choose a file elsewhere"
    case EFBIG: return "\(failure). 'ulimit -f' shows the limit on the size of files"
    default: return "\(failure). Choose another file"
    }
  }

  /// Explains why no temporary file or folder can be created.
  static func temporary(_ number: Int32) -> String {
    let failure =
      "nothing can be created in \(Folder.temporary): \(String(cString: strerror(number)))"
    switch number {
    case EACCES, EPERM, EROFS: return "\(failure). Make that folder writable"
    case ENOSPC, EDQUOT: return "\(failure). Free some space there"
    default: return "\(failure). End other programs, and try again"
    }
  }
}

/// Files that only their owner can read, since a program's values may be secret.
enum OutputFile {
  /// Why a file was not written.
  struct Problem: Error, Hashable, CustomStringConvertible {
    let description: String
    /// The system's error number.
    let number: Int32

    fileprivate init(_ path: String, _ number: Int32) {
      description = FileError.sentence(.write, path, number)
      self.number = number
    }
  }

  /// Writes `bytes` to `path`, replacing what is there. A reader sees either the old file or all of
  /// the new one. A pipe or a device is written directly.
  static func replace(_ path: String, with bytes: [UInt8]) throws(Problem) {
    try replace(path) { writeBytes(bytes[...], to: $0) }
  }

  /// Replaces what is at `path` in the same way by what `body` writes to the descriptor that it is
  /// passed. It returns the error number if that fails.
  static func replace(_ path: String, _ body: (Int32) -> Int32?) throws(Problem) {
    if Folder.leadsToFolder(path) { throw Problem(path, EISDIR) }
    guard !Folder.exists(path) || Folder.isFile(path) else {
      // Opening a dangling link creates its target.
      let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw Problem(path, errno) }
      return try write(to: file, path, body)
    }
    // A link is kept; its target is replaced.
    let target = realpath(path, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    let final = target ?? path
    // A file that may not be written is not replaced either.
    guard !Folder.exists(final) || access(final, W_OK) == 0 else { throw Problem(path, errno) }
    let new = "\(final).\(getpid()).part"
    // A process that had this number may have left one.
    unlink(new)
    do throws(Problem) {
      try create(new, for: path, body)
      guard rename(new, final) == 0 else { throw Problem(path, errno) }
    } catch {
      unlink(new)
      throw error
    }
  }

  /// Writes `bytes` to a new file, and returns its name: `name.svg`, or else `name-2.svg` and so
  /// on.
  static func create(_ name: String, _ ending: String, with bytes: [UInt8]) throws(Problem)
    -> String
  {
    for number in 1...9999 {
      let path = number == 1 ? name + ending : "\(name)-\(number)\(ending)"
      do throws(Problem) {
        try create(path, for: path) { writeBytes(bytes[...], to: $0) }
      } catch {
        if error.number == EEXIST { continue }
        throw error
      }
      return path
    }
    throw Problem(name + ending, EEXIST)
  }

  /// Has `body` write a new file at `path`; problems name the file `shown`. Where the system allows
  /// it, the file gets its name only when it is whole, so that nothing is left if the process ends.
  private static func create(
    _ path: String, for shown: String, _ body: (Int32) -> Int32?
  ) throws(Problem) {
    if Folder.exists(path) { throw Problem(shown, EEXIST) }
    let unnamed = host_open_unnamed(Folder.parent(of: Folder.absolute(path)) ?? "/")
    if unnamed >= 0 {
      if let number = body(unnamed) {
        close(unnamed)
        throw Problem(shown, number)
      }
      let problem = host_name_file(unnamed, path) ? nil : errno
      close(unnamed)
      guard let problem else { return }
      if problem == EEXIST { throw Problem(shown, problem) }
    }
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Problem(shown, errno) }
    do throws(Problem) {
      try write(to: file, shown, body)
    } catch {
      unlink(path)
      throw error
    }
  }

  private static func write(
    to file: Int32, _ path: String, _ body: (Int32) -> Int32?
  ) throws(Problem) {
    let problem = body(file)
    // Some file systems report that they are full only when a file is closed.
    let closing = close(file) == 0 ? nil : errno
    if let number = problem ?? closing { throw Problem(path, number) }
  }
}
