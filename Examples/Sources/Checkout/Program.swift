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
  }

  func run() async throws {
    let names = (1...customers).map(name)
    let behavior = ShopServer.Behavior(delivery: .milliseconds(slow), refusesOrders: fail)
    let url = try await ShopServer.start(behavior)
    let orders = names.map { name in
      PromiseTrace.tag(name) {
        Checkout(of: name, in: ShopClient(at: url), patience: .milliseconds(patience)).run()
      }
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
