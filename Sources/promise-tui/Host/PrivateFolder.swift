import CHost
import PromiseSystem
import Synchronization

/// A folder that only this user can read, with the traces of a program. It is removed with
/// everything in it when the process ends, even if the process is killed.
final class PrivateFolder: Sendable {
  /// The path of the folder.
  let path: String

  /// Creates an empty folder; `nil` if that fails, with the reason in `errno`.
  init?() {
    var made: String?
    for _ in 0..<16 where made == nil {
      let path =
        "\(Folder.temporary)/promise-tui.\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
      // Removed by then, even if this process is killed in between.
      host_guard_folder(path, true)
      if mkdir(path, 0o700) == 0 {
        made = path
      } else {
        let number = errno
        host_guard_folder(path, false)
        errno = number
        if number != EEXIST { return nil }
      }
    }
    guard let made else { return nil }
    path = made
    Self.left.withLock { paths in
      if paths.isEmpty { atexit { PrivateFolder.removeAll() } }
      paths.insert(made)
    }
  }

  /// Removes the folder now.
  func remove() {
    Self.left.withLock { _ = $0.remove(path) }
    Self.remove(path)
    host_guard_folder(path, false)
  }

  /// The folders that exist.
  private static let left = Mutex<Set<String>>([])

  private static func removeAll() {
    for path in left.withLock({ $0 }) { remove(path) }
  }

  private static func remove(_ path: String) {
    for name in Folder.names(of: path) { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
