import PromiseKitLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Orders three items, and fails if a different number arrives.
@main
struct Program {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.isEmpty || arguments.elementsEqual(["--fixed"]) else {
      print("usage: flaky [--fixed]")
      exit(arguments.elementsEqual(["--help"]) ? 0 : 64)
    }
    let shopping = Shopping()
    shopping.store.keepJournal()
    let ordered = await (arguments.isEmpty ? shopping.order() : shopping.orderFixed()).async()
    guard ordered.count == 3 else {
      print("wrong: ordered \(ordered.count) items, not 3")
      exit(1)
    }
    print("ordered \(ordered.joined(separator: ", "))")
  }
}
