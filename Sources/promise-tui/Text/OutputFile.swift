import PromiseSystem

/// Files that only their owner can read: what a program's values say may be secret.
enum OutputFile {
  /// Why a file was not written.
  struct Problem: Error, Hashable, CustomStringConvertible {
    let description: String

    fileprivate init(_ path: String, _ number: Int32) {
      description = FileTrouble.sentence(.write, path, number)
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
    do {
      try write(bytes, to: file, path)
    } catch {
      unlink(new)
      throw error
    }
    guard rename(new, final) == 0 else {
      let number = errno
      unlink(new)
      throw Problem(path, number)
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
    let problem: Int32? = bytes.withUnsafeBytes { buffer in
      var place = 0
      while place < buffer.count {
        let count = systemWrite(file, buffer.baseAddress?.advanced(by: place), buffer.count - place)
        if count >= 0 { place += count } else if errno != EINTR { return errno }
      }
      return nil
    }
    // Where a file system is full, some tell it only now.
    let closing = close(file) == 0 ? nil : errno
    if let number = problem ?? closing { throw Problem(path, number) }
  }
}

/// `write` of the system, which a method of that name hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
