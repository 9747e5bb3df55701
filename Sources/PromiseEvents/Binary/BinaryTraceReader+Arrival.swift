/// A chunk with the names of files, and how much of it was read.
struct NameChunk {
  var offset: Int
  var size: Int
  var read = 0
  var isDamaged = false
}

// What has arrived since the last look at the file.
extension BinaryTraceReader {
  /// Looks for new chunks, and for new records in known ones.
  ///
  /// The file of a running program is larger than its chunks. Of a file that was copied while it
  /// grew, the header may be older than the chunks, so all of it is examined.
  mutating func examine(isComplete: Bool) {
    guard start.isLimited else { return look(isComplete: isComplete) }
    if losses.isOpen {
      countLosses()
      look(isComplete: isComplete)
    } else {
      open(isComplete: isComplete)
    }
  }

  /// Looks for what has arrived.
  mutating func look(isComplete: Bool) {
    for place in heap.indices { heap[place].look(bytes) }
    let waiting = idle
    idle = []
    for chunk in waiting { resume(chunk) }
    let present = max(0, bytes.size - start.size + start.chunkSize - 1) / start.chunkSize
    var limit = min(BinaryFormat.Limit.units, BinaryFormat.Limit.size / start.chunkSize) + holes
    let handedOut = BinaryHeader.chunkCount(bytes)
    let available = min(present, isComplete ? present : handedOut)
    let before = unopened
    unopened = []
    for unit in before { open(unit) }
    while units < min(available, limit) {
      units += open(units)
      guard start.isLimited, unopened.last == units - 1 else { continue }
      // What may be taken into use is not far from the end.
      let next = bytes.nextBytes(from: start.size + units * start.chunkSize) - start.size
      let hole = min(next / start.chunkSize, handedOut - Self.mostUnopened) - units
      guard hole > 0 else { continue }
      (units, holes, limit) = (units + hole, holes + hole, limit + hole)
    }
    if isComplete { complainOnce(of: present, handedOut, limit) }
    // A chunk is taken into use before the next one is created.
    unopened = unopened.suffix(Self.mostUnopened)
    dueCount = heap.count { $0.isDue }
    // After the records, because those that are incomplete were written after this.
    completeUntil = start.completeUntil(bytes)
    readNames()
  }

  private static var mostUnopened: Int { 64 }

  /// Notes if parts of a complete trace are missing or are not read.
  private mutating func complainOnce(of present: Int, _ handedOut: Int, _ limit: Int) {
    guard !isExamined else { return }
    isExamined = true
    if present > limit { complain("the trace is larger than \(limit) chunks; the rest is skipped") }
    if handedOut > present || handedOut * start.chunkSize > bytes.size - start.size {
      complain("the file ends before its last chunk does")
    }
  }

  /// Examines the chunk at a place. Returns the number of units that it has.
  @discardableResult
  private mutating func open(_ unit: Int) -> Int {
    let offset = start.size + unit * start.chunkSize
    let part = bytes.read(at: offset, count: BinaryFormat.chunkHeaderSize)
    guard part.count == BinaryFormat.chunkHeaderSize else { return 1 }
    let content = part.number(BinaryFormat.Chunk.content, as: UInt32.self)
    guard content != BinaryFormat.Content.nothing else {
      unopened.append(unit)
      return 1
    }
    let units = units(of: part, at: offset)
    let size = units * start.chunkSize
    guard size <= BinaryFormat.Limit.chunk + start.chunkSize else {
      complain("the chunk at byte \(offset) is larger than 16 MiB, and skipped")
      return units
    }
    switch content {
    case BinaryFormat.Content.events:
      let ticks = part.number(BinaryFormat.Chunk.ticks, as: UInt64.self)
      clock.add(
        ticks: ticks, nanoseconds: part.number(BinaryFormat.Chunk.nanoseconds, as: Int64.self))
      let thread = Int(part.number(BinaryFormat.Chunk.thread, as: UInt32.self))
      newestChunks[thread] = max(offset, newestChunks[thread] ?? 0)
      resume(
        BinaryChunk(
          offset: offset, size: size, stamp: ticks, thread: thread,
          content: start.isLimited ? content : nil))
    case BinaryFormat.Content.kept where start.isLimited:
      guard !losses.isOpen else { break }
      let ticks = part.number(BinaryFormat.Chunk.ticks, as: UInt64.self)
      resumeKept(
        BinaryChunk(offset: offset, size: size, stamp: ticks, thread: 0, content: content))
    case BinaryFormat.Content.names:
      // The program writes names to one chunk at a time.
      readNames()
      nameChunk = NameChunk(offset: offset, size: size)
    default: complain("the chunk at byte \(offset) is of an unknown kind")
    }
    return units
  }

