import PromiseExploration
import PromiseGraph
import PromiseKitLite
import PromiseSimulation
import Testing

/// What a failed comparison leaves with its test: the trace of the run, and a picture of its order.
///
/// Swift Testing hands attachments to its tools; `swift test --attachments-path FOLDER` writes them to a folder that exists.
struct RunAttachments {
  /// The name of the files, without their endings.
  let name: String
  let events: [PromiseEvent]
  let isVirtual: Bool
  /// The expected order; `nil` if there is none, or it cannot be read.
  let golden: GoldenOrder?

  /// The trace as JSON Lines, which `promise-tui open` shows. The end of a very long run is left out.
  var trace: [UInt8] {
    let writer = PromiseTrace.Writer()
    var bytes = writer.line(PromiseTrace.Header(isVirtual: isVirtual, title: name))
    for event in events.prefix(Self.mostEvents) { writer.append(event, to: &bytes) }
    return bytes
  }

  /// The picture.
  var picture: String {
    OrderPicture(events, expecting: golden, times: isVirtual, title: "Handlers in order: \(name)")
      .svg
  }

  /// Attaches the files to the current test.
  func record(at location: SourceLocation) {
    // Older compilers come with a library without attachments.
    #if compiler(>=6.2)
      Attachment.record(trace, named: "\(name).jsonl", sourceLocation: location)
      Attachment.record(picture, named: "\(name).svg", sourceLocation: location)
    #endif
  }

  private static let mostEvents = 100_000
}

extension OrderFile {
  /// The name of the attachments of a test: that of the file and its section, without what a file's name cannot
  /// contain.
  var attachmentName: String {
    let file = name.split(separator: "/").last ?? "order"
    let base = file.hasSuffix(".order") ? file.dropLast(".order".count) : file
    let text = ([String(base)] + [section].compactMap { $0 }).joined(separator: "-")
    return String(text.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" })
  }

  /// The expected order in the file; `nil` if there is none.
  var golden: GoldenOrder? {
    guard let text = try? FileText.whole(path),
      let orders = try? GoldenOrders(withExpectations: text)
    else { return nil }
    return orders[section ?? orders.unnamed?.name]
  }
}
