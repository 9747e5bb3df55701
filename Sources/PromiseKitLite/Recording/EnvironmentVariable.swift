internal import CRecording
import PromiseSystem

/// The environment variables with which a user controls this library in a program.
package enum EnvironmentVariable {
  /// Returns the value of a variable; `nil` if it is empty or not set, or if the process has more
  /// privileges than the user who set it.
  package static func value(of name: String) -> String? {
    guard !cr_has_raised_privileges(), let value = getenv(name), value.pointee != 0 else {
      return nil
    }
    return String(cString: value)
  }
}

/// The process at the other end of a socket.
enum Peer {
  /// Whether it belongs to the same user as this process.
  static func isSameUser(_ socket: Int32) -> Bool {
    var user: uid_t = 0
    return cr_peer_user(socket, &user) && user == geteuid()
  }
}
