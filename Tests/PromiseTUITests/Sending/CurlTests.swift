import Foundation
import PromiseGraph
import PromiseInsight
import TestSupport
import Testing

@testable import promise_tui

/// What curl is given, and what it does with it.
@Suite(.enabled(if: hasCurl, "curl is not installed"))
struct CurlTests {
  private func makeCurl(
    _ address: String, headers: [(name: String, value: String)] = [],
    timeout: Int64 = 3_600_000_000_000
  ) throws -> Curl {
    var destination = OTLPDestination(try OTLPAddress(address))
    (destination.headers, destination.timeout) = (headers, timeout)
    return Curl(destination: destination)
  }

  /// Runs `body` with the path of a shell script.
  private func withScript(_ text: String, _ body: (String) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "curl-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try ShellScript.write(text, to: path)
    try body(path)
  }

  private func failure(_ curl: Curl, sending body: [UInt8] = [1]) -> SendingFailure? {
    do throws(SendingFailure) {
      _ = try curl.post(body)
      return nil
    } catch {
      return error
    }
  }

  @Test("The URL, the headers and the body arrive as they were given, whatever is in them")
  func headers() throws {
    let receiver = try #require(Receiver([.answer(answer(200))]))
    defer { receiver.stop() }
    let values = [
      #"a "quoted" \n \\ text\"#, "\"", "@/etc/hostname", "a\tb", "# no comment", "ключ", "a=b;c:d",
      "", "%41{1,2}[3]",
    ]
    let headers = values.enumerated().map { ("X-\($0.offset)", $0.element) }
    let address = receiver.address + #"/a/../b/{1,2}[3-4]\"x"?key=%20"#
    let body = Array("\u{0}\n\r\n@-\u{7}".utf8)
    #expect(try makeCurl(address, headers: headers).post(body).status == 200)
    let request = try #require(receiver.requests.first)
    #expect(request.utf8.suffix(body.count).elementsEqual(body))
    #expect(request.hasPrefix(#"POST /a/../b/{1,2}[3-4]\"x"?key=%20 HTTP/1.1"# + "\r\n"))
    for (name, value) in headers {
      let line = "\r\n\(name):\(value.isEmpty ? "" : " ")\(value)\r\n"
      #expect(request.contains(line), "\(name)")
    }
    #expect(!request.contains("Expect"))
  }

  @Test("A body of many megabytes arrives whole")
  func large() throws {
    let receiver = try #require(Receiver([.answer(answer(200))]))
    defer { receiver.stop() }
    let body = Array(repeating: UInt8(ascii: "x"), count: 20 << 20)
    #expect(try makeCurl(receiver.address).post(body).status == 200)
    let request = try #require(receiver.requests.first)
    #expect(request.contains("\r\nContent-Length: \(body.count)\r\n"))
    #expect(Array(request.utf8.suffix(body.count)) == body)
  }

