/// The names in a trace: those of files, and the numbers of promises and jobs.
///
/// Each thread of the program takes numbers for its promises and jobs in blocks. In the events,
/// they are numbered from 1 in the order of their first events.
final class BinaryNames {
  private var files: [UInt64: String] = [:]
  private var promises = Numbering()
  private var jobs = Numbering()
  private var shared: [String] = Array(repeating: "", count: 256)
  /// The minor version of the trace.
  let minor: UInt16
  /// Whether the record of an await contains its function and its place, and that of a creation its
  /// language, as they do since version 1.2.
  let hasFunctionsOfAwaits: Bool

  init(minor: UInt16 = BinaryFormat.minor) {
    self.minor = minor
    hasFunctionsOfAwaits = minor >= 2
  }

  /// Notes the name of a file.
  func add(file: String, at address: UInt64) { files[address] = file }

  /// Returns the name of the file that had this address in the program.
  func file(at address: UInt64) -> String? { files[address] }

  /// Returns the number of a promise.
  func promise(_ number: Int) throws(BinaryFields.Failure) -> Int {
    try promises.number(of: number)
  }

  /// Returns the number of a job.
  func job(_ number: Int) throws(BinaryFields.Failure) -> Int { try jobs.number(of: number) }

  /// Returns the number that a job has in the program. O(n) in the jobs.
  func original(of job: Int) -> Int? { jobs.original(of: job) }

  /// Returns the text. Repeated texts share their memory.
  func text(_ bytes: UnsafeRawBufferPointer) -> String {
    guard bytes.count > 15, bytes.count <= 64 else { return String(decoding: bytes, as: UTF8.self) }
    var hash = UInt64(bytes.count)
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let place = Int(truncatingIfNeeded: hash >> 20) & (shared.count - 1)
    if !shared[place].utf8.elementsEqual(bytes) {
      shared[place] = String(decoding: bytes, as: UTF8.self)
    }
    return shared[place]
  }
}

/// New numbers for old ones, counted from 1: a hash table with linear probing, which takes at most
/// 48 bytes for each number, whatever the old ones are.
struct Numbering {
  /// The old numbers, or 0, and the new ones at the same places.
  private var old = [UInt64](repeating: 0, count: 64)
  private var new = [UInt32](repeating: 0, count: 64)
  private var count = 0
  /// A random odd number, so that a file cannot choose numbers that collide.
  private let factor = UInt64.random(in: 0 ... .max) | 1

  /// Returns the new number of a positive old one.
  mutating func number(of number: Int) throws(BinaryFields.Failure) -> Int {
    let key = UInt64(bitPattern: Int64(number))
    var place = place(of: key)
    while old[place] != 0 {
      if old[place] == key { return Int(new[place]) }
      place = (place + 1) & (old.count - 1)
    }
    guard count < BinaryFormat.Limit.numbers else { throw .tooMany }
    count += 1
    old[place] = key
    new[place] = UInt32(count)
    if count * 2 > old.count { grow() }
    return count
  }

  /// Returns the old number of a new one. O(n)
  func original(of number: Int) -> Int? {
    guard number > 0, let place = new.firstIndex(of: UInt32(clamping: number)) else { return nil }
    return Int(Int64(bitPattern: old[place]))
  }

  /// Numbers that follow each other, which threads take in blocks, are neighbors in the table.
  private func place(of key: UInt64) -> Int {
    let block = (key >> 3) &* factor
    return Int(truncatingIfNeeded: (block >> 29) << 3 | key & 7) & (old.count - 1)
  }

  private mutating func grow() {
    let (formerOld, formerNew) = (old, new)
    old = [UInt64](repeating: 0, count: 2 * formerOld.count)
    new = [UInt32](repeating: 0, count: 2 * formerOld.count)
    for index in formerOld.indices where formerOld[index] != 0 {
      var place = place(of: formerOld[index])
      while old[place] != 0 { place = (place + 1) & (old.count - 1) }
      old[place] = formerOld[index]
      new[place] = formerNew[index]
    }
  }
}
