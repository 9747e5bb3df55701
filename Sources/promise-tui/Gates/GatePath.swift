/// Explains why there is no gate at the path of a socket.
enum GatePath {
  /// Returns what else is there.
  static func sentence(_ path: String, _ foreign: GateLink.Foreign) -> String {
    switch foreign {
    case .trace:
      "\(path) is a socket for events, as with an earlier version of PromiseKitLite, not a gate. A gate is at "
        + "the path in PROMISE_GATE=unix:PATH"
    case .other:
      "\(path): the program that listens there has no gate: name the socket in PROMISE_GATE=unix:PATH"
    case .newer:
      "\(path): the gate is of a newer version: install the promise-tui that belongs to the program"
    }
  }

  /// Returns what a connection means that brought nothing.
  static func sentence(_ path: String, isSilent: Bool) -> String {
    isSilent
      ? "\(path): the program that listens there does not respond: is it stopped? Name the socket in PROMISE_GATE=unix:PATH"
      : "\(path): the connection was closed: only the user who runs the program may attach to its gate, from at most 8 screens"
  }

  /// Says that a program has connected no gate.
  static func missing(in program: String) -> String {
    "\(program) has no gate: it runs as without --gate. A gate needs PromiseKitLite of this version, "
      + "built without PROMISE_NO_GATE; Node.js has none"
  }

  /// Says that a program has created no promise, and so has no gate, so far.
  static func notYet(in program: String) -> String {
    "\(program) has no gate so far: a program that links PromiseKitLite connects it with its first promise"
  }

  /// Says that another front end controls a gate.
  static let busy =
    "close the other promise-tui first: it controls the gate, and this screen only shows the program"
}