  @Test("The configuration of the user is not read")
  func configuration() throws {
    let receiver = try #require(Receiver([.answer(answer(200))]))
    defer { receiver.stop() }
    let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }
    let settings = """
      proxy = "http://127.0.0.1:1"
      url = "http://127.0.0.1:1"
      header = "X-Home: 1"

      """
    try settings.write(toFile: "\(home)/.curlrc", atomically: true, encoding: .utf8)
    try withScript(#"HOME='\#(home)' CURL_HOME='\#(home)' exec curl "$@""#) { script in
      var curl = try makeCurl(receiver.address)
      curl.program = script
      #expect(try curl.post([1]).status == 200)
    }
    #expect(receiver.requests.count == 1 && receiver.requests.first?.contains("X-Home") == false)
  }

  @Test("A proxy of the environment is used for other machines, and not for this one")
  func proxy() throws {
    let receiver = try #require(Receiver([.answer(answer(200))]))
    defer { receiver.stop() }
    let script = #"http_proxy=http://127.0.0.1:\#(receiver.port) no_proxy= exec curl "$@""#
    try withScript(script) { script in
      var curl = try makeCurl("http://collector.example/v1/traces")
      curl.program = script
      #expect(try curl.post([1]).status == 200)
    }
    let request = try #require(receiver.requests.first)
    #expect(request.hasPrefix("POST http://collector.example/v1/traces HTTP/1.1\r\n"))
    try withScript(#"http_proxy=http://127.0.0.1:1 exec curl "$@""#) { script in
      var curl = try makeCurl(receiver.address)
      curl.program = script
      #expect(try curl.post([1]).status == 200)
    }
  }

  @Test(
    "No process has a header, an address or the spans in its arguments",
    .enabled(if: Folder.leadsToFolder("/proc/self"), "there is no /proc"))
  func arguments() throws {
    let receiver = try #require(Receiver([.silence]))
    defer { receiver.stop() }
    let stop = try #require(WakePipe())
    defer { stop.close() }
    var curl = try makeCurl(receiver.address, headers: [("X-Key", "a-secret-of-this-test")])
    curl.interrupted = stop.reading
    let sending = Sending(curl)
    receiver.waitForRequest()
    let lines = Folder.names(of: "/proc").compactMap { process -> [String]? in
      guard process.allSatisfy(\.isNumber),
        let bytes = try? SmallFile.read("/proc/\(process)/cmdline", limit: 1 << 20)
      else { return nil }
      return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(lines.contains(["curl", "-q", "--config", "-"]))
    for text in ["a-secret-of-this-test", ":\(receiver.port)", "spans-of-this-test"] {
      #expect(!lines.contains { $0.contains { $0.contains(text) } })
    }
    stop.wake()
    #expect(sending.failure() == .timeout)
    receiver.waitForEnd()
  }

  /// A request on a thread of its own.
  private final class Sending: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var result: SendingFailure?

    init(_ curl: Curl) {
      Thread.detachNewThread {
        do throws(SendingFailure) {
          _ = try curl.post(Array("spans-of-this-test".utf8))
        } catch {
          self.result = error
        }
        self.done.signal()
      }
    }

    /// Waits for its end, and returns why there was no answer.
    func failure() -> SendingFailure? {
      done.wait()
      return result
    }
  }

  @Test("A curl that hangs is ended when its time is over, and when sending has to end")
  func hanging() throws {
    try withScript("exec sleep 1000000") { script in
      var hanging = try makeCurl("http://127.0.0.1:1", timeout: 1_000_000)
      (hanging.program, hanging.grace) = (script, 0)
      // More than the pipe holds.
      #expect(failure(hanging, sending: Array(repeating: 1, count: 1 << 20)) == .timeout)
      let stop = try #require(WakePipe())
      defer { stop.close() }
      stop.wake()
      var interrupted = try makeCurl("http://127.0.0.1:1")
      (interrupted.program, interrupted.interrupted) = (script, stop.reading)
      #expect(failure(interrupted) == .timeout)
    }
  }

  @Test("What curl says is reported, and so is a curl that says nothing or does not start")
  func messages() throws {
    try withScript("echo 'curl: (6) Could not resolve host: h' >&2; exit 6") { script in
      var unknown = try makeCurl("http://h")
      unknown.program = script
      #expect(failure(unknown)?.reason == "is not known: Could not resolve host: h")
    }
    try withScript("exit 3") { script in
      var silent = try makeCurl("http://h")
      silent.program = script
      #expect(failure(silent) == .other("curl ended with status 3"))
      silent.program = "/nowhere/curl"
      let reason = "/nowhere/curl does not start: No such file or directory"
      #expect(failure(silent) == .other(reason))
    }
    let message = Array("Warning\nHTTP/1.1 200\ncurl: (60) SSL \u{1b}[31mproblem\nMore: x\n".utf8)
    let untrusted = SendingFailure(.exited(60), printing: message)
    #expect(untrusted.isLasting && untrusted.reason.contains("not trusted: SSL "))
    #expect(!untrusted.reason.contains("\u{1b}") && !untrusted.reason.contains("More"))
    let refused = SendingFailure(
      .exited(56), printing: Array("curl: (56) CONNECT tunnel failed, response 407\n".utf8))
    #expect(refused == .other("CONNECT tunnel failed, response 407") && !refused.isLasting)
    #expect(SendingFailure(.signalled(9), printing: []) == .other("curl ended with status 137"))
  }
}
