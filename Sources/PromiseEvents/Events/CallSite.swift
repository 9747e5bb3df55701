import Synchronization

/// The source location of an operator, as the compiler passes it. It takes two words of memory, and
/// is converted to text only when an event or a report needs it.
@usableFromInline
package struct CallSite: BitwiseCopyable, Sendable {
  /// The address of the characters of `#fileID`, which live as long as the program.
  @usableFromInline let file: UInt
  @usableFromInline package let line: UInt32
  @usableFromInline package let column: UInt16
  @usableFromInline let fileLength: UInt16

  @inlinable
  package init(_ file: StaticString, _ line: UInt, _ column: UInt) {
    // Only a one-character string that a caller passes explicitly has no pointer.
    let isText = file.hasPointerRepresentation
    self.file = isText ? UInt(bitPattern: file.utf8Start) : 0
    fileLength = isText ? UInt16(clamping: file.utf8CodeUnitCount) : 0
    self.line = UInt32(clamping: line)
    self.column = UInt16(clamping: column)
  }

  /// The call site of a function that was passed as a value: the compiler supplies no location for
  /// its calls.
  @inlinable
  package static var unknown: CallSite { CallSite() }

  @inlinable
  package init() { (file, line, column, fileLength) = (0, 0, 0, 0) }

  /// The address that identifies the file; 0 if it is not known.
  @inlinable
  package var fileAddress: UInt64 { UInt64(file) }

  /// A Boolean value that indicates whether the location is known.
  package var isKnown: Bool { file != 0 && fileLength != 0 }

  /// Returns whether this is the same call as another one.
  package func isSame(as other: CallSite) -> Bool {
    file == other.file && line == other.line && column == other.column
  }

  /// The location as events carry it; one without a file is unknown.
  package var resolved: SourceSite {
    SourceSite(file: fileID, line: Int(line), column: Int(column))
  }

  private var fileID: String {
    Self.names.withLock { names in
      if let known = names[file] { return known }
      guard let start = UnsafePointer<UInt8>(bitPattern: file) else { return "" }
      let name = String(
        decoding: UnsafeBufferPointer(start: start, count: Int(fileLength)), as: UTF8.self)
      names[file] = name
      return name
    }
  }

  /// The names of the files that were looked up so far, by the address of their characters.
  private static let names = Mutex<[UInt: String]>([:])
}
