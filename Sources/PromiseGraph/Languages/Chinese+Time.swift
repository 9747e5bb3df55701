extension Chinese {
  /// For the time pane.
  static let time: [(key: String, text: String)] = [
    ("Time by turns", "时间（按轮次）"),
    ("turn %1/%2", "轮次 %1/%2"),
    ("all events are at the same instant, so the axis is by turns", "所有事件都在同一时刻，因此时间轴按轮次显示"),
    ("the time pane shows time", "时间窗格按时间显示"),
    ("the time pane shows turns: each job or timer takes one step", "时间窗格按轮次显示：每个任务或定时器占一步"),
    ("%1: scroll up", "%1：向上滚动"),
    ("%1 more lane", "另有 %1 条泳道"),
    ("won by %1", "由 %1 胜出"),
    ("losers still running after the win:", "胜出之后仍在运行的败者："),
    ("inputs still running after the rejection:", "拒绝之后仍在运行的输入："),
    ("still running:", "仍在运行："),
  ]
}
