package import PromiseEvents

// How processes, and what belongs to them, are named if there are several.

extension Graph {
  /// Returns the name of a process; of several with that name, with the number that distinguishes them:
  /// `store 4711`.
  package func name(of process: ProcessID) -> String {
    guard let node = processTables.processes[process.rawValue] else { return "\(process)" }
    let isUnique = processTables.processes.numbers.allSatisfy {
      $0 == process.rawValue || processTables.processes[$0]?.name != node.name
    }
    if isUnique { return node.name }
    return "\(node.name) \(node.systemID.map(String.init) ?? "\(process)")"
  }

  /// Returns the label of a queue; among several processes, with the name of its process: `store/main`. O(1), or
  /// O(processes)
  package func queueName(_ id: QueueID) -> String {
    guard hasProcesses, let process = process(of: id) else { return queueLabel(id) }
    return "\(brief(name(of: process), 24))/\(queueLabel(id))"
  }

  /// Returns the title of a promise; among several processes, with the name of its process: `store/charge`.
  package func titleInProcess(of id: PromiseID, _ title: String) -> String {
    guard hasProcesses, let process = process(of: id) else { return title }
    return "\(brief(name(of: process), 24))/\(title)"
  }

  /// Returns whether a promise is the first of its process on its way: what it is drawn below is in another
  /// process, or there is nothing above it.
  package func entersProcess(_ id: PromiseID) -> Bool {
    guard hasProcesses else { return false }
    guard let above = promise(above: id) else { return true }
    return process(of: above) != process(of: id)
  }
}

extension Graph {
  /// Returns a promise's name for sentences, with its process if there are several: `p7 'charge' (in store)`.
  package func nameInProcess(of id: PromiseID, _ language: Language) -> String {
    guard hasProcesses, let process = process(of: id) else { return plainName(of: id) }
    return language.text("\(plainName(of: id)) (in \(brief(name(of: process), 24)))")
  }

  /// Returns what is known of a process besides its name: its number, and how exact its clock is.
  package func details(of process: ProcessID, _ language: Language) -> [String] {
    guard let node = self.process(process) else { return [] }
    // A name that other processes have too is followed by the number.
    let isNamed = name(of: process) != node.name
    return [
      isNamed ? nil : node.systemID.map { language.text("pid \($0)") },
      node.uncertainty.map { language.clock($0) },
    ].compactMap { $0 }
  }
}

extension Language {
  /// Returns how exact the clock of a process is: `clock within 0.8 ms`.
  package func clock(_ uncertainty: Int64) -> String {
    uncertainty >= ProcessNode.unknownUncertainty
      ? self.text("clock not aligned") : self.text("clock within \(milliseconds(uncertainty)) ms")
  }
}
