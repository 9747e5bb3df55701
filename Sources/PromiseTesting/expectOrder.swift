import PromiseExploration
import PromiseGraph
import PromiseKitLite
public import Testing

/// Runs a program, and records an issue if its handlers do not start in the order given in a file.
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
/// `UPDATE_ORDERS=1 swift test` writes the file. It is text that you can read and edit: a line for
/// each handler, such as `20 show on main`, and for each note. Without the number, the time is not
/// compared. Lines between `{` and `}` may come in any order, `#` starts a comment, and `expect:
/// login before show` adds an expectation. See `docs/debug/checking.md` for details.
///
/// If there is an issue, the trace of the run and a picture of its order are attached to the test, with Swift 6.2
/// or later; `swift test --attachments-path FOLDER` writes them to a folder that exists.
///
/// - Parameters:
///   - file: The path of the file, relative to the test's source file.
///   - section: The section `[NAME]` of the file, if it contains several orders.
///   - run: How to run the program: in virtual time by default, or `.real`. On real queues times
///     are not compared.
///   - filePath: The test's source file.
///   - sourceLocation: Where issues are recorded.
///   - isolation: The actor of the caller, on which `body` runs.
///   - body: The program. Its result is kept until the run has ended.
/// - Throws: What `body` throws.
public func expectOrder<End, Failure: Error>(
  _ file: String, section: String? = nil, on run: ExecutionMode = .simulated,
  filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation, _ body: () throws(Failure) -> End
) async throws(Failure) {
  let file = OrderFile(file, section: section, beside: filePath)
  let outcome = await run.outcome(isolation: isolation, body)
  outcome.record(at: sourceLocation, named: file.attachmentName, expecting: { file.golden }) {
    run in
    if OrderFile.isUpdating { return file.update(to: run, isVirtual: outcome.isVirtual) }
    return file.problem(with: run, times: outcome.isVirtual)
  }
  _ = try outcome.result?.get()
}

/// Runs a program, and records an issue if its handlers do not start in the given order.
///
/// If there is an issue, the trace of the run and a picture of its order are attached to the test, with Swift 6.2
/// or later.
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
///   - lines: The lines, as in a file: `show on main`, or `20 show on main` to compare the time,
///     too; `{` and `}` around lines in any order; and `expect: login before show` for an
///     expectation.
///   - run: How to run the program: in virtual time by default, or `.real`. On real queues times
///     are not compared.
///   - sourceLocation: Where issues are recorded.
///   - isolation: The actor of the caller, on which `body` runs.
///   - body: The program. Its result is kept until the run has ended.
/// - Throws: What `body` throws.
public func expectOrder<End, Failure: Error>(
  _ lines: [String], on run: ExecutionMode = .simulated,
  sourceLocation: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation, _ body: () throws(Failure) -> End
) async throws(Failure) {
  let outcome = await run.outcome(isolation: isolation, body)
  let expected = { try? GoldenOrders(withExpectations: lines.joined(separator: "\n"))[nil] }
  outcome.record(at: sourceLocation, named: "order", expecting: expected) { run in
    OrderFile.problem(with: run, against: lines, times: outcome.isVirtual)
  }
  _ = try outcome.result?.get()
}

extension RunOutcome {
  /// Records what is wrong with the run, and what `check` reports. If anything is, the run is attached.
  ///
  /// - Parameters:
  ///   - location: Where the issues are recorded.
  ///   - name: The name of the attachments.
  ///   - golden: Returns the expected order; `nil` if there is none.
  ///   - check: Returns what is wrong with the order of the run.
  fileprivate func record(
    at location: SourceLocation, named name: String, expecting golden: () -> GoldenOrder?,
    _ check: ([PromiseEvent]) -> String?
  ) {
    let problems = [problem, check(events)].compactMap { $0 }
    guard !problems.isEmpty else { return }
    RunAttachments(name: name, events: events, isVirtual: isVirtual, golden: golden())
      .record(at: location)
    for problem in problems {
      Issue.record(Comment(rawValue: problem), sourceLocation: location)
    }
  }
}
