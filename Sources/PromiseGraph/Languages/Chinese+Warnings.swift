extension Chinese {
  /// For the warnings: what is wrong, with names.
  static let warnings: [(key: String, text: String)] = [
    ("%1 was resolved with itself and rejected", "%1 用它自己来解决，因此被拒绝"),
    ("%1 was resolved with itself, through %2, and rejected", "%1 经由 %2 用它自己来解决，因此被拒绝"),
    (
      "nothing reads the value of %1; %2 is attached to %3 and gets the old value",
      "没有什么读取 %1 的值；%2 添加在 %3 上，得到的是旧值"
    ),
    (
      "the chain ending in %1, at %2, can fail and has no error handler",
      "以 %1 结尾的链（%2）可能失败，却没有错误处理函数"
    ),
    ("the chain ending in %1 can fail and has no error handler", "以 %1 结尾的链可能失败，却没有错误处理函数"),
    (
      "more than %1 inline handlers run in a row, up to %2: nothing else runs meanwhile",
      "到 %2 为止，有 %1 个以上的内联处理函数接连运行：其间别的都不能运行"
    ),
    ("%1 has no inputs and is %2 immediately", "%1 没有输入，立即%2"),
    ("%1 is fulfilled with an error", "%1 以一个错误作为值兑现"),
    ("%1 is fulfilled with an error: %2", "%1 以一个错误作为值兑现：%2"),
    ("%1 was freed while pending; %2 waits forever", "%1 在待定时被释放；%2 会永远等下去"),
    ("%1 was freed while pending; %2 wait forever", "%1 在待定时被释放；%2 都会永远等下去"),
    (
      "the error of %1 had no handler from %2 ms until %3 handled it",
      "从 %2 ms 起，%1 的错误一直没有处理函数，直到 %3 处理了它"
    ),
    ("the error of %1 had no handler until %2 handled it", "%1 的错误一直没有处理函数，直到 %2 处理了它"),
    (
      "the handler of %1, at %2, sometimes runs inside the call that attaches it, sometimes later",
      "%1 的处理函数（%2）有时在添加它的调用之内运行，有时以后才运行"
    ),
    (
      "the handler of %1 sometimes runs inside the call that attaches it, sometimes later",
      "%1 的处理函数有时在添加它的调用之内运行，有时以后才运行"
    ),
    ("%1 waited %2 ms in queue %3 before it started", "%1 在队列 %3 中等了 %2 ms 才开始"),
    ("%1 keeps running, although %2 is settled", "%2 已经敲定，%1 却继续运行"),
    ("%1 keep running, although %2 is settled", "%2 已经敲定，%1 却都继续运行"),
    ("%1 keeps running, although %2 was settled by %3", "%2 已由 %3 敲定，%1 却继续运行"),
    ("%1 keep running, although %2 was settled by %3", "%2 已由 %3 敲定，%1 却都继续运行"),
    (
      "%1 has been waiting on main since %2 ms; nothing has ever run there",
      "%1 从 %2 ms 起一直在 main 上等待；那里从未运行过任何任务"
    ),
    (
      "%1 only passes on the outcome of %2, which its own body created",
      "%1 只是转交 %2 的结果，而 %2 是它自己的函数体创建的"
    ),
    ("the handler of %1 is nested in those of %2: %3 deep", "%1 的处理函数嵌套在 %2 的处理函数之内：共 %3 层"),
    ("%1 is pending, and nothing is left that could resolve it", "%1 仍然待定，已没有什么能解决它"),
    (
      "%1 is pending, and nothing is left that could resolve it; %2 waits forever",
      "%1 仍然待定，已没有什么能解决它；%2 会永远等下去"
    ),
    (
      "%1 is pending, and nothing is left that could resolve it; %2 wait forever",
      "%1 仍然待定，已没有什么能解决它；%2 都会永远等下去"
    ),
    ("%1 and %2 access %3; the schedule decided which ran first", "%1 和 %2 都访问 %3；哪个先运行由调度决定"),
    ("the same state", "同一个状态"),
    ("in %1, %2 and %3 could run in the opposite order", "在 %1 中，%2 与 %3 的先后可能相反"),
    (
      "%1 stays locked in to %2; in %3 it would now be %4",
      "%1 仍然锁定到 %2；在 %3 中它现在就会%4"
    ),
    (
      "%1 was created in the handler of %2, but neither returned nor kept: the chain did not wait for it",
      "%1 在 %2 的处理函数中创建，却既没有返回，也没有保留：链没有等它"
    ),
    ("the chain to %1 has returned to %2 from %3 %4 times", "通向 %1 的链已经 %4 次从 %3 回到 %2"),
    ("the error of %1 is lost: %2 had already settled", "%1 的错误丢失了：%2 早已敲定"),
    ("the error of %1, %2, is lost: %3 had already settled", "%1 的错误 %2 丢失了：%3 早已敲定"),
    ("%1 cannot be %2 at %3: %4", "%1 在 %3 处再次被解决（%2），不起作用：%4"),
    ("%1 cannot be %2: %3", "%1 再次被解决（%2），不起作用：%3"),
    (" (event %1)", "（事件 %1）"),
    ("it was already resolved", "它早已解决"),
    ("it was already %1%2", "它早就%1%2"),
    ("it is locked in to %1%2", "它已锁定到 %1%2"),
    ("it was already resolved%1", "它早已解决%1"),
    ("%1 kept %2 busy for %3 ms", "%1 占用了 %2 %3 ms"),
    (
      "%1 keeps running for %2 ms, although its only reader, %3, is settled",
      "唯一读取 %1 的 %3 已经敲定，%1 却还要继续 %2 ms"
    ),
    (
      "%1 keep running for %2 ms, although their only reader, %3, is settled",
      "唯一读取 %1 的 %3 已经敲定，它们却还要继续 %2 ms"
    ),
    ("the error of %1 was not handled", "%1 的错误没有处理"),
    ("the error of %1, from %2, was not handled", "%1 的错误来自 %2，没有处理"),
    ("the error of %1 was not handled: %2", "%1 的错误没有处理：%2"),
    ("the error of %1, from %2, was not handled: %3", "%1 的错误来自 %2，没有处理：%3"),
    (
      "%1 waits for %2 and blocks %3: nothing else runs there meanwhile",
      "%1 等待 %2，阻塞了 %3：其间那里别的都不能运行"
    ),
    ("%1 waits for %2 and blocks %3, which %4 needs", "%1 等待 %2，阻塞了 %3，而 %4 需要它"),
  ]
}
