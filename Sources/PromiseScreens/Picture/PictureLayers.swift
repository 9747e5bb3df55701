/// The elements of a picture, grouped by the frames that show them, so that what several frames have in
/// common is drawn once.
struct PictureLayers {
  /// The elements that are shown in the same frames.
  struct Part {
    /// The numbers of these frames, ascending.
    let frames: [Int]
    /// The elements, one per line.
    var svg: String

    /// The name of the layer's class and of its keyframes, as in `f0-1-4` and, for frames that follow each
    /// other, `f0-1_20`.
    var name: String {
      var parts: [(first: Int, last: Int)] = []
      for frame in frames {
        if let last = parts.last, last.last == frame - 1 {
          parts[parts.count - 1].last = frame
        } else {
          parts.append((frame, frame))
        }
      }
      return "f"
        + parts.map { part in
          switch part.last - part.first {
          case 0: "\(part.first)"
          case 1: "\(part.first)-\(part.last)"
          default: "\(part.first)_\(part.last)"
          }
        }.joined(separator: "-")
    }
  }

  /// The elements of all frames, which stand still.
  private(set) var still = ""
  /// The layers that come and go, in the order in which their first element is drawn.
  private(set) var moving: [Part] = []

  /// Groups the elements of `frames`.
  init(_ frames: [Canvas]) {
    var places: [[Int]: Int] = [:]
    for y in 0..<(frames.map(\.height).max() ?? 0) {
      for (svg, shown) in Self.elements(of: y, in: frames) {
        if shown.count == frames.count {
          still += svg
        } else if let place = places[shown] {
          moving[place].svg += svg
        } else {
          places[shown] = moving.count
          moving.append(Part(frames: shown, svg: svg))
        }
      }
    }
  }

  /// What the row `y` consists of in any frame, each element with the frames that show it.
  private static func elements(of y: Int, in frames: [Canvas]) -> [(svg: String, shown: [Int])] {
    var elements: [(svg: String, shown: [Int])] = []
    var places: [Substring: Int] = [:]
    for (number, canvas) in frames.enumerated() where y < canvas.height {
      if number > 0, canvas.width == frames[number - 1].width,
        canvas.hasSameRow(y, as: frames[number - 1])
      {
        for index in elements.indices where elements[index].shown.last == number - 1 {
          elements[index].shown.append(number)
        }
        continue
      }
      for line in PictureRow(canvas, y).svg.split(separator: "\n") {
        if let place = places[line] {
          elements[place].shown.append(number)
        } else {
          places[line] = elements.count
          elements.append(("\(line)\n", [number]))
        }
      }
    }
    return elements
  }

  /// The elements: those that stand still, then a group for each layer.
  var svg: String {
    still + moving.map { "<g class=\"\($0.name)\">\n\($0.svg)</g>\n" }.joined()
  }
}

/// The style rules by which the frames of a picture follow each other.
struct PictureMotion {
  private let layers: [PictureLayers.Part]
  /// When each frame begins, in milliseconds, and when the last one ends.
  private let starts: [Int]
  private var count: Int { starts.count - 1 }

  /// Creates the rules for the layers of frames that are shown for so many milliseconds each.
  init(_ layers: PictureLayers, durations: [Int]) {
    self.layers = layers.moving
    var starts = [0]
    for duration in durations { starts.append(starts[starts.count - 1] + duration) }
    self.starts = starts
  }

  /// The rules, empty if nothing moves. Without the media query that animates, the last frame is shown.
  var css: String {
    guard !layers.isEmpty else { return "" }
    let hidden = layers.filter { $0.frames.last != count - 1 }.map { ".\($0.name)" }
    let rest = hidden.isEmpty ? "" : hidden.joined(separator: ", ") + " { visibility: hidden }\n"
    let rules = layers.map { layer in
      ".\(layer.name) { animation: \(layer.name) \(starts[count])ms step-end infinite }\n"
    }.joined()
    return rest + layers.map(keyframes).joined()
      + "@media (prefers-reduced-motion: no-preference) {\n\(rules)}\n"
  }

  /// When a layer appears and disappears; what is set holds until the next change.
  private func keyframes(_ layer: PictureLayers.Part) -> String {
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
    let thousandths = starts[frame] * 100_000 / max(1, starts[count])
    let fraction = String(1_000 + thousandths % 1_000).dropFirst()
    return "\(thousandths / 1_000)" + (fraction == "000" ? "%" : ".\(fraction)%")
  }
}
