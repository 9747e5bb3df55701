// Each image is downloaded, decoded and scaled down. Does a thumbnail
// wait for the other images, and in which order do they come out?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)
private let cpu = DispatchQueue(label: "cpu", attributes: .concurrent)
private let one = DispatchQueue(label: "one")

extension Demo {
  static let imagePipeline = Demo(
    "image-pipeline", "image pipeline",
    teaches: "chains overlap; when waits for all, in input order",
    from: "PromiseKit when(fulfilled:); Then whenAll; rules 5, 8",
    queues: [
      .concurrent("net", width: 3), .concurrent("cpu", width: 2),
      .serial("one"),
    ],
    knobs: [
      .integer("images", 4, in: 1...8, "how many there are"),
      .milliseconds("decode", 25, "how long decoding takes"),
      .answer("decoder", ["cpu", "one"], "which queue decodes"),
      .answer("third", ["ok", "broken"], "the state of image 3"),
    ],
    variants: [
      Variant("one-decoder", "one at a time", ["decoder=one"]),
      Variant(
        "broken", "image 3 cannot be decoded", ["third=broken"],
        lints: ["loser-keeps-running"]),
    ],
    accessing: .nothing
  ) { knobs in
    let count = knobs.integer("images")
    let images = (1...count).map { image($0, knobs) }
    return when(label: "gallery", fulfilled: images)
      .done(label: "show") {
        note("shown \($0.joined(separator: " "))")
      }
      .catch(label: "alert") { error in note("alert \(error)") }
  }
}

/// The first image is the largest one.
private func image(_ n: Int, _ knobs: Knobs) -> Promise<String> {
  let decoder = knobs.answer("decoder", is: "one") ? one : cpu
  return net.async(.promise, label: "download \(n)") {
    work(for: .milliseconds(n == 1 ? 60 : 14 * n))
    return "file\(n)"
  }
  .map(label: "decode \(n)", on: decoder) { file in
    work(for: knobs.milliseconds("decode"))
    let isBroken = n == 3 && knobs.answer("third", is: "broken")
    if isBroken { throw Broken(file: file) }
    return "pixels\(n)"
  }
  .map(label: "thumbnail \(n)", on: cpu) { _ in
    work(for: .milliseconds(4))
    note("thumbnail \(n)")
    return "t\(n)"
  }
}

private struct Broken: Error { var file: String }
