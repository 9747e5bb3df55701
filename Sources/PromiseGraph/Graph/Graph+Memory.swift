/// What a graph counts for the memory that it takes.
struct MemoryCounts: Equatable, Sendable {
  /// The inputs of fan-ins.
  var inputs = 0
  /// The bytes of texts.
  var texts = 0
  /// The copied bytes of inputs and of the durations of groups.
  var copies = CopyCount()
}

/// The bytes that were copied, and those that were forgotten. They do not affect what a graph shows, so any two
/// are equal.
struct CopyCount: Equatable, Sendable {
  var bytes = 0
  var forgotten = 0

  static func == (a: CopyCount, b: CopyCount) -> Bool { true }
}

/// The approximate memory of a graph. The figures were measured (`make bench` compares them with the memory of
/// the process): the elements themselves, their boxes, and their places in the tables.
extension Graph {
  /// About how many bytes it takes. O(1)
  package var byteCount: Int {
    promiseTable.count * 680 + jobTable.count * 190 + timerTables.timers.count * 160
      + chainTables.chains.count * 120 + chainTables.groups.count * 640 + notes.count * 96
      + memory.inputs * 60 + lineTables.lines.count * 400 + steps.keptCount * 40 + spanTables.links
      .count * 250
      + (eviction.begun.keptCount + eviction.lasting.keptCount) * 24
      + memory.texts
  }

  /// How many bytes were forgotten so far that earlier versions of the graph still have.
  var forgottenBytes: Int { memory.copies.forgotten }

  /// How many bytes were copied so far because another version of the graph has them too. The difference
  /// between two versions is what they do not share.
  var copiedBytes: Int {
    let tables =
      promiseTable.copiedBytes + jobTable.copiedBytes + timerTables.timers.copiedBytes
      + chainTables.chains.copiedBytes + queueTables.neighbors.copiedBytes + memory.copies.bytes
      // Each has a list of promises.
      + (chainTables.groups.copiedBytes + lineTables.lines.copiedBytes) * 3 / 2
    // Adds the overhead of the allocator, and the lists that are not in tables.
    return tables + tables / 3
  }
}
