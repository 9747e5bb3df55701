import PromiseSystem

/// What is wrong with a file where the system says no, and what to do about it.
enum FileError {
  /// What was to be done with it.
  enum Attempt: Hashable, Sendable {
    case read, write
  }

  /// A sentence with the next step; `number` is that of the system's error.
  static func sentence(_ attempt: Attempt, _ path: String, _ number: Int32) -> String {
    guard !path.isEmpty else { return "the name of the file is empty: name one, as run.jsonl" }
    let verb = attempt == .read ? "read" : "written"
    let words = "\(path) cannot be \(verb): \(String(cString: strerror(number)))"
    switch number {
    case ENOENT where attempt == .read:
      return "there is no file \(path): 'ls' tells those that there are"
    case ENOENT:
      let folder = Folder.parent(of: Folder.absolute(path)) ?? "/"
      return "there is no folder \(folder): 'mkdir -p \(shellQuoted(folder))' makes it"
    case EISDIR: return "\(path) is a folder: name a file in it"
    case ENOTDIR: return "\(words): a part of its path is a file: name another path"
    case EACCES where attempt == .read, EPERM where attempt == .read:
      return "\(words): 'ls -l \(shellQuoted(path))' tells who may"
    case EACCES, EPERM, EROFS: return "\(words): name a file in a folder of your own"
    case ENOSPC, EDQUOT: return "\(words): free some, or name a file elsewhere"
    default: return "\(words): name another file"
    }
  }
}

/// Files that only their owner can read: what a program's values say may be secret.
enum OutputFile {
  /// Why a file was not written.
  struct Problem: Error, Hashable, CustomStringConvertible {
    let description: String

    fileprivate init(_ path: String, _ number: Int32) {
      description = FileError.sentence(.write, path, number)
    }
  }

  /// Writes `bytes` to `path`, in the place of what is there. Whoever reads it finds the old file or all of
  /// the new one. A pipe or a device is written to as it is.
  static func replace(_ path: String, with bytes: [UInt8]) throws(Problem) {
    if Folder.leadsToFolder(path) { throw Problem(path, EISDIR) }
    guard !Folder.exists(path) || Folder.isFile(path) else {
      // A link to what is not there yet makes it.
      let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw Problem(path, errno) }
      return try write(bytes, to: file, path)
    }
    // A link stays a link: what it leads to is replaced.
    let target = realpath(path, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    let final = target ?? path
    let new = "\(final).\(getpid()).part"
    let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Problem(path, errno) }
    do throws(Problem) {
      try write(bytes, to: file, path)
      guard rename(new, final) == 0 else { throw Problem(path, errno) }
    } catch {
      unlink(new)
      throw error
    }
  }

  /// Writes `bytes` to a file of that name and ending that was not there, and answers its name: `name.svg`, or
  /// else `name-2.svg` and so on.
  static func create(_ name: String, _ ending: String, with bytes: [UInt8]) throws(Problem)
    -> String
  {
    for number in 1...9999 {
      let path = number == 1 ? name + ending : "\(name)-\(number)\(ending)"
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if file < 0, errno == EEXIST { continue }
      guard file >= 0 else { throw Problem(path, errno) }
      do {
        try write(bytes, to: file, path)
      } catch {
        unlink(path)
        throw error
      }
      return path
    }
    throw Problem(name + ending, EEXIST)
  }

  private static func write(
    _ bytes: [UInt8], to file: Int32, _ path: String
  ) throws(Problem) {
    let problem = writeBytes(bytes[...], to: file)
    // Where a file system is full, some tell it only now.
    let closing = close(file) == 0 ? nil : errno
    if let number = problem ?? closing { throw Problem(path, number) }
  }
}
