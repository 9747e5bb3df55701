import PromiseSystem

extension TraceOpening {
  /// Opens the file at `path` for the lines of a new trace. A pipe or a device is opened as it is; anything else
  /// must be a regular file, or must not exist.
  package static func lines(at path: String) throws(PromiseTrace.Failure) -> TraceOpening {
    var status = stat()
    guard lstat(path, &status) == 0 else { return try regularFile(at: path) }
    switch status.st_mode & S_IFMT {
    case S_IFIFO:
      guard status.st_uid == geteuid() else { throw ofAnotherUser(path) }
      return try special(path)
    case S_IFCHR: return try special(path)
    case S_IFSOCK, S_IFBLK: throw notAFile(path)
    default: return try regularFile(at: path)
    }
  }

  /// Opens a pipe or a device. A pipe without a reader does not block the program.
  private static func special(_ path: String) throws(PromiseTrace.Failure) -> TraceOpening {
    // A pipe that is opened for reading too needs no reader. It is opened again, write-only, so that
    // the end of its reader is noticed.
    let both = systemOpen(path, O_RDWR | openingFlags, 0)
    let writing = systemOpen(path, O_WRONLY | openingFlags, 0)
    let problem = errno
    if both >= 0, writing >= 0 { systemClose(both) }
    guard let descriptor = GuardedDescriptor(taking: writing >= 0 ? writing : both) else {
      throw unwritable(path, both >= 0 ? errno : problem)
    }
    var status = stat()
    guard fstat(descriptor.number, &status) == 0, status.st_mode & S_IFMT != S_IFREG,
      status.st_mode & S_IFMT != S_IFIFO || status.st_uid == geteuid()
    else {
      descriptor.close()
      throw PromiseTrace.Failure("\(path) has just been replaced: name another file")
    }
    return TraceOpening(descriptor, path: path)
  }
}

// MARK: - Regular files

extension TraceOpening {
  /// Opens the file at `path` for a new trace, for reading and writing.
  ///
  /// The file is empty, a regular file of this user, and no other user can open it. Links are not
  /// followed. An existing trace is moved to the same name with `.1`, and replaces an older one
  /// there. A file that is neither empty nor a trace is left alone.
  ///
  /// If another process is writing to the file, or this process has written to it before it
  /// replaced its program with `exec`, the path gets the process ID, and a number if necessary:
  /// ``path`` is the one that was opened, and ``remark`` says so. The file stays locked with `flock`
  /// as long as the descriptor, a copy of it, or (on Linux) a mapping of the file exists; that is
  /// how other processes know that it is being written.
  ///
  /// - Throws: A failure that says why the file cannot be used, with the next step.
  package static func regularFile(at path: String) throws(PromiseTrace.Failure) -> TraceOpening {
    let own = "\(path).\(getpid())"
    var remark: String?
    for name in [path, own] + (2...maximumPrograms).map({ "\(own).\($0)" }) {
      switch try claim(name) {
      case .success(let descriptor):
        OwnTraces.insert(descriptor.identity)
        return TraceOpening(
          descriptor, path: name,
          remark: remark.map { "\($0), so this one writes to \(name)" })
      case .failure(let reason):
        remark = remark ?? reason.sentence(path)
      }
    }
    throw PromiseTrace.Failure("\(remark ?? path): put %p into the path")
  }

  /// Why a file is not available, although it could be written.
  private enum Occupied: Error {
    case byProcess
    case byEarlierProgram

    func sentence(_ path: String) -> String {
      switch self {
      case .byProcess: "another process is writing to \(path)"
      case .byEarlierProgram: "an earlier program of this process has written to \(path)"
      }
    }
  }

  /// Creates the file, or makes an existing one usable.
  private static func claim(
    _ path: String
  ) throws(PromiseTrace.Failure) -> Result<GuardedDescriptor, Occupied> {
    // Other processes may create, move, and lock the same file between two steps.
    for _ in 0..<maximumAttempts {
      let new = systemOpen(path, O_RDWR | O_CREAT | O_EXCL | openingFlags, 0o600)
      guard new < 0 else {
        let descriptor = try taken(new, path)
        var isKept = false
        defer { if !isKept { descriptor.close() } }
        guard lock(descriptor) else { continue }
        try restrict(descriptor, path)
        isKept = true
        return .success(descriptor)
      }
      guard errno == EEXIST else { throw unwritable(path, errno) }
      if let result = try claimExisting(path) { return result }
    }
    return .failure(.byProcess)
  }

