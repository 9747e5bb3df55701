import PromiseGraph
import PromiseInsight
import PromiseSystem

/// What a program prints to standard output and standard error, in one order. However much it is, only the
/// beginning and the end are kept; texts are searched in all of it.
final class PrintedOutput {
  /// The descriptor to wait on.
  var descriptor: Int32 { end.isAtEnd ? -1 : end.descriptor }
  private let end: PipeReader
  /// The descriptor to give to the program; -1 once it is closed.
  private var writing: Int32

  /// The first bytes, and the last ones after them.
  private var head: [UInt8] = []
  private var tail: [UInt8] = []
  /// How many bytes were printed.
  private(set) var count = 0
  private var searches: [TextSearch]
  /// The incomplete line at the end of what was digested, and the digest of the lines before it.
  private var line: [UInt8] = []
  private var digested = 0
  private var mark = OrderMark()

  /// The most bytes that are kept of the beginning, and of the end.
  static let most = 256 << 10
  /// The most bytes that the digest covers.
  private static let mostDigested = 4 << 20

  /// Creates a pipe to print to, and searches what is printed for texts; `nil` if the system has no resources
  /// left.
  init?(searching texts: [String] = []) {
    guard let (end, writing) = PipeReader.pipe() else { return nil }
    (self.end, self.writing) = (end, writing)
    searches = texts.map { TextSearch($0) }
  }

  deinit { closeWriting() }

  /// Redirects the output of a program to this pipe.
  func receive(from program: inout ChildProcess.Program) {
    program.descriptors[STDOUT_FILENO] = writing
    program.descriptors[STDERR_FILENO] = writing
  }

  /// Closes our copy of the program's end, after the program was started.
  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Takes what has arrived; returns whether there was anything.
  @discardableResult
  func read() -> Bool {
    let bytes = end.read()
    take(bytes)
    return !bytes.isEmpty
  }

  /// Takes what is left after the program has ended, up to a limit: another process may still print.
  func readRest() {
    for _ in 0..<256 where read() {}
    if !line.isEmpty { digestLine() }
  }

  private func take(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    count += bytes.count
    for index in searches.indices { searches[index].take(bytes) }
    digest(bytes)
    let room = Self.most - head.count
    head += bytes.prefix(room)
    tail += bytes.dropFirst(room)
    if tail.count > 2 * Self.most { tail.removeFirst(tail.count - Self.most) }
  }

  /// The texts that were found.
  var found: Set<String> { Set(searches.filter(\.isFound).map(\.text)) }

  /// A digest of the lines, without what differs between runs for no reason in the program.
  var digestOfLines: OrderMark { mark }

  private func digest(_ bytes: [UInt8]) {
    guard digested < Self.mostDigested else { return }
    digested += bytes.count
    for byte in bytes {
      if byte == UInt8(ascii: "\n") { digestLine() } else { line.append(byte) }
    }
  }

  private func digestLine() {
    mark.add(masked(String(decoding: line, as: UTF8.self)))
    line.removeAll(keepingCapacity: true)
  }

  /// The last lines.
  var lastLines: [String] {
    var bytes = tail.suffix(Self.most)
    if bytes.count < Self.most, count <= head.count + tail.count { bytes = head + bytes }
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes what is kept to a new file that only this user can read; a line says how much is left out in the
  /// middle. Returns whether the file exists.
  func write(to path: String) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    let last = tail.suffix(Self.most)
    let leftOut = count - head.count - last.count
    let gap = leftOut > 0 ? "\n… \(plural(leftOut, "byte")) left out …\n" : ""
    return [head[...], Array(gap.utf8)[...], last].allSatisfy { writeBytes($0, to: file) == nil }
  }
}

/// Searches for a text in bytes that arrive in pieces.
struct TextSearch {
  let text: String
  private(set) var isFound: Bool
  private let bytes: [UInt8]
  /// The last bytes, in which the text may have begun.
  private var rest: [UInt8] = []

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    isFound = bytes.isEmpty
  }

  /// Searches the next piece.
  mutating func take(_ piece: [UInt8]) {
    guard !isFound else { return }
    let joined = rest + piece
    isFound = Self.contains(joined, bytes)
    rest = Array(joined.suffix(bytes.count - 1))
  }

  private static func contains(_ bytes: [UInt8], _ text: [UInt8]) -> Bool {
    guard let first = text.first else { return true }
    return bytes.withUnsafeBytes { bytes in
      text.withUnsafeBytes { text in
        guard let start = bytes.baseAddress, let wanted = text.baseAddress else { return false }
        var place = 0
        while place + text.count <= bytes.count,
          let found = memchr(start + place, Int32(first), bytes.count - text.count + 1 - place)
        {
          if memcmp(found, wanted, text.count) == 0 { return true }
          place = UnsafeRawPointer(found) - start + 1
        }
        return false
      }
    }
  }
}
