extension Chinese {
  /// The gate of a program: what it holds, and its breakpoints.
  static let gate: [(key: String, text: String)] = [
    // Sentences about events.
    ("the gate holds %1, which %2 is ready to run", "闸门拦住 %1，队列 %2 本可执行它"),
    ("%1 is due on the system's clock, but the gate holds it", "按系统时钟 %1 已到期，但闸门拦住了它"),
    ("the gate lets %1 fire", "闸门让 %1 触发"),
    // What waits for it.
    ("the gate holds it", "闸门拦住了它"),
    ("; the gate holds it", "；闸门拦住了它"),
    ("the gate holds %1, which is first there", "闸门拦住了排在最前的 %1"),
    (
      "%1 tries again when its timer fires, %2 ms after the gate has opened",
      "闸门打开 %2 ms 后，定时器触发，%1 会重试"
    ),
    (
      "the timer of %1 stands while the gate is closed, with %2 ms left",
      "闸门关闭期间，%1 的定时器停走，还剩 %2 ms"
    ),
    ("%1; %2", "%1；%2"),
    ("%1 waits for %2; %3", "%1 在等 %2；%3"),
    ("%1; the gate was closed for %2 ms of it", "%1；其中闸门关闭了 %2 ms"),
    ("%1 waits for %2, and the gate holds %3", "%1 在等 %2，而闸门拦住了 %3"),
    ("a task awaits %1, and the gate holds %2", "一个任务在等 %1，而闸门拦住了 %2"),
    ("%1 awaits %2, and the gate holds %3", "%1 在等 %2，而闸门拦住了 %3"),
    // The panes.
    ("gate closed by hand", "闸门已手动关闭"),
    ("gate closed: %1", "闸门已关闭：%1"),
    ("%1 held", "拦住 %1"),
    ("1 timer stands", "1 个定时器停走"),
    ("%1 timers stand", "%1 个定时器停走"),
    ("it holds nothing so far", "目前什么也没拦住"),
    ("it holds nothing now", "现在什么也没拦住"),
    ("the program ended while the gate was closed", "程序在闸门关闭时结束了"),
    ("%1 never ran", "%1从未执行"),
    ("1 timer never fired", "1 个定时器从未触发"),
    ("%1 timers never fired", "%1 个定时器从未触发"),
    ("it held nothing", "当时什么也没拦住"),
    ("never ran", "从未执行"),
    ("never fired", "从未触发"),
    ("forever: its handler never ran", "永远：它的处理函数从未执行"),
    ("forever: its timer never fired", "永远：它的定时器从未触发"),
    ("and 1 more wait like this", "另有 1 处同样的等待"),
    ("and %1 more waits like this", "另有 %1 处同样的等待"),
    (
      "outside the gate: %1 waits for code that calls its resolver",
      "闸门之外：%1 等待代码调用其 resolver"
    ),
    (
      "outside the gate: %1 wait for code that calls their resolvers",
      "闸门之外：%1 等待代码调用它们的 resolver"
    ),
    ("could start now:", "现在可以开始："),
    ("held by the gate", "被闸门拦住"),
    ("%1, while the gate was closed", "%1，闸门关闭期间"),
    ("held by the gate on %1", "在 %1 上被闸门拦住"),
    ("stands, %1 left", "停走，还剩 %1"),
    ("the gate, which holds its handler", "闸门，它拦住了处理函数"),
    ("the gate", "闸门"),
    ("timer stands, %1 left", "定时器停走，还剩 %1"),
    // The header and the footer.
    ("CLOSED", "已关"),
    ("GATE CLOSED", "闸门关闭"),
    ("gate closed", "闸门关闭"),
    ("gate open", "闸门打开"),
    ("open gate", "开闸"),
    ("close gate", "关闸"),
    // The list of breakpoints.
    ("Breakpoints", "断点"),
    ("on", "开"),
    ("off", "关"),
    ("stopped once", "停过一次"),
    ("stopped %1 times", "停过 %1 次"),
    (
      "no breakpoint: a adds one, such as label submit, state rejected, queue main, line main.swift:42 or warning long-queue-wait",
      "没有断点：按 a 添加，例如 label submit、state rejected、queue main、line main.swift:42 或 warning long-queue-wait"
    ),
    ("no promise is called '%1' so far", "目前没有名为 '%1' 的 promise"),
    ("no promise has the tag '%1' so far", "目前没有标签为 '%1' 的 promise"),
    ("the warning '%1' is turned off", "警告 '%1' 已关闭"),
    ("no queue is called '%1' so far", "目前没有名为 '%1' 的队列"),
    ("no promise was created at %1:%2 so far", "目前没有在 %1:%2 创建的 promise"),
    ("there is no breakpoint yet: a adds one", "还没有断点：按 a 添加"),
    ("this is already breakpoint %1", "这已经是断点 %1"),
    ("stop at: ", "停在："),
    (
      "label, tag, queue, line, state, error or warning, then a name; count 3; if value contains \"503\"",
      "label、tag、queue、line、state、error 或 warning，后接名称；count 3；if value contains \"503\""
    ),
    // Notices.
    ("nothing can start now: the next job that arrives will", "现在没有可开始的：下一个到达的任务会开始"),
    ("F goes to the newest event: the gate is closed there", "按 F 到最新事件：闸门在那里是关闭的"),
    ("the gate is open: it holds nothing", "闸门是打开的：什么也没拦住"),
    ("the gate is open: space closes it", "闸门是打开的：按空格关闭"),
    (
      "no thread and no task waits for what the gate holds",
      "没有线程或任务在等闸门拦住的东西"
    ),
    ("the wait for %1 has ended", "对 %1 的等待已结束"),
    ("the gate has opened: %1", "闸门已打开：%1"),
    ("%1 lets it start: %2", "按 %1 让它开始：%2"),
    ("only a program has a gate, not a demo", "只有程序才有闸门，演示没有"),
    (
      "this run is a recording: nothing is left for a gate to hold",
      "这是录制的运行：没有可拦的了"
    ),
    (
      "the program has ended: nothing is left for its gate to hold",
      "程序已结束：没有可拦的了"
    ),
    (
      "this screen does not control the gate: promise-tui attach --gate does",
      "此界面不控制闸门：用 promise-tui attach --gate"
    ),
    (
      "no gate: start the program with promise-tui run --gate",
      "没有闸门：用 promise-tui run --gate 启动程序"
    ),
  ]
}
