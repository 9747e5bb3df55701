import Measuring

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The result of one trial of one subject.
struct Cell: Sendable {
  var text: String
  /// Whether the goal of PromiseKitLite is reached; `nil` if it was not measured.
  var reaches: Bool?
}

/// Runs every trial in separate processes, and prints the rows.
func report(program: String, runs: Int) {
  let table = Table(
    ["to the limit, on a stack of 512 KB"] + Subject.all.map(\.name) + ["goal", "reached"])
  for trial in Trial.allCases {
    let cells = trial.cells(program: program, runs: runs)
    table.line(
      [trial.title] + cells.map(\.text) + [trial.goal, TableText.reached(cells.first?.reaches)])
  }
}

extension Trial {
  /// The goal for PromiseKitLite.
  var goal: String {
    switch self {
    case .memory: "≤ 300 B, ≤ 5"
    case .rejection: "works"
    case .adoptionInline, .adoptionQueued: "≤ 600 ns, constant memory"
    case .drop: "frees all"
    case .buffer: "≤ 64 MiB"
    }
  }

  func cells(program: String, runs: Int) -> [Cell] {
    var times: [String: [Double]] = [:]
    var dead: [String: Child] = [:]
    let subjects = Subject.all.filter { $0.trials[self] != nil }
    if isTimed {
      for run in 0..<runs {
        for subject in subjects where dead[subject.name] == nil {
          Terminal.progress("\(rawValue), run \(run + 1) of \(runs): \(subject.name)")
          let child = Child.run(program, [rawValue, subject.name, "time"])
          if child.status == 0, let time = child.figures.first {
            times[subject.name, default: []].append(time)
          } else {
            dead[subject.name] = child
          }
        }
      }
    }
    defer { Terminal.progress("") }
    return Subject.all.map { subject in
      guard subject.trials[self] != nil else { return Cell(text: TableText.nothing) }
      if let child = dead[subject.name] { return Cell(child) }
      Terminal.progress("\(rawValue), memory: \(subject.name)")
      let child = Child.run(program, [rawValue, subject.name, "heap"])
      guard child.status == 0 || child.isUncounted else { return Cell(child) }
      return cell(times[subject.name].map { Spread($0) }, child.status == 0 ? child.figures : nil)
    }
  }

  /// A Boolean value that indicates whether time is measured in addition to memory.
  private var isTimed: Bool {
    switch self {
    case .rejection, .adoptionInline, .adoptionQueued: true
    case .memory, .drop, .buffer: false
    }
  }

  /// Formats the figures; `heap` is what was counted, if that was possible.
  private func cell(_ time: Spread?, _ heap: [Double]?) -> Cell {
    let nanoseconds = time.map { "\(TableText.figure($0)) ns" } ?? TableText.nothing
    guard let heap, heap.count > 1 else {
      return Cell(text: nanoseconds, reaches: self == .rejection ? true : nil)
    }
    switch self {
    case .memory:
      return Cell(
        text: "\(TableText.figure(heap[0])) B, \(TableText.plain(heap[1]))",
        reaches: heap[0] <= 300 && heap[1] <= 5)
    case .rejection: return Cell(text: nanoseconds, reaches: true)
    case .adoptionInline, .adoptionQueued:
      let step = heap[0] / Double(count)
      let isConstant = step < 1
      let memory = isConstant ? "constant" : "\(TableText.figure(step)) B a step"
      return Cell(
        text: "\(nanoseconds), \(memory)",
        reaches: isConstant && (time.map { $0.median <= 600 } ?? false))
    case .drop:
      let link = heap[1] / Double(count)
      return link < 1
        ? Cell(text: "frees all", reaches: true)
        : Cell(text: "leaks \(TableText.figure(link)) B a link", reaches: false)
    case .buffer:
      let size = heap[1] / 1_048_576
      return Cell(text: "\(TableText.figure(size)) MiB", reaches: size <= 64)
    }
  }
}

extension Cell {
  /// Creates the cell for a process that crashed or failed.
  fileprivate init(_ child: Child) {
    let isOverflow = child.signal == SIGSEGV || child.signal == SIGBUS
    text = isOverflow ? "overflow" : "fails"
    reaches = false
  }
}

extension Child {
  /// The numbers in its output.
  fileprivate var figures: [Double] {
    output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
  }

  /// A Boolean value that indicates whether the heap cannot be counted on this system.
  fileprivate var isUncounted: Bool { status == Trial.uncounted }
}