  /// Returns the number of units of a chunk; 1 if the file does not have so many.
  private mutating func units(of part: [UInt8], at offset: Int) -> Int {
    let units = Int(part.number(BinaryFormat.Chunk.units, as: UInt32.self))
    guard units > 0, units * start.chunkSize <= bytes.size - offset + start.chunkSize else {
      complain("the chunk at byte \(offset) has an impossible size")
      return 1
    }
    return units
  }

  /// Puts a chunk into the heap if it has a record.
  private mutating func resume(_ chunk: BinaryChunk) {
    var chunk = chunk
    chunk.look(bytes)
    do throws(BinaryFields.Failure) {
      if try chunk.advance(bytes, window: BinaryChunk.smallestWindow, names) {
        push(chunk)
      } else if newestChunks[chunk.thread] ?? 0 > chunk.offset {
        // The newer chunk was known before this look.
        finished.append(chunk.offset..<(chunk.offset + chunk.size))
        if start.isLimited { losses.complete.append(chunk) }
      } else if !chunk.isKept {
        idle.append(chunk)
      }
    } catch {
      complain(error, chunk)
    }
  }

  /// Puts the runs of a chunk of kept records into the heap.
  private mutating func resumeKept(_ chunk: BinaryChunk) {
    do throws(BinaryFields.Failure) {
      let runs = try chunk.runs(bytes, names, start.newer ?? .current)
      losses.kept += runs.events
      for run in runs.chunks { resume(run) }
    } catch {
      complain(error, chunk)
    }
  }

  private mutating func readNames() {
    guard var chunk = nameChunk, !chunk.isDamaged else { return }
    let published = bytes.read(at: chunk.offset, count: 4)
      .number(BinaryFormat.Chunk.length, as: UInt32.self)
    let end = min(Int(published), chunk.size - BinaryFormat.chunkHeaderSize)
    while chunk.read < end {
      let part = bytes.read(
        at: chunk.offset + BinaryFormat.chunkHeaderSize + chunk.read,
        count: min(end - chunk.read, Self.namesAtOnce))
      let count = addNames(of: part)
      guard count > 0 else {
        chunk.isDamaged = true
        complain("the names at byte \(chunk.offset + chunk.read) are damaged")
        break
      }
      chunk.read += count
    }
    nameChunk = chunk
  }

  /// Adds the names in a part of a chunk. Returns the size of the complete ones.
  private mutating func addNames(of part: [UInt8]) -> Int {
    var offset = 0
    while offset + 16 <= part.count {
      let address = part.number(offset, as: UInt64.self)
      let length = part.number(offset + 8, as: UInt64.self)
      guard address != 0, length <= UInt64(UInt16.max), offset + 16 + Int(length) <= part.count
      else { break }
      let name = part[(offset + 16)..<(offset + 16 + Int(length))]
      names.add(file: String(decoding: name, as: UTF8.self), at: address)
      offset += 16 + Int(length)
    }
    return offset
  }

  /// The size of the parts in which names are read; the longest name fits.
  private static var namesAtOnce: Int { 128 << 10 }
}
