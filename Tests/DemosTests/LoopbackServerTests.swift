import PromiseKitLite
import PromiseSimulation
import Synchronization
import Testing

@testable import Demos

@Suite("The server of a demo on real queues") struct LoopbackServerTests {
  @Test(
    "A response comes over the connection whole, with its status, from a thread of the server",
    arguments: ["", "[tea,milk]", "a\r\n\r\nb", String(repeating: "größer ", count: 20_000)])
  func wholeResponse(body: String) throws {
    let environment = PromiseEnvironment(executor: WatchedExecutor(whenIdle: {}), observers: [])
    let server = Mutex<ThreadID?>(nil)
    let answer = try environment.run {
      try response(to: "/list") {
        server.withLock { $0 = environment.executor.thread }
        return Response(status: 404, body: body)
      }
    }
    #expect(answer.status == 404)
    #expect(answer.body == body)
    #expect(server.withLock { $0 } != nil)
    #expect(server.withLock { $0 } != environment.executor.thread)
  }

  @Test("In a simulation, the thread that waits makes the response itself")
  func simulated() throws {
    let simulation = Simulation()
    let executor = simulation.environment.executor
    let server = Mutex<ThreadID?>(nil)
    try simulation.start {
      let answer = try response(to: "/list") {
        server.withLock { $0 = executor.thread }
        return Response(status: 200, body: "[]")
      }
      #expect(answer.body == "[]")
      #expect(server.withLock { $0 } == executor.thread)
    }
    #expect(server.withLock { $0 } != nil)
  }
}
