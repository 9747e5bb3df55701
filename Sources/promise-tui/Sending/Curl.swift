import PromiseSystem

/// Sends requests to a receiver with curl, a process for each of them.
///
/// Everyone on the machine can read the arguments of a process, and a file can be left behind. So curl
/// reads the address and the headers, which may be secrets, from its standard input, and the body from
/// a pipe.
struct Curl {
  let destination: OTLPDestination
  /// The program, to be found in `PATH`, or its path.
  var program = Curl.name
  /// Becomes readable when sending has to end; -1 for never.
  var interrupted: Int32 = -1
  /// How much longer than its timeout curl may take before it is ended, in nanoseconds.
  var grace: Int64 = 1_000_000_000

  static let name = "curl"
  /// The descriptor from which curl reads the body.
  private static var input: Int32 { 3 }

  /// Sends a body, and returns the answer.
  func post(_ body: [UInt8]) throws(SendingFailure) -> ReceiverAnswer {
    guard let settings = PipeWriter(Array(configuration.utf8)), let input = PipeWriter(body),
      let answer = CurlOutput(keeping: 1 << 16, of: 16 << 20),
      let headers = CurlOutput(keeping: 1 << 16, of: 1 << 16)
    else { throw .other(String(cString: strerror(errno))) }
    let curl = try start([
      STDIN_FILENO: settings.reading, Self.input: input.reading,
      STDOUT_FILENO: answer.writing, STDERR_FILENO: headers.writing,
    ])
    defer { curl.end() }
    let deadline = EventWaiter.now + destination.timeout + grace
    while true {
      // Asked first, so that what curl printed before its end is read.
      let ending = curl.ending
      guard answer.read() else { throw .garbage("a body without end") }
      guard headers.read() else { throw .garbage("headers without end") }
      if let ending {
        guard ending == .exited(0) else { throw SendingFailure(ending, printing: headers.kept) }
        if let answer = ReceiverAnswer(headers: headers.kept, body: answer.kept) { return answer }
        throw .closed
      }
      let left = deadline - EventWaiter.now
      settings.write()
      input.write()
      let unwritten = settings.isWritten ? input : settings
      let ready = waitToRead(
        [interrupted, curl.ended, answer.descriptor, headers.descriptor],
        orToWrite: unwritten.descriptor, milliseconds: Int32(clamping: max(0, left) / 1_000_000 + 1)
      )
      guard left > 0, !ready[0] else { throw .timeout }
    }
  }

  private func start(_ descriptors: [Int32: Int32]) throws(SendingFailure) -> ChildProcess {
    do {
      return try ChildProcess.start(
        ChildProcess.Program(
          // Without -q, a file of the user could change what is sent, and to where.
          arguments: [program, "-q", "--config", "-"],
          // In other locales, curl may read a number with a comma.
          variables: ["LC_ALL": "C"], descriptors: descriptors))
    } catch {
      throw .other("\(program) does not start: \(error.reason)")
    }
  }

  // MARK: - The configuration

  /// What curl reads from its standard input: an option on each line.
  var configuration: String {
    let milliseconds = max(1, destination.timeout / 1_000_000)
    let fraction = "\(milliseconds % 1000 + 1000)".dropFirst()
    var options = [
      "silent", "show-error", "globoff", "path-as-is", "suppress-connect-headers",
      Self.option("proto", "=http,https"), Self.option("url", "\(destination.address)"),
      Self.option("max-time", "\(milliseconds / 1000).\(fraction)"),
      Self.option("dump-header", "/dev/fd/\(STDERR_FILENO)"),
      // The body follows without an invitation.
      Self.option("header", "Expect:"),
    ]
    // A proxy is for other machines, whatever the environment says.
    if destination.address.isLocal { options.append(Self.option("noproxy", "*")) }
    if let certificate = destination.certificate {
      options.append(Self.option("cacert", certificate))
    }
    for (name, value) in destination.allHeaders {
      // For curl, a colon without a value removes a header.
      let isEmpty = value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      options.append(Self.option("header", isEmpty ? "\(name);" : "\(name): \(value)"))
    }
    // The last one: curl reads the body to its end before it reads on here.
    options.append(Self.option("data-binary", "@/dev/fd/\(Self.input)"))
    return options.map { $0 + "\n" }.joined()
  }

  private static func option(_ name: String, _ value: String) -> String {
    var quoted = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\", "\"": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return "\(name) = \"\(quoted)\""
  }
}

/// What curl prints to one of its descriptors, up to a limit.
private final class CurlOutput {
  /// The descriptor to give to curl.
  let writing: Int32
  /// The first bytes.
  private(set) var kept: [UInt8] = []
  private let end: PipeReader
  private let limits: (kept: Int, count: Int)
  private var count = 0

  /// Creates a pipe, of whose bytes so many are kept and so many are read; `nil` if no descriptors are
  /// left.
  init?(keeping kept: Int, of count: Int) {
    guard let (end, writing) = PipeReader.pipe() else { return nil }
    (self.end, self.writing, limits) = (end, writing, (kept, count))
  }

  deinit { close(writing) }

  /// The descriptor to wait on.
  var descriptor: Int32 { end.descriptor }

  /// Reads what has arrived; returns `false` if it is more than the limit.
  func read() -> Bool {
    while count <= limits.count, case let bytes = end.read(), !bytes.isEmpty {
      count += bytes.count
      kept += bytes.prefix(max(0, limits.kept - kept.count))
    }
    return count <= limits.count
  }
}
