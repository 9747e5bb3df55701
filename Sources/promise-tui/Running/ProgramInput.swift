import PromiseSystem

/// What a program reads that is run: the file of `--stdin`.
enum ProgramInput {
  /// The file, or for `-` what is piped in, as an open descriptor.
  ///
  /// - Throws: The exit status, once the reason is told.
  static func open(_ path: String) throws -> Int32 {
    if let refusal = refusal(of: path, keysAreTyped: isatty(STDIN_FILENO) == 1) {
      throw refusal.told()
    }
    guard path != "-" else { return STDIN_FILENO }
    let descriptor = systemOpen(path)
    guard descriptor >= 0 else {
      throw Refusal("--stdin: \(FileTrouble.sentence(.read, path, errno))", status: 66).told()
    }
    return descriptor
  }

  /// Why nothing can be read there; none where something may.
  static func refusal(of path: String, keysAreTyped: Bool) -> Refusal? {
    if path.isEmpty {
      return Refusal("--stdin is empty: name a file, or - for what is piped in", status: 64)
    }
    if path == "-", keysAreTyped {
      return Refusal(
        "--stdin -: the keys are for the screens: name a file, or pipe something in", status: 64)
    }
    guard Folder.leadsToFolder(path) else { return nil }
    return Refusal("--stdin: \(FileTrouble.sentence(.read, path, EISDIR))", status: 66)
  }
}

// What a method of that name hides.
private func systemOpen(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC) }
