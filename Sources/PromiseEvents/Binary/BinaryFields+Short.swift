internal import CRecording

// The short forms of the records that nearly all records of a trace are. `CRecording.h` has their
// layouts.
extension BinaryFields {
  /// Returns the ticks since the previous record.
  mutating func shortTicks() throws(Failure) -> Int {
    let low: UInt16 = try fixed()
    return Int(low) | Int(try byte()) << 16
  }

  /// Returns the event of a short record.
  mutating func shortEvent(_ code: UInt8) throws(Failure) -> PromiseEvent.Kind {
    switch Int(code) {
    case cr_code_created: return try shortCreation()
    case cr_code_attached:
      let parent = try promise()
      return .handlerAttached(
        parent: parent, child: try promise(), ordinal: Int(try fixed(as: UInt16.self)),
        queue: try queue())
    case cr_code_enqueued:
      return .jobEnqueued(job: try job(), child: try child(), queue: try queue(), label: nil)
    case cr_code_started:
      return .jobStarted(job: try job(), child: try child(), queue: try queue())
    case cr_code_ended:
      return .jobEnded(
        job: try job(), child: try child(), queue: try queue(), ending: try word("end"))
    case cr_code_integer:
      let promise = try promise()
      return .settled(
        PromiseEvent.Settlement(
          promise: promise, outcome: .fulfilled, description: "\(try fixed(as: Int64.self))"))
    case cr_code_deallocated:
      return .deallocated(promise: try promise(), state: .settled, waiting: [])
    default: throw .unknownCode(code)
    }
  }

  private mutating func shortCreation() throws(Failure) -> PromiseEvent.Kind {
    let (promise, parent) = (try promise(), try promise())
    let operation: PromiseEvent.Operation = try word("op")
    let isGuarantee = try flag("guarantee")
    let column: UInt16 = try fixed()
    let line: UInt32 = try fixed()
    let site = names.file(at: try fixed()).map { file in
      SourceSite(
        file: file, line: Int(line).clamped(to: EventNumbers.lines), column: Int(column))
    }
    return .created(
      PromiseEvent.Creation(
        promise: promise, operation: operation, site: site, parents: [parent],
        isGuarantee: isGuarantee))
  }

  private mutating func promise() throws(Failure) -> PromiseID {
    guard let promise = try child() else { throw .badNumber }
    return promise
  }

  private mutating func child() throws(Failure) -> PromiseID? {
    let number: UInt32 = try fixed()
    return number == 0 ? nil : PromiseID(try names.promise(Int(number)))
  }

  private mutating func job() throws(Failure) -> JobID {
    let number: UInt32 = try fixed()
    guard number > 0 else { throw .badNumber }
    return JobID(try names.job(Int(number)))
  }

  private mutating func queue() throws(Failure) -> QueueID {
    let number: UInt16 = try fixed()
    guard number > 0 else { throw .badNumber }
    return QueueID(Int(number))
  }
}
