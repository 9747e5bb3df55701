extension Chinese {
  /// For the ranked mistakes, and for what is wrong in an order: their titles, summaries, fixes and sentences.
  static let causes: [(key: String, text: String)] = [
    ("%1 (%2 times)", "%1（%2 次）"),
    ("older answer wins", "旧结果覆盖新结果"),
    ("the handler of an older call ran after that of a newer one", "较早调用的处理函数在较晚调用的处理函数之后运行"),
    (
      "cancel the older call when a newer one begins, or drop its answer",
      "新的调用开始时取消旧的调用，或者丢弃旧调用的结果"
    ),
    (
      "%1 of an older call ran %2 ms after %3 of a newer one, from the same line: the older result won",
      "较早调用的 %1 比较晚调用的 %3 晚 %2 ms 运行，两者来自同一行：旧的结果覆盖了新的"
    ),
    ("effect after cleanup", "清理之后又有作用"),
    (
      "an input had an effect after its fan-in failed and was cleaned up",
      "汇合失败并清理之后，它的一个输入又有了作用"
    ),
    (
      "wait for all inputs with when(resolved:), or cancel them, first",
      "先用 when(resolved:) 等待所有输入，或者取消它们"
    ),
    (
      "%1 ran %2 ms after %3, which cleaned up after %4 had failed",
      "%4 失败之后由 %3 清理，而 %1 在清理之后 %2 ms 才运行"
    ),
    ("attach order", "添加的先后"),
    (
      "two handlers of one promise ran in the order in which two parts attached them",
      "一个 promise 的两个处理函数按程序的两处添加它们的先后运行"
    ),
    (
      "attach the first where the promise is made, or chain the second to it",
      "在创建 promise 的地方添加第一个，或者把第二个链接在它之后"
    ),
    (
      "%1 ran before %2 because it was attached to %3 first (rule 3)",
      "%1 在 %2 之前运行，因为它先添加到 %3 上（规则 3）"
    ),
    ("%1; %2 stand behind it", "%1；%2排在它后面"),
    ("%1; %2 stood behind it for %3 ms", "%1；%2在它后面排了 %3 ms"),
    (
      "%1 ran before %2 because it was attached to %3 %4 ms earlier (rule 3)",
      "%1 在 %2 之前运行，因为它早 %4 ms 添加到 %3 上（规则 3）"
    ),
    ("chain not awaited", "没有等待的链"),
    (
      "a handler started a chain and did not return it, and later handlers ran before its end",
      "一个处理函数开始了一条链却没有返回它，后面的处理函数在它结束之前就运行了"
    ),
    (
      "the handler of %1 started %2 and did not return it: %3 ran before it, on the same queue",
      "%1 的处理函数开始了 %2 却没有返回它：%3 在同一队列上先于它运行"
    ),
    (
      "the handler of %1 started %2 and did not return it: %3 ran while %4 of its inputs were pending",
      "%1 的处理函数开始了 %2 却没有返回它：%3 运行时它还有 %4 个输入待定"
    ),
    ("overlapping runs", "同时的重复运行"),
    ("work that is needed once ran twice at the same time", "只需要一次的工作同时运行了两次"),
    (
      "keep the promise of the first run, and return it until it settles",
      "保留第一次运行的 promise，在它敲定之前都返回它"
    ),
    (
      "%1 and %2 ran at the same time, begun %3 ms apart at the same line: one run would have done",
      "%1 和 %2 同时运行，在同一行相隔 %3 ms 开始：运行一次就够了"
    ),
  ]
}
