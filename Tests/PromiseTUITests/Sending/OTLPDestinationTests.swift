import PromiseGraph
import PromiseInsight
import Testing

@testable import promise_tui

/// Where spans are sent, by the options and the variables of OpenTelemetry.
@Suite struct OTLPDestinationTests {
  private func destination(
    _ url: String, encoding: SpanEncoding? = nil, _ variables: [String: String] = [:]
  ) throws -> OTLPDestination {
    try OTLPDestination(url, encoding: encoding, OTLPEnvironment { variables[$0] })
  }

  private func problem(_ url: String, _ variables: [String: String] = [:]) -> String {
    do throws(CommandError) {
      _ = try OTLPDestination(url, encoding: nil, OTLPEnvironment { variables[$0] })
      return ""
    } catch {
      return error.sentence
    }
  }

  @Test(
    "The path of traces is added to a base URL",
    arguments: [
      ("http://localhost:4318", "http://localhost:4318/v1/traces"),
      ("HTTP://localhost:4318/", "http://localhost:4318/v1/traces"),
      ("http://h/otlp//", "http://h/otlp/v1/traces"),
      ("http://h:80/v1/traces", "http://h:80/v1/traces"),
      ("HTTPS://api.example.com/otlp", "https://api.example.com/otlp/v1/traces"),
      ("http://[::1]:4318", "http://[::1]:4318/v1/traces"),
      ("http://h/a?key=1#part", "http://h/a/v1/traces?key=1"),
    ])
  func paths(url: String, expected: String) throws {
    #expect(try destination(url).address.description == expected)
  }

  @Test("The variables are used for what the options leave open")
  func variables() throws {
    let all = [
      "OTEL_EXPORTER_OTLP_ENDPOINT": "http://base:4318",
      "OTEL_EXPORTER_OTLP_HEADERS": "API-Key=old,api-key=a%2Cb, other = 2",
      "OTEL_EXPORTER_OTLP_TIMEOUT": "2500", "OTEL_EXPORTER_OTLP_PROTOCOL": "http/json",
      "OTEL_EXPORTER_OTLP_CERTIFICATE": "/etc/own.pem",
    ]
    let found = try destination("env", all)
    #expect(found.address.description == "http://base:4318/v1/traces")
    #expect(found.headers.map(\.name) == ["api-key", "other"])
    #expect(found.headers.map(\.value) == ["a,b", "2"])
    #expect(found.timeout == 2_500_000_000 && found.encoding == .json)
    #expect(found.certificate == "/etc/own.pem")
    let own = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://own/in"]
    #expect(
      try destination("env", all.merging(own) { $1 }).address.description == "http://own/in")
    #expect(try destination("env").address.description == "http://localhost:4318/v1/traces")
    #expect(try destination("http://x", encoding: .protobuf, all).encoding == .protobuf)
    let service = ["OTEL_RESOURCE_ATTRIBUTES": "service.name=shop,deployment.environment.name=test"]
    let environment = OTLPEnvironment { service[$0] }
    #expect(environment.service == "shop")
    #expect(environment.attributes == [.init("deployment.environment.name", .text("test"))])
  }

  @Test("What cannot be used is explained, with the next step")
  func problems() {
    #expect(problem("localhost:4318").contains("begins with http:// or https://"))
    #expect(problem("ftp://h").contains("http:// or https://"))
    #expect(problem("https://me:secret@host").contains("OTEL_EXPORTER_OTLP_HEADERS"))
    for url in ["https://me:secret@host", "ftp://me:secret@host", "http://me:sec/ret@host"] {
      #expect(problem(url).hasPrefix("--otlp …@host: "), "\(url)")
    }
    for url in [
      "http://", "https://:1", "http://h:99999", "http://h:0", "http://h:x", "http://[::1",
      "http://[::1]x", "http://h[::1]", "http://a b",
    ] {
      #expect(problem(url).contains("not a URL"), "\(url)")
    }
    let headers = "OTEL_EXPORTER_OTLP_HEADERS"
    #expect(problem("http://h", [headers: "a=1,nothing"]).contains("name=value"))
    for header in ["a b=1", "Host=x", "k=a\r\nX: y", "Content-Length=3"] {
      #expect(problem("http://h", [headers: header]).contains("cannot be sent"), "\(header)")
    }
    #expect(
      problem("env", ["OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"]).contains("OTLP over HTTP"))
  }

  @Test("Dates are read as people and as HTTP write them")
  func dates() {
    #expect(CivilDate.nanoseconds("1790000000.25") == 1_790_000_000_250_000_000)
    #expect(CivilDate.nanoseconds("2026-09-21T14:13:20Z") == 1_790_000_000_000_000_000)
    #expect(CivilDate.nanoseconds("2024-02-29T00:00:00.5Z") == 1_709_164_800_500_000_000)
    #expect(CivilDate.http("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
    for text in [
      "", "soon", "2025-02-29T00:00:00Z", "2026-09-21", "-1", "1e999", "2026-13-01T0:0:0Z",
    ] {
      #expect(CivilDate.nanoseconds(text) == nil, "\(text)")
    }
  }
}
