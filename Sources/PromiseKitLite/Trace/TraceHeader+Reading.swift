extension TraceHeader {
  /// The header that the first line of a trace is.
  init(line: UnsafeBufferPointer<UInt8>) throws(TraceError) {
    var tape = JSONTape()
    do {
      try JSONScanner.scan(line, into: &tape)
    } catch {
      throw .notATrace(reason: error.description)
    }
    let version: String
    do {
      (self, version) = try TraceFields.read(line, tape, Self.header)
    } catch {
      throw .notATrace(reason: error.description)
    }
    let numbers = version.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let major = numbers[0], let minor = numbers[1], minor >= 0,
      major > 0
    else {
      throw .notATrace(reason: "there is no version \(version)")
    }
    guard major <= Self.currentMajor else { throw .newerVersion(version) }
    self.major = major
    self.minor = minor
  }

  /// What the fields say, and the version as it is written.
  private static func header(
    _ fields: TraceFields
  ) throws(TraceFields.Failure) -> (TraceHeader, version: String) {
    let version = try fields.string("promise-trace")
    var header = TraceHeader(isVirtual: try fields.maybeString("clock") == "virtual")
    header.title = try fields.maybeString("title")
    header.pid = try fields.maybeInteger("pid")
    header.since = try fields.maybeInteger("since")
    return (header, version)
  }
}
