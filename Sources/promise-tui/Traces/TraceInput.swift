import ArgumentParser

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
    guard Folder.exists(path) else {
      Output.complain("there is no file \(path)")
      throw ExitCode(66)
    }
    guard !Folder.leadsToFolder(path) else {
      Output.complain("\(path) is a folder, and no trace")
      throw ExitCode(66)
    }
    guard !Folder.isSocket(path) else {
      Output.complain("\(path) is a socket: 'promise-tui attach \(path)' reads what comes there")
      throw ExitCode(66)
    }
    let descriptor = systemOpen(path)
    guard descriptor >= 0 else {
      Output.complain("\(path) cannot be read: \(String(cString: strerror(errno)))")
      throw ExitCode(66)
    }
    return TraceInput(name: path, descriptor: descriptor, path: path)
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
