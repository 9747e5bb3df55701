import ArgumentParser
import PromiseKitLite
import PromiseSystem

/// Writes a trace as JSON Lines while it is read, however long it is.
struct LineConversion {
  private var decoder: TraceDecoder
  private let writer = TraceWriter()
  private var hasBegun = false

  /// Creates a conversion of what `input` contains. If `follows`, it goes on for as long as the program is running.
  init(_ input: TraceInput, follows: Bool) {
    decoder = TraceDecoder(input.descriptor)
    decoder.follows = follows
  }

  /// What the reader of the lines should know: what could not be read, and whether the recording is incomplete.
  var complaints: [String] { decoder.complaints }
  /// Whether something could not be read.
  var isDamaged: Bool { decoder.isDamaged }

  /// Returns the next lines; empty if there are none at the moment, `nil` at the end. `hasEnded` says whether the program
  /// has, if the trace does not say so.
  mutating func next(hasEnded: Bool = true) throws(CommandError) -> [UInt8]? {
    let step = try decoder.read(hasEnded: hasEnded)
    var bytes: [UInt8] = []
    if !hasBegun, let header = decoder.header {
      hasBegun = true
      bytes = writer.line(header)
    }
    switch step {
    case .events(let events): for event in events { writer.append(event, to: &bytes) }
    case .nothing: break
    case .ended: if bytes.isEmpty { return nil }
    }
    return bytes
  }

  /// Prints each event as a line as soon as it happens, until the program has ended; `isRunning` says whether it has,
  /// if the trace does not say so.
  ///
  /// - Throws: The reason, or the exit status, if something could not be read.
  static func print(_ input: TraceInput, while isRunning: () -> Bool) throws {
    var conversion = LineConversion(input, follows: true)
    do {
      while let bytes = try conversion.next(hasEnded: !isRunning()) {
        Output.emit(bytes)
        if bytes.isEmpty { _ = waitToRead([], milliseconds: 50) }
      }
    } catch {
      throw error.about(input.name)
    }
    for sentence in conversion.complaints { Output.printError("\(input.name): \(sentence)") }
    if conversion.isDamaged { throw ExitCode(65) }
  }

  /// Replaces the file at `path` by the trace in another file as JSON Lines. A trace that is written in lines is moved there.
  static func convert(_ trace: String, to path: String) throws(CommandError) {
    let input = try TraceInput.open(trace)
    defer { input.close() }
    var conversion = LineConversion(input, follows: false)
    var first: [UInt8]?
    do { first = try conversion.next() } catch { throw error.about(trace, status: 1) }
    guard !conversion.decoder.isLines else {
      guard rename(trace, path) == 0 else { throw .unwritable(path) }
      return
    }
    do {
      try OutputFile.replace(path) { file in
        while let bytes = first {
          if let number = writeBytes(bytes[...], to: file) { return number }
          if bytes.isEmpty { _ = waitToRead([], milliseconds: 10) }
          do { first = try conversion.next() } catch { return EIO }
        }
        return nil
      }
    } catch {
      throw CommandError("\(error.sentence); the trace is in \(trace)")
    }
    unlink(trace)
  }
}
