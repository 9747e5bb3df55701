import ArgumentParser
import Dispatch
import Foundation
import PromiseKitLite

/// Starts the shop's server, and lets several customers place orders at the same time.
@main
struct Program: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "checkout",
    abstract:
      "Customers log in, fetch their carts, and place orders, over HTTP, with a built-in server.")

  @Option(
    help: ArgumentHelp(
      "The number of customers who place orders at the same time.", valueName: "count"))
  var customers = 1

  @Option(
    help: ArgumentHelp(
      "How many milliseconds the server takes to determine the day.", valueName: "ms"))
  var slow = 200

  @Option(
    help: ArgumentHelp("How many milliseconds a customer waits for the day.", valueName: "ms"))
  var patience = 150

  @Flag(help: "Make the server refuse every order, so that each customer gives up.")
  var fail = false

  @Option(
    help: ArgumentHelp(
      "Only run the server, on this port, until SIGTERM or ^C: a service that another process uses.",
      valueName: "port"))
  var serveStore: UInt16?

  @Option(
    help: ArgumentHelp(
      "Use a server that another process runs with --serve-store.", valueName: "url"))
  var store: String?

  func validate() throws {
    guard 1...100 ~= customers else {
      throw ValidationError("--customers must be a number from 1 to 100.")
    }
    guard 0...60_000 ~= slow else {
      throw ValidationError("--slow must be a number from 0 to 60000.")
    }
    guard 0...60_000 ~= patience else {
      throw ValidationError("--patience must be a number from 0 to 60000.")
    }
    guard serveStore == nil || store == nil else {
      throw ValidationError("--serve-store and --store are two processes: choose one.")
    }
    guard store.map({ URL(string: $0)?.host != nil }) ?? true else {
      throw ValidationError("--store needs an address, such as http://10.77.0.2:8080.")
    }
  }

  func run() async throws {
    let names = (1...customers).map(name)
    var behavior = ShopServer.Behavior(delivery: .milliseconds(slow), refusesOrders: fail)
    behavior.isService = serveStore != nil
    if let port = serveStore {
      let url = try await ShopServer.start(behavior, port: port)
      print("listening on port \(url.port ?? 0)")
      fflush(nil)
      return await Termination.wait()
    }
    let isService = store != nil
    let url: URL
    if let store, let other = URL(string: store) {
      url = other
    } else {
      url = try await ShopServer.start(behavior)
    }
    let orders = names.map { name in
      let order = { @Sendable in
        PromiseTrace.tag(name) {
          Checkout(of: name, in: ShopClient(at: url), patience: .milliseconds(patience)).run()
        }
      }
      // With a store in another process, each customer's order is a distributed trace.
      return isService ? PromiseTrace.continuing(traceparent: nil, order) : order()
    }
    let outcomes = await when(label: "closing time", resolved: orders).async()
    var failed = false
    for case (let name, .failure(let error)) in zip(names, outcomes) {
      print("\(name): no order, \(error.localizedDescription)")
      failed = true
    }
    if failed { throw ExitCode.failure }
  }
}

/// Returns Ann, Bob, Cleo, or Dan, and numbered names after that.
private func name(_ number: Int) -> String {
  let names = ["Ann", "Bob", "Cleo", "Dan"]
  return number <= names.count ? names[number - 1] : "customer \(number)"
}

/// Waits until the program is asked to end.
enum Termination {
  static func wait() async {
    await withCheckedContinuation { (ended: CheckedContinuation<Void, Never>) in
      let sources = [SIGTERM, SIGINT].map { number in
        signal(number, SIG_IGN)
        return DispatchSource.makeSignalSource(signal: number, queue: signals)
      }
      for source in sources {
        source.setEventHandler {
          // Both are cancelled, so that only one signal ends the wait.
          guard !source.isCancelled else { return }
          for source in sources { source.cancel() }
          ended.resume()
        }
        source.activate()
      }
    }
  }

  private static let signals = DispatchQueue(label: "signals")
}
