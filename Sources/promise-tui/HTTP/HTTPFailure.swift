import PromiseSystem

/// Why a request got no answer.
enum HTTPFailure: Error, Hashable {
  /// The name of the host is not known; the system's reason.
  case unknownHost(String)
  /// There is no connection; the system's error number.
  case noConnection(Int32)
  /// There was no answer in time.
  case timeout
  /// The server closed the connection before its answer was complete.
  case closed
  /// The answer is not HTTP; what is wrong with it.
  case garbage(String)
}

extension HTTPFailure: CustomStringConvertible {
  /// The failure in words that follow the address: `http://localhost:4318 refused the connection`.
  var description: String {
    switch self {
    case .unknownHost(let reason): "is not known: \(reason)"
    case .noConnection(ECONNREFUSED): "refuses the connection"
    case .noConnection(let number): "cannot be reached: \(String(cString: strerror(number)))"
    case .timeout: "does not answer in time"
    case .closed: "closed the connection before its answer was complete"
    case .garbage(let what): "answers with something else than HTTP: \(what)"
    }
  }
}
