import PromiseSystem

/// Looks for programs as the system does, to say what is wrong before anything is begun.
enum ProgramSearch {
  /// Why a program does not start; none where nothing is known to be in its way.
  static func obstacle(to name: String) -> String? {
    guard !name.contains("/") else {
      return problem(at: name).map {
        ChildProcess.explanation(of: ChildProcess.StartError(number: $0), name)
      }
    }
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let isFound = folders.split(separator: ":").contains { problem(at: "\($0)/\(name)") == nil }
    return isFound
      ? nil : ChildProcess.explanation(of: ChildProcess.StartError(number: ENOENT), name)
  }

  private static func problem(at path: String) -> Int32? {
    if Folder.leadsToFolder(path) { return EACCES }
    return access(path, X_OK) == 0 ? nil : errno
  }
}
