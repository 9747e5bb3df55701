/// The table of records: their codes, names, and fields.
///
/// Records have no lengths. The header of a trace contains the table of the version that wrote it,
/// so that a reader of an older minor version can skip the records and the fields that it does not
/// know. `docs/reference/binary-traces.md` explains how a line is read.
struct BinaryRecords {
  /// What a field consists of.
  enum FieldType: UInt8 {
    /// A number, which can identify a promise or a job.
    case number = 0x6E  // n
    case promise = 0x70  // p
    case job = 0x6A  // j
    /// A byte: 0 or 1.
    case flag = 0x66  // f
    /// A byte: the place of a word in its list.
    case word = 0x77  // w
    case text = 0x74  // t
    /// A place in a source file.
    case site = 0x73  // s
    /// A number of so many bytes, the lowest first.
    case one = 0x31
    case two = 0x32
    case four = 0x34
    case eight = 0x38
    /// A step that a simulation could take.
    case choice = 0x63  // c
  }

  /// A field of a record.
  struct Field: Equatable {
    var key: String
    var type: FieldType
    /// A byte before the field tells whether it follows.
    var isOptional = false
    /// The number of elements comes before them.
    var isList = false
    /// The field exists only if the last word before it has this number.
    var condition: UInt8?
  }

  /// A line of the table.
  struct Record: Equatable {
    var name: String
    var fields: [Field]
  }

  /// The table of this version, as a header contains it.
  static let text = """
    0 created p:p op:w label:?t site:s parents:*p late:f guarantee:f tag:?t lang:w
    1 bodyStarted p:p
    2 bodyEnded p:p threw:f
    3 handlerAttached p:p parent:p ordinal:n on:n
    4 jobEnqueued j:j p:?p on:n label:?t
    5 jobStarted j:j p:?p on:n
    6 jobEnded j:j p:?p on:n end:w
    7 touched j:j names:*t
    8 handlerSkipped p:p parent:p why:w
    9 adopted p:p inner:p
    10 settled p:p out:w text:t origin:?p from:?p odd:?w site:s
    11 resolutionIgnored p:p out:?w site:s
    12 inputAdded p:p i:n input:p
    13 inputSettled p:p i:n input:p out:w
    14 inputIgnored p:p i:n input:p out:w
    15 errorHandled p:p by:p
    16 errorUnhandled p:p origin:p text:t
    17 deallocated p:p state:w to:p@2 waiting:*p
    18 waitBegan p:p on:?n j:?j site:s
    19 waitEnded p:p on:?n j:?j end:?w
    20 awaitBegan p:p by:?p site:s
    21 awaitEnded p:p end:w by:?p
    22 cancelRequested context:n
    23 timerScheduled timer:n p:?p due:n
    24 timerFired timer:n p:?p
    25 timerCancelled timer:n p:?p
    26 choiceMade chosen:n options:*c
    27 queueDeclared on:n label:t type:w width:?n@2 assumed:f
    28 threadNamed thread:n name:t
    29 note text:t
    30 sourceText file:t line:n text:t
    31 intervened p:p what:t
    32 dropped count:n
    33 spanLinked p:p traceparent:t role:w
    34 processDeclared process:n name:t pid:?n uncertainty:?n
    35 threadAssigned thread:n process:n
    36 gateChanged action:w j:?j timer:?n reason:?t
    48 shortCreated p:4 parent:4 op:1 guarantee:1 column:2 line:4 file:8
    49 shortAttached parent:4 p:4 ordinal:2 on:2
    50 shortEnqueued j:4 p:4 on:2
    51 shortStarted j:4 p:4 on:2
    52 shortEnded j:4 p:4 on:2 end:1
    53 shortFulfilled p:4 integer:8
    54 shortDeallocated p:4
    61 thread thread:n
    62 clock nanoseconds:n

    """

  /// The records by their codes.
  let records: [UInt8: Record]

  /// The records of this version.
  static let current = BinaryRecords(Array(text.utf8))

  /// Reads a table. Lines that are not understood are left out.
  init(_ text: [UInt8]) {
    var records: [UInt8: Record] = [:]
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count >= 2, let code = UInt8(words[0]), code <= BinaryFormat.codeMask else {
        continue
      }
      let fields = words.dropFirst(2).compactMap(Field.init)
      guard fields.count == words.count - 2 else { continue }
      records[code] = Record(name: String(words[1]), fields: fields)
    }
    self.records = records
  }

  subscript(code: UInt8) -> Record? { records[code] }
}

extension BinaryRecords.Field {
  /// Reads `KEY:TYPE`, with `?` or `*` before the type and `@NUMBER` after it.
  init?(_ text: some StringProtocol) {
    let halves = text.split(separator: ":", maxSplits: 1)
    guard halves.count == 2 else { return nil }
    let parts = halves[1].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    var letters = Array((parts.first ?? "").utf8)
    if letters.first == UInt8(ascii: "?") { isOptional = true }
    if letters.first == UInt8(ascii: "*") { isList = true }
    if isOptional || isList { letters.removeFirst() }
    guard letters.count == 1, let type = BinaryRecords.FieldType(rawValue: letters[0]) else {
      return nil
    }
    if parts.count == 2 {
      guard let number = UInt8(parts[1]) else { return nil }
      condition = number
    }
    self.type = type
    key = String(halves[0])
  }
}
