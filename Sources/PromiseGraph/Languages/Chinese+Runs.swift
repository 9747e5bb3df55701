extension Chinese {
  /// For the runs of an exploration: why a choice matters, and what happened. And for programs that are run
  /// repeatedly.
  static let runs: [(key: String, text: String)] = [
    ("%1 may run before %2 because %3", "%1 可能先于 %2 运行，因为 %3"),
    ("the schedules have different outcomes", "两个调度的结果不同"),
    ("both", "两者"),
    ("%1 and %2 do not wait for each other", "%1 和 %2 互不等待"),
    (
      "%1 are enqueued on %2 by timers that are due at the same instant, those of %3 and %4",
      "%1 都由同时到期的定时器加入队列 %2，即 %3 和 %4 的定时器"
    ),
    (
      "%1 hop to %2, one by the timer of %3, the other from %4",
      "%1 都进入队列 %2，一个由 %3 的定时器加入，另一个来自 %4"
    ),
    (
      "%1 hop to %2, one from %3, the other by the timer of %4",
      "%1 都进入队列 %2，一个来自 %3，另一个由 %4 的定时器加入"
    ),
    ("%1 hop to %2 from different queues, %3 and %4", "%1 从不同的队列（%3 和 %4）进入队列 %2"),
    ("they can be enqueued on %1 in either order", "它们能以任一顺序进入队列 %1"),
    ("the main program", "主程序"),
    (
      "the timers of %1 and %2 are due at the same instant, and either may fire first",
      "%1 和 %2 的定时器同时到期，哪个都可能先触发"
    ),
    (
      "%1 may come before %2: both are possible at the same instant",
      "“%1”可能先于“%2”：两者在同一时刻都可能发生"
    ),
    (" or ", " 或 "),
    ("waits for %1", "等待 %1"),
    ("deadlock: %1", "死锁：%1"),
    (" waits for ", " 等待 "),
    (", which waits for %1", "，它等待 %1"),
    (", whose handler %1", "，其处理函数 %1"),
    (" is the job that waits first", " 就是最先等待的任务"),
    (" is the job that waits", " 就是等待的任务"),
    (" is what waits first", " 就是最先等待的"),
    (" is what waits", " 就是等待的一方"),
    (", which is never resolved", "，它永远不会解决"),
    (", which was freed unresolved", "，它尚未解决就被释放"),
    (", and so for itself", "，也就是等待它自己"),
    ("has not begun on %1", "尚未在 %1 上开始"),
    ("is behind %1 on %2; %3", "在 %2 上排在 %1 之后；%3"),
    (" and ", " 和 "),
    ("a timer's handler", "定时器的处理函数"),
    ("run %1 ends where run %2 continues with %3", "第 %1 次运行在此结束，而第 %2 次运行继续 %3"),
    ("run %1 continues with %2 where run %3 has its end", "第 %1 次运行继续 %2，而第 %3 次运行在此结束"),
    ("run %1 continues with %2 where run %3 has %4", "第 %1 次运行继续 %2，而第 %3 次运行是 %4"),
    (
      "handlers and notes are in the same order in run %1 and run %2",
      "第 %1 次和第 %2 次运行中，处理函数和输出的顺序相同"
    ),
    ("its end", "结束"),
    ("breaks %1", "违反 %1"),
    ("nothing recorded", "没有记录"),
    ("timeout", "超时"),
    ("%1 in %2", "%1，用时 %2"),
    ("none failed", "没有失败"),
    ("%1 failed", "失败 %1 次"),
    ("%1 outcome", "%1 种结果"),
    ("more than %1", "多于 %1"),
    ("stopped at the first run that failed, as requested", "已按要求在第一次失败的运行处停止"),
    ("stopped by the user, before %1", "已由用户停止，未达到 %1"),
    ("stopped by the user", "已由用户停止"),
    (
      "no run recorded anything: a program records if it links PromiseKitLite and creates a promise",
      "所有运行都没有记录：程序须链接 PromiseKitLite 并创建 promise，才会有记录"
    ),
    ("%1 recorded nothing", "有 %1 没有记录"),
    ("events were lost in %1: their orders are not fully known", "有 %1 丢失了事件：其顺序不完全清楚"),
    (", of which %1 failed", "（其中 %1 次失败）"),
    (
      "%1 had further outcomes%2: there are too many to list; --by notes distinguishes fewer",
      "另有 %1 得到其他结果%2：太多，无法列出；--by notes 区分得较粗"
    ),
    ("run %1 of %2", "第 %1/%2 次运行"),
    ("run %1", "第 %1 次运行"),
    ("%1 so far", "目前 %1"),
    ("FAIL %1", "失败 %1"),
    ("the order of named handlers and notes", "有名称的处理函数和输出的顺序"),
    ("the order of all handlers and notes", "所有处理函数和输出的顺序"),
    ("the notes, in order", "输出的顺序"),
  ]
}
