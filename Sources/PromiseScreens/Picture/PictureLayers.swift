/// The rows of a picture, grouped by the frames that show them, so that what several frames have in common
/// is drawn once.
struct PictureLayers {
  /// The rows that are shown in the same frames.
  struct Layer {
    /// The numbers of these frames, ascending.
    let frames: [Int]
    /// The elements of the rows.
    var svg: String

    /// The name of the layer's class and of its keyframes, as in `f0-1-4`.
    var name: String { "f" + frames.map(String.init).joined(separator: "-") }
  }

  /// The rows of all frames, which stand still.
  private(set) var still = ""
  /// The layers that come and go, in the order in which their first row is drawn.
  private(set) var moving: [Layer] = []

  /// Groups the rows of `frames`.
  init(_ frames: [Canvas]) {
    var places: [[Int]: Int] = [:]
    for y in 0..<(frames.map(\.height).max() ?? 0) {
      for (svg, shown) in Self.variants(of: y, in: frames) where !svg.isEmpty {
        if shown.count == frames.count {
          still += svg
        } else if let place = places[shown] {
          moving[place].svg += svg
        } else {
          places[shown] = moving.count
          moving.append(Layer(frames: shown, svg: svg))
        }
      }
    }
  }

  /// What the row `y` looks like, each version with the frames that show it.
  private static func variants(of y: Int, in frames: [Canvas]) -> [(svg: String, shown: [Int])] {
    var variants: [(svg: String, shown: [Int])] = []
    for (number, canvas) in frames.enumerated() where y < canvas.height {
      let svg = PictureRow(canvas, y).svg
      if let place = variants.firstIndex(where: { $0.svg == svg }) {
        variants[place].shown.append(number)
      } else {
        variants.append((svg, [number]))
      }
    }
    return variants
  }

  /// The elements: those that stand still, then a group for each layer.
  var svg: String {
    still + moving.map { "<g class=\"\($0.name)\">\n\($0.svg)</g>\n" }.joined()
  }
}

/// The style rules by which the frames of a picture follow each other.
struct PictureMotion {
  private let layers: [PictureLayers.Layer]
  private let count: Int
  private let frameDuration: Int

  /// Creates the rules for the layers of `count` frames; each frame is shown for `frameDuration`
  /// milliseconds.
  init(_ layers: PictureLayers, count: Int, frameDuration: Int) {
    self.layers = layers.moving
    self.count = count
    self.frameDuration = frameDuration
  }

  /// The rules, empty if nothing moves. Without the media query that animates, the last frame is shown.
  var css: String {
    guard !layers.isEmpty else { return "" }
    let hidden = layers.filter { $0.frames.last != count - 1 }.map { ".\($0.name)" }
    let rest = hidden.isEmpty ? "" : hidden.joined(separator: ", ") + " { visibility: hidden }\n"
    let rules = layers.map { layer in
      ".\(layer.name) { animation: \(layer.name) \(count * frameDuration)ms step-end infinite }\n"
    }.joined()
    return rest + layers.map(keyframes).joined()
      + "@media (prefers-reduced-motion: no-preference) {\n\(rules)}\n"
  }

  /// When a layer appears and disappears; what is set holds until the next change.
  private func keyframes(_ layer: PictureLayers.Layer) -> String {
    var steps = ""
    var previous: Bool?
    for frame in 0..<count {
      let isShown = layer.frames.contains(frame)
      defer { previous = isShown }
      guard isShown != previous else { continue }
      steps += " \(share(frame)) { visibility: \(isShown ? "visible" : "hidden") }"
    }
    return "@keyframes \(layer.name) {\(steps) }\n"
  }

  /// The start of a frame as a share of the whole loop: `33.333%`.
  private func share(_ frame: Int) -> String {
    let thousandths = frame * 100_000 / count
    let fraction = String(1_000 + thousandths % 1_000).dropFirst()
    return "\(thousandths / 1_000)" + (fraction == "000" ? "%" : ".\(fraction)%")
  }
}