  /// Makes an existing file usable; returns `nil` if it is gone, or was moved out of the way.
  private static func claimExisting(
    _ path: String
  ) throws(PromiseTrace.Failure) -> Result<GuardedDescriptor, Occupied>? {
    let existing = systemOpen(path, O_RDWR | openingFlags, 0)
    if existing < 0 {
      if errno == ENOENT { return nil }
      throw errno == ELOOP || errno == EMLINK ? isLink(path) : unwritable(path, errno)
    }
    let descriptor = try taken(existing, path)
    var isKept = false
    defer { if !isKept { descriptor.close() } }
    let (contents, status) = try checked(descriptor, path)
    guard lock(descriptor) else { return .failure(.byProcess) }
    guard FileIdentity(at: path) == descriptor.identity else { return nil }
    if contents == .nothing {
      try restrict(descriptor, path)
      isKept = true
      return .success(descriptor)
    }
    if OwnTraces.isOfEarlierProgram(contents, status) { return .failure(.byEarlierProgram) }
    try moveAway(path)
    return nil
  }

  /// Checks that the file may be replaced.
  private static func checked(
    _ descriptor: GuardedDescriptor, _ path: String
  ) throws(PromiseTrace.Failure) -> (EarlierContents, stat) {
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { throw unwritable(path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw notAFile(path) }
    guard status.st_uid == geteuid() else { throw ofAnotherUser(path) }
    guard status.st_nlink == 1 else {
      throw PromiseTrace.Failure(
        "\(path) has another name elsewhere (a hard link) and is not overwritten: name another file"
      )
    }
    let contents = EarlierContents(of: descriptor.number)
    guard contents != .other else {
      throw PromiseTrace.Failure(
        "\(path) contains something other than a trace and is not overwritten: name another file")
    }
    return (contents, status)
  }

  /// Moves a trace to the same name with `.1`, where it replaces an older trace.
  private static func moveAway(_ path: String) throws(PromiseTrace.Failure) {
    let older = "\(path).1"
    if FileIdentity(at: older) != nil {
      let existing = systemOpen(older, O_RDWR | openingFlags, 0)
      guard existing >= 0 else { throw errno == ELOOP ? isLink(older) : unwritable(older, errno) }
      let descriptor = try taken(existing, older)
      defer { descriptor.close() }
      _ = try checked(descriptor, older)
      guard lock(descriptor) else {
        throw PromiseTrace.Failure(
          "\(path) cannot be moved to \(older), to which another process is writing: "
            + "name another file")
      }
    }
    guard rename(path, older) == 0 else {
      throw PromiseTrace.Failure(
        "\(path) contains a trace that cannot be moved to \(older): \(systemErrorText(errno)); "
          + "name another file")
    }
  }

  /// Locks the file. Returns `false` if another process has locked it.
  private static func lock(_ descriptor: GuardedDescriptor) -> Bool {
    // Some network file systems have no locks.
    flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  /// Makes the file readable only by its owner.
  private static func restrict(
    _ descriptor: GuardedDescriptor, _ path: String
  ) throws(PromiseTrace.Failure) {
    var status = stat()
    let isDone = fchmod(descriptor.number, 0o600) == 0
    let reason = isDone ? EPERM : errno
    guard isDone, fstat(descriptor.number, &status) == 0, status.st_mode & 0o077 == 0 else {
      descriptor.close()
      throw PromiseTrace.Failure(
        "\(path) cannot be made readable by its owner only: \(systemErrorText(reason)); "
          + "name a file in another folder")
    }
  }

  private static func taken(
    _ descriptor: Int32, _ path: String
  ) throws(PromiseTrace.Failure) -> GuardedDescriptor {
    guard let guarded = GuardedDescriptor(taking: descriptor) else {
      throw unwritable(path, errno)
    }
    return guarded
  }

  private static var openingFlags: Int32 { O_NOFOLLOW | O_CLOEXEC | O_NOCTTY | O_NONBLOCK }
  private static var maximumAttempts: Int { 16 }
  /// The maximum number of programs of one process that record to files side by side.
  private static var maximumPrograms: Int { 64 }
}

// MARK: - Errors

extension TraceOpening {
  private static func unwritable(_ path: String, _ number: Int32) -> PromiseTrace.Failure {
    PromiseTrace.Failure(
      "\(path) cannot be written to: \(systemErrorText(number)); name another file")
  }

  private static func isLink(_ path: String) -> PromiseTrace.Failure {
    PromiseTrace.Failure("\(path) is a symbolic link and is not followed: name the file itself")
  }

  private static func notAFile(_ path: String) -> PromiseTrace.Failure {
    PromiseTrace.Failure("\(path) is not a file that can hold a trace: name another file")
  }

  private static func ofAnotherUser(_ path: String) -> PromiseTrace.Failure {
    PromiseTrace.Failure(
      "\(path) belongs to another user and is not written to: name a file in a folder of your own")
  }
}
