import PromiseGraph
import Testing

@Suite("Orders as files")
struct GoldenOrdersTests {
  @Test("What is written is read again")
  func roundTrip() {
    let orders = GoldenOrders([
      .init(name: "standard", lines: ["0 load on net", "10   loaded"]),
      .init(name: "fails", lines: ["0 load on net"]),
    ])
    #expect(orders.text == "[standard]\n0 load on net\n10   loaded\n\n[fails]\n0 load on net\n")
    #expect(GoldenOrders(orders.text) == orders)
    #expect(orders["fails"] == ["0 load on net"] && orders["none"] == nil)
  }
}
