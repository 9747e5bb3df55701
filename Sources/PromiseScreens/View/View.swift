/// The whole screen for `state`.
package func view(_ state: State) -> Canvas {
  Canvas(width: state.size.width, height: state.size.height)
}
