import Synchronization

/// Where an operator was written, as the compiler passes it: kept in two words, and made into text
/// when an event or a report needs it.
@usableFromInline
package struct CallSite: BitwiseCopyable, Sendable {
  /// Where the characters of `#fileID` begin; they live as long as the program.
  @usableFromInline let file: UInt
  @usableFromInline package let line: UInt32
  @usableFromInline package let column: UInt16
  @usableFromInline let fileLength: UInt16

  @inlinable
  package init(_ file: StaticString, _ line: UInt, _ column: UInt) {
    // Only a string of one character that somebody passes by hand has no pointer.
    let isText = file.hasPointerRepresentation
    self.file = isText ? UInt(bitPattern: file.utf8Start) : 0
    fileLength = isText ? UInt16(clamping: file.utf8CodeUnitCount) : 0
    self.line = UInt32(clamping: line)
    self.column = UInt16(clamping: column)
  }

  /// No place: of a function that was handed over, and is called from where no compiler passes one.
  @inlinable
  package static var unknown: CallSite { CallSite() }

  @inlinable
  package init() { (file, line, column, fileLength) = (0, 0, 0, 0) }

  /// It is a place.
  var isKnown: Bool { file != 0 && fileLength != 0 }

  /// The place as events carry it; one without a file is unknown.
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

  /// The names of the files that were asked for, by where they begin: made once each.
  private static let names = Mutex<[UInt: String]>([:])
}
