import PromiseEvents
import PromiseGraph
import PromiseInsight

/// Draws the whole screen for `state`: a pure function, defined at every size. Without keys the last row
/// is empty.
package func view(_ state: State, hasKeys: Bool = true) -> Canvas {
  var canvas = Canvas(width: state.size.width, height: state.size.height)
  guard Layout.fits(state.size) else {
    let needed = Layout.minimum
    let text = state.language.text(
      "too small: needs \(needed.width)x\(needed.height), is "
        + "\(state.size.width)x\(state.size.height); ^C quits")
    canvas.draw(text, .warning, x: 0, y: 0)
    return canvas
  }
  HeaderView.draw(state, on: &canvas)
  let layers = state.layers
  // The help covers the whole screen.
  let hidden = layers.firstIndex { $0 is HelpPanel } ?? 0
  for layer in layers[hidden...] { layer.draw(state, on: &canvas) }
  if hasKeys { FooterView.draw(state, on: &canvas) }
  return canvas
}
