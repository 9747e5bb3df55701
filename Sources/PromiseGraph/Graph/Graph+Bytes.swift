/// About what a graph takes. The figures were measured (`make bench` compares them with what the process
/// takes): the things themselves, their boxes, and their places in the tables.
extension Graph {
  /// About how many bytes it takes. O(1)
  package var byteCount: Int {
    promiseTable.count * 680 + jobTable.count * 190 + timerTable.count * 160
      + chainTable.count * 120 + groupTable.count * 640 + notes.count * 96 + findings.count * 224
      + inputCount * 60 + lineTable.count * 400 + steps.keptCount * 40
      + (oblivion.begun.keptCount + oblivion.lasting.keptCount) * 24
      + textBytes
  }

  /// How many bytes were forgotten so far, which earlier versions of the graph still have.
  var forgottenBytes: Int { copies.forgotten }

  /// How many bytes were copied so far because another version of the graph has them too: what two
  /// versions do not share is the difference of theirs.
  var copiedBytes: Int {
    let tables =
      promiseTable.copiedBytes + jobTable.copiedBytes + timerTable.copiedBytes
      + chainTable.copiedBytes + jobNeighbours.copiedBytes + copies.bytes
      // With each its list of promises.
      + (groupTable.copiedBytes + lineTable.copiedBytes) * 3 / 2
    // What the allocator adds, and the lists that are not in tables.
    return tables + tables / 3
  }
}

/// Bytes that were copied, and that were forgotten. They tell nothing of what a graph shows: any two are equal.
struct CopyCount: Equatable, Sendable {
  var bytes = 0
  var forgotten = 0

  static func == (a: CopyCount, b: CopyCount) -> Bool { true }
}
