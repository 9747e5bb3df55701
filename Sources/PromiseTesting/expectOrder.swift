import PromiseKitLite
public import Testing

/// Runs a program and records an issue where its handlers do not begin in the order that a file tells.
///
/// ```swift
/// @Test func checkout() async throws {
///   try await expectOrder("Orders/checkout.order") {
///     firstly { login() }
///       .then(label: "items") { token in fetch(token) }
///       .done(label: "show") { items in print(items) }
///       .cauterize()
///   }
/// }
/// ```
///
/// `UPDATE_ORDERS=1 swift test` writes the file. It is a text to read and to change: a line for each
/// handler, such as `20 show on main`, and for each note. Without the number the time is not compared;
/// lines between `{` and `}` may come in any order; `#` begins a comment; `expect: login before show` says
/// what else holds. `docs/checking.md` tells all.
///
/// - Parameters:
///   - file: The path of the file, beside the test's own source file.
///   - section: The section `[NAME]` of the file, where it holds several orders.
///   - run: In virtual time, unless it is `.real`. On real queues times are not compared.
///   - filePath: The test's source file.
///   - sourceLocation: Where the issue is told.
///   - isolation: The actor of the caller, on which `body` runs.
///   - body: The program. What it returns is kept until the run is over.
/// - Throws: What `body` throws.
public func expectOrder<End, Failure: Error>(
  _ file: String, section: String? = nil, on run: ExecutionMode = .simulated,
  filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation, _ body: () throws(Failure) -> End
) async throws(Failure) {
  let file = OrderFile(file, section: section, beside: filePath)
  let outcome = await run.outcome(isolation: isolation, body)
  outcome.tell(at: sourceLocation) { run in
    if OrderFile.isUpdating { return file.update(to: run, isVirtual: outcome.isVirtual) }
    return file.problem(with: run, times: outcome.isVirtual)
  }
  _ = try outcome.result?.get()
}

/// Runs a program and records an issue where its handlers do not begin in that order.
///
/// ```swift
/// @Test func order() async throws {
///   try await expectOrder(["items on main", "show on main"]) {
///     login().then(label: "items") { token in fetch(token) }.done(label: "show") { print($0) }.cauterize()
///   }
/// }
/// ```
///
/// - Parameters:
///   - lines: The lines as in a file: `show on main`, or `20 show on main` to compare the time, too; and
///     `{` and `}` around lines in any order; and `expect: login before show` for what else holds.
///   - run: In virtual time, unless it is `.real`. On real queues times are not compared.
///   - sourceLocation: Where the issue is told.
///   - isolation: The actor of the caller, on which `body` runs.
///   - body: The program. What it returns is kept until the run is over.
/// - Throws: What `body` throws.
public func expectOrder<End, Failure: Error>(
  _ lines: [String], on run: ExecutionMode = .simulated,
  sourceLocation: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation, _ body: () throws(Failure) -> End
) async throws(Failure) {
  let outcome = await run.outcome(isolation: isolation, body)
  outcome.tell(at: sourceLocation) { run in
    OrderFile.problem(with: run, against: lines, times: outcome.isVirtual)
  }
  _ = try outcome.result?.get()
}

extension RunOutcome {
  /// Records what is wrong with the run, and what `check` says of it.
  fileprivate func tell(at location: SourceLocation, _ check: ([PromiseEvent]) -> String?) {
    if let problem { Issue.record(Comment(rawValue: problem), sourceLocation: location) }
    if let problem = check(events) {
      Issue.record(Comment(rawValue: problem), sourceLocation: location)
    }
  }
}
