import Synchronization
import PromiseSystem

/// A folder that nobody else can look into, with a socket in it; both go away with the process, however it
/// leaves.
final class PrivateFolder: Sendable {
  /// Where it is: short, since the path of a socket may not be long.
  let path: String
  /// Where the socket is.
  var socket: String { "\(path)/trace" }

  /// An empty folder; none where there is no room for one.
  init?() {
    var template = Array("/tmp/promise-tui.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    Self.left.withLock { paths in
      if paths.isEmpty { atexit { PrivateFolder.removeAll() } }
      paths.insert(path)
    }
  }

  /// Takes it away, now.
  func remove() {
    Self.left.withLock { _ = $0.remove(path) }
    Self.remove(path)
  }

  /// The folders that are there.
  private static let left = Mutex<Set<String>>([])

  private static func removeAll() {
    for path in left.withLock({ $0 }) { remove(path) }
  }

  private static func remove(_ path: String) {
    for name in Folder.names(of: path) { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
