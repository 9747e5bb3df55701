import PromiseSystem

/// What is wrong with a file where the system says no, and what to do about it.
enum FileTrouble {
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
