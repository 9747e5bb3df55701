import Measuring

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Counts the instructions that a link executes, with Valgrind: unlike a time, their number hardly changes
/// from run to run.
enum Instructions {
  private static let valgrind = "/usr/bin/valgrind"

  /// Returns the instructions for a link in the given build of this program; `nil` without Valgrind.
  static func perLink(_ links: Links, of program: String) -> Double? {
    guard access(valgrind, X_OK) == 0 else { return nil }
    // What happens once is in both counts. So few rounds have no warm-up.
    let (few, many) = (2, 4)
    guard let first = count(links, rounds: few, program),
      let second = count(links, rounds: many, program)
    else { return nil }
    return Double(second - first) / Double((many - few) * Links.count)
  }

  private static func count(_ links: Links, rounds: Int, _ program: String) -> Int? {
    let child = Child.run(
      valgrind,
      [
        "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", "--log-fd=1",
        program, "chains", links.rawValue, "1", "\(rounds)",
      ])
    // ==1== I   refs:      1,234,567
    for line in child.output.split(separator: "\n") where line.contains("refs:") {
      return line.split(separator: ":").last.flatMap { Int($0.filter(\.isNumber)) }
    }
    return nil
  }
}
