extension TraceHeader {
  /// The header that the first line of a trace is.
  init(line: ArraySlice<UInt8>) throws(TraceError) {
    let value: JSONValue
    do {
      value = try JSONScanner.value(of: line)
    } catch {
      throw .notATrace(reason: error.description)
    }
    let version: String
    do {
      let fields = try TraceFields(value)
      version = try fields.string("promise-trace")
      isVirtual = try fields.maybeString("clock") == "virtual"
      title = try fields.maybeString("title")
      pid = try fields.maybeInteger("pid")
      since = try fields.maybeInteger("since")
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
}
