import Measuring

/// The options of the command line.
struct Options {
  var rounds = 9
  var workloads = Workload.allCases
  var subjects = Subject.all
  /// Overrides the clock of the workloads.
  var clock: Clock?

  init(_ arguments: some Sequence<String>) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--quick": rounds = 3
      case "--rounds":
        guard let number = arguments.next().flatMap({ Int($0) }), number > 0 else {
          Options.fail("--rounds N")
        }
        rounds = number
      case "--processor-time": clock = .processor
      case "--only":
        let wanted = Options.list(arguments.next())
        workloads = Workload.allCases.filter { (load: Workload) -> Bool in
          wanted.contains { load.rawValue.hasPrefix($0) }
        }
        if workloads.isEmpty { Options.fail("no such workload") }
      case "--subject":
        let wanted = Options.list(arguments.next())
        subjects = Subject.all.filter { wanted.contains($0.name) }
        if subjects.isEmpty { Options.fail("no such subject") }
      default: Options.fail("unknown: \(argument)")
      }
    }
  }

  private static func list(_ text: String?) -> [String] {
    (text ?? "").split(separator: ",").map { String($0) }
  }

  private static func fail(_ what: String) -> Never {
    Terminal.fail("promise-benchmarks: \(what)")
  }
}
