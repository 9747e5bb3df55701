import ArgumentParser
import PromiseSystem

/// Where the bytes of a trace come from: a file, or standard input.
struct TraceInput: Sendable {
  /// How it is called in sentences.
  let name: String
  /// Where it is read.
  let descriptor: Int32
  /// The file's path; none of standard input.
  let path: String?

  /// The file of that path, or for `-` standard input.
  ///
  /// - Throws: The exit status, once the reason is told: 66 where there is nothing to read.
  static func open(_ path: String) throws -> TraceInput {
    if path == "-" {
      guard isatty(STDIN_FILENO) == 0 else {
        throw unusable(
          "'-' reads a trace that is piped in: PROMISE_TRACE=fd:3 ./myapp 3>&1 >&2 | promise-tui open -"
        )
      }
      return TraceInput(name: "standard input", descriptor: STDIN_FILENO, path: nil)
    }
    if let refusal = refusal(of: path) { throw refusal.told() }
    let descriptor = systemOpen(path)
    guard descriptor >= 0 else {
      throw Refusal(FileTrouble.sentence(.read, path, errno), status: 66).told()
    }
    return TraceInput(name: path, descriptor: descriptor, path: path)
  }

  /// Why there is no trace to read at a path; none where there may be one.
  static func refusal(of path: String) -> Refusal? {
    guard !path.isEmpty else {
      return Refusal(
        "the name of the trace is empty: name a file, or - for standard input", status: 64)
    }
    guard Folder.exists(path) else {
      return Refusal(
        "there is no file \(path): 'promise-tui record -o \(shellQuoted(path)) -- PROGRAM' makes one",
        status: 66)
    }
    guard !Folder.leadsToFolder(path) else {
      let traces = Folder.names(of: path).filter { $0.hasSuffix(".jsonl") }
      let example = traces.first.map { ", as \(path)/\($0)" } ?? ""
      return Refusal("\(path) is a folder, and no trace: name a file in it\(example)", status: 66)
    }
    guard !Folder.isSocket(path) else {
      return Refusal(
        "\(path) is a socket: 'promise-tui attach \(shellQuoted(path))' reads what comes there",
        status: 66)
    }
    return nil
  }

  /// How many bytes the file has; none where that is not known, as of a pipe.
  var size: Int? {
    var about = stat()
    guard fstat(descriptor, &about) == 0, about.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(about.st_size)
  }

  /// Some bytes, once there are any; none at the end.
  func read(into buffer: inout [UInt8]) -> ArraySlice<UInt8> {
    while true {
      let count = systemRead(descriptor, &buffer, buffer.count)
      if count > 0 { return buffer[..<count] }
      guard count < 0, errno == EINTR || errno == EAGAIN else { return [] }
      // Somebody else has made it a descriptor that does not wait.
      if errno == EAGAIN {
        var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&source, 1, -1)
      }
    }
  }

  /// Is read no more.
  func close() { if path != nil { systemClose(descriptor) } }
}

// What methods of those names hide.
private func systemOpen(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC) }
private func systemRead(
  _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int
) -> Int { read(descriptor, bytes, count) }
private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
