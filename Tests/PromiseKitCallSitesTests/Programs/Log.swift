/// What a program did, in order.
class Log {
  private(set) var lines: [String] = []
  func add(_ line: String) { lines.append(line) }
}

/// A server that responds by path, with responses that a test has set.
class FakeServer {
  var answers: [String: [Swift.Result<String, Error>]] = [:]
  private(set) var requests: [String] = []

  /// Returns the next response for the path; the last one repeats.
  func get(_ path: String, completion: @escaping (String?, Error?) -> Void) {
    requests.append(path)
    guard var left = answers[path], !left.isEmpty else { return completion(nil, nil) }
    let answer = left.count > 1 ? left.removeFirst() : left[0]
    answers[path] = left
    switch answer {
    case .success(let text): completion(text, nil)
    case .failure(let error): completion(nil, error)
    }
  }
}

enum ServerError: Error, Equatable {
  case offline, unauthorized, status(Int)
}
