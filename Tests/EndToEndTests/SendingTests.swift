import Foundation
import Testing

/// A receiver of spans with TLS on this machine, and the certificate that was made for it.
private final class SecureReceiver {
  /// Whether the programs are there that it is made from.
  static let isPossible = ["curl", "openssl", "python3"].allSatisfy { name in
    (try? Command([name, name == "openssl" ? "version" : "--version"]).run().status) == 0
  }

  private let scratch: ScratchFolder
  private let server: RunningCommand
  private let port: String

  /// The certificate, which nobody has signed.
  var certificate: String { scratch.path("certificate.pem") }
  var address: String { "https://localhost:\(port)" }

  /// The requests so far: path, key, type of the body, and whether the body is as long as it says. A request
  /// to `/silent` is not answered; the end of its connection follows.
  var requests: [String] {
    (scratch.text("requests") ?? "").split(separator: "\n").map(String.init)
  }

  init() throws {
    scratch = try ScratchFolder()
    let made = try Command([
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
      "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
      "-keyout", scratch.path("key.pem"), "-out", scratch.path("certificate.pem"),
    ]).run()
    try #require(made.status == 0, "\(made.error)")
    server = try Command(["python3", "-c", Self.script, scratch.root]).start()
    port = try server.wait(for: "the port of the receiver") { [scratch] in
      scratch.text("port")?.trimmingCharacters(in: .newlines)
    }
  }

  deinit { _ = try? server.end() }

  private static let script = """
    import http.server, os, ssl, sys
    folder = sys.argv[1]

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            size = int(self.headers["Content-Length"])
            whole = len(self.rfile.read(size)) == size
            self.log(self.path, self.headers["X-Key"], self.headers["Content-Type"], whole)
            if self.path.startswith("/silent"):
                try: self.rfile.read(1)
                finally: return self.log("gone")
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log(self, *words):
            with open(folder + "/requests", "a") as log: print(*words, file=log)

        def log_message(self, *arguments): pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder + "/certificate.pem", folder + "/key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    with open(folder + "/port.new", "w") as file: print(server.server_address[1], file=file)
    os.rename(folder + "/port.new", folder + "/port")
    server.serve_forever()
    """
}

extension EndToEnd {
  /// Spans that are sent to a receiver with TLS.
  @Suite(.enabled(if: SecureReceiver.isPossible, "curl, openssl or python3 is not installed"))
  struct SendingTests {
    @Test(
      "A receiver whose certificate a variable names gets the spans, with the headers",
      arguments: ["SSL_CERT_FILE", "CURL_CA_BUNDLE", "OTEL_EXPORTER_OTLP_CERTIFICATE"])
    func trusted(variable: String) throws {
      let receiver = try SecureReceiver()
      let outcome = try Binary.run(
        "export", "then-order", "--epoch", "1790000000", "--otlp", receiver.address,
        environment: [
          variable: receiver.certificate, "OTEL_EXPORTER_OTLP_HEADERS": "X-Key=k",
        ])
      #expect(outcome.status == 0 && outcome.error.contains("to \(receiver.address)/v1/traces"))
      #expect(receiver.requests == ["/v1/traces k application/x-protobuf True"])
    }

    @Test("A receiver whose certificate is not trusted gets nothing, and is not tried again")
    func untrusted() throws {
      let receiver = try SecureReceiver()
      let outcome = try Binary.run(
        "export", "then-order", "--epoch", "1790000000", "--otlp", receiver.address)
      #expect(outcome.status == 1)
      #expect(outcome.error.contains("has a certificate that is not trusted: SSL certificate"))
      #expect(outcome.error.contains("were not sent: 'promise-tui export then-order"))
      #expect(receiver.requests.isEmpty)
    }

    @Test("The spans of a program are sent while it is recorded")
    func recorded() throws {
      let receiver = try SecureReceiver()
      let scratch = try ScratchFolder()
      let outcome = try Binary.run(
        "record", "--otlp", receiver.address, "-o", scratch.path("run.ptrace"), "--",
        TracedProgram.path, "chain",
        environment: [
          "SSL_CERT_FILE": receiver.certificate, "OTEL_EXPORTER_OTLP_HEADERS": "X-Key=from%20there",
        ])
      #expect(outcome.status == 0 && outcome.error.contains("to \(receiver.address)/v1/traces"))
      #expect(
        receiver.requests.allSatisfy {
          $0 == "/v1/traces from there application/x-protobuf True"
        })
      #expect(!receiver.requests.isEmpty)
    }

    @Test("A request is ended if promise-tui is killed")
    func killed() throws {
      let receiver = try SecureReceiver()
      let sending = try Command(
        [Binary.path, "export", "then-order", "--otlp", "\(receiver.address)/silent"],
        environment: ["SSL_CERT_FILE": receiver.certificate]
      ).start()
      try sending.wait(for: "the request") { receiver.requests.isEmpty ? nil : () }
      _ = try sending.end(SIGKILL)
      try wait(for: "the end of the connection") { receiver.requests.last == "gone" ? () : nil }
    }
  }
}
