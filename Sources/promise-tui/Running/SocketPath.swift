import PromiseSystem

/// The path of a socket, looked at before anybody waits for it.
enum SocketPath {
  /// Why nobody will ever listen there; none where somebody may.
  static func refusal(of path: String) -> Refusal? {
    guard !path.isEmpty else {
      return Refusal(
        "the path of the socket is empty: name that of PROMISE_TRACE=unix:PATH, as /tmp/my.sock",
        status: 64)
    }
    let longest = LocalSocket.longestPath
    guard path.utf8.count <= longest else {
      return Refusal(
        "the path of a socket has at most \(longest) bytes: \(path) is longer; one below /tmp is short",
        status: 64)
    }
    if Folder.leadsToFolder(path) {
      return Refusal("\(path) is a folder: name the socket in it", status: 66)
    }
    if Folder.exists(path), !Folder.isSocket(path) {
      return Refusal(
        "\(path) is no socket: 'promise-tui open \(shellQuoted(path))' shows what was recorded",
        status: 66)
    }
    let folder = Folder.parent(of: Folder.absolute(path)) ?? "/"
    guard Folder.leadsToFolder(folder) else {
      return Refusal(FileTrouble.sentence(.write, path, ENOENT), status: 66)
    }
    return nil
  }

  /// Why nobody can connect there, where that is not because nobody listens yet.
  static func sentence(_ path: String, _ failure: LocalSocket.Failure) -> String {
    [EACCES, EPERM].contains(failure.number)
      ? "\(path): \(failure): only the user of the program that listens there may attach"
      : "\(path): \(failure): name the socket of PROMISE_TRACE=unix:PATH"
  }
}
