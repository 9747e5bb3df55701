import ArgumentParser
import PromiseGraph
import PromiseInsight

/// The options of commands that send spans.
struct OTLPOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Send the promises as spans, with curl, to a receiver of OTLP over HTTP or HTTPS, such as http://localhost:4318; 'env' takes the URL from OTEL_EXPORTER_OTLP_ENDPOINT.",
      valueName: "url"))
  var otlp: String?

  @Option(
    help: ArgumentHelp(
      "With --otlp: send this header as well, such as Authorization=KEY. May be repeated.",
      valueName: "name=value"))
  var otlpHeader: [String] = []

  @Option(
    help: ArgumentHelp(
      "For spans: the name of the service. Default: OTEL_SERVICE_NAME, or the trace's title.",
      valueName: "name"))
  var serviceName: String?

  func validate() throws {
    if otlp == nil, !otlpHeader.isEmpty {
      throw ValidationError("--otlp-header requires --otlp.")
    }
    if serviceName?.isEmpty == true { throw ValidationError("--service-name needs a name.") }
  }

  /// Returns where to send; `nil` if nothing is sent.
  ///
  /// - Throws: The exit status, after the reason is reported, also if there is no curl.
  func destination(as encoding: SpanEncoding? = nil) throws -> OTLPDestination? {
    guard let otlp else { return nil }
    do throws(CommandError) {
      let destination = try OTLPDestination(
        otlp, headers: otlpHeader, encoding: encoding, .current)
      if let problem = ProgramSearch.problem(with: Curl.name) {
        throw CommandError(problem, status: 66)
      }
      return destination
    } catch {
      throw error.report()
    }
  }
}
