import PromiseSystem

/// Checks the path of the socket of a gate before waiting for a program there.
enum SocketPath {
  /// Returns why no program can ever listen there; `nil` if one may.
  static func problem(with path: String) -> CommandError? {
    guard !path.isEmpty else {
      return CommandError(
        "the path of the socket is empty: give the one in PROMISE_GATE=unix:PATH, such as /tmp/my.sock",
        status: 64)
    }
    let longest = LocalSocket.longestPath
    guard path.utf8.count <= longest else {
      return CommandError(
        "\(path): too long for a socket: a path has at most \(longest) bytes. Choose a short one, such as /tmp/my.sock",
        status: 64)
    }
    if Folder.leadsToFolder(path) {
      return CommandError("\(path) is a folder: name the socket in it", status: 66)
    }
    if Folder.exists(path), !Folder.isSocket(path) {
      return CommandError(
        "\(path) is not a socket: name the one in PROMISE_GATE=unix:PATH", status: 66)
    }
    let folder = Folder.parent(of: Folder.absolute(path)) ?? "/"
    guard Folder.leadsToFolder(folder) else {
      return CommandError(CommandError.unwritable(path, ENOENT).sentence, status: 66)
    }
    return nil
  }

  /// Returns why connecting failed, if the reason is not that no program listens yet.
  static func sentence(_ path: String, _ number: Int32) -> String {
    let reason = String(cString: strerror(number))
    return [EACCES, EPERM].contains(number)
      ? "\(path): \(reason): only the user who runs the program may attach to it"
      : "\(path): \(reason): name the socket in PROMISE_GATE=unix:PATH"
  }
}
