extension Chinese {
  /// For two runs side by side.
  static let compare: [(key: String, text: String)] = [
    ("the timeout %1 gave up on %2 in B", "在 B 中，超时 %1 放弃了 %2"),
    ("%1 was in time for the timeout %2 in B", "在 B 中，%1 赶上了超时 %2"),
    ("%1 settled %2 in B, and %3 in A", "在 B 中 %1 敲定了 %2，在 A 中是 %3"),
    (
      "%1 was the first to fail for %2 in B, and %3 in A",
      "在 B 中 %1 最先使 %2 失败，在 A 中是 %3"
    ),
    ("%1 won the race %2 in B, and %3 in A", "在 B 中 %1 赢得了竞速 %2，在 A 中是 %3"),
    ("%1 won the race %2 in B", "在 B 中 %1 赢得了竞速 %2"),
    ("%1 at the end", "结束时%1"),
    ("%1; so %2", "%1；因此还有 %2"),
    ("%1 runs in B and not in A", "%1 在 B 中运行，在 A 中不运行"),
    ("%1 runs in A and not in B", "%1 在 A 中运行，在 B 中不运行"),
    ("%1, where %2", "%1，那里%2"),
    ("%1, along with %2", "%1，以及 %2"),
    (
      "%1; the handler of %2, which creates it, does not run in %3",
      "%1；创建它的 %2 的处理函数在 %3 中不运行"
    ),
    ("%1; %2 ends before it would be created", "%1；%2 在它被创建之前就结束了"),
    ("%1; %2 has lost events, possibly including it", "%1；%2 丢失了事件，可能包括它"),
    ("%1 runs after %2", "%1 在 %2 之后运行"),
    ("%1 runs before %2", "%1 在 %2 之前运行"),
    (": both access %1", "：都访问 %1"),
    (
      ": handlers of %1 run in the order of their attachment",
      "：%1 的处理函数按添加的顺序运行"
    ),
    (
      ": %1 was given the same in both runs and did something else, so it may use what the other changes",
      "：%1 在两次运行中得到的相同，做的却不同，所以它可能用到了另一方改变的东西"
    ),
    (" (event %1 -> %2)", "（事件 %1 -> %2）"),
    ("%1 at %2 (event %3)", "%1，在 %2（事件 %3）"),
    ("%1 is called %2", "%1 改名为 %2"),
    ("%1 runs on %2 -> %3", "%1 所在队列 %2 -> %3"),
    ("%1 is attached to %2 -> %3", "%1 添加到 %2 -> %3"),
    ("no promise", "无 promise"),
    ("the handler of %1 returns %2 -> %3", "%1 的处理函数返回 %2 -> %3"),
    ("%1 %2 -> %3 ms: faster by %4 ms", "%1 %2 -> %3 ms：快了 %4 ms"),
    ("%1 %2 -> %3 ms: slower by %4 ms", "%1 %2 -> %3 ms：慢了 %4 ms"),
    ("%1 took", "%1 用了"),
    ("%1 %2 ms instead of %3 ms", "%1 %2 ms，而不是 %3 ms"),
    ("%1 waited in its queue", "%1 在队列中等待了"),
    ("%1 ran for", "%1 运行了"),
    ("the timer of %1 took", "%1 的定时器用了"),
    ("%1 was pending", "%1 待定了"),
    ("decisive", "决定性的"),
    ("structure", "结构"),
    ("times", "时间"),
    ("warnings", "警告"),
    ("%1 of %2 decisive", "%2 个中有 %1 个是决定性的"),
    ("%1 difference", "%1 个差异"),
    (
      "The same run: %1 and %2, with the same outcomes, values and order.",
      "运行相同：%1 和 %2，结果、值和顺序都相同。"
    ),
    ("%1: a part of the trace could not be read", "%1：记录有一部分无法读取"),
    (
      "left out: %1 in another order, which explains no difference",
      "略去：%1 的顺序不同，但不能解释任何差异"
    ),
    ("nothing ran", "没有运行任何东西"),
    ("DIFF", "比较"),
    ("press Enter to open the chosen run; %1 (%2) works there", "按 Enter 打开所选的运行；%1（%2）在那里可用"),
  ]

  /// For the keys and the panes of two runs.
  static let compareTables: [(key: String, text: String)] = [
    ("Two runs", "两次运行"),
    ("A, B", "A、B"),
    (
      "beside two runs: open the chosen run at the selected difference; Esc comes back",
      "在两次运行旁：在所选差异处打开所选的运行；Esc 返回"
    ),
    ("beside two runs: choose run A, run B", "在两次运行旁：选择运行 A、运行 B"),
    (
      "beside two runs: open the chosen run and explain the promise of the difference, or why two handlers ran in their order there",
      "在两次运行旁：打开所选的运行，解释差异所涉及的 promise，或两个处理函数为何按那里的顺序运行"
    ),
    ("beside two runs: first, last difference", "在两次运行旁：第一个、最后一个差异"),
    ("select a difference; in the other panes, scroll both runs", "选择差异；在其他窗格中滚动两次运行"),
    ("differences; run A; run B", "差异；运行 A；运行 B"),
    ("Differences", "差异"),
    ("Run A", "运行 A"),
    ("Run B", "运行 B"),
    (
      "What the two runs do differently, what decides first: a race that another one won, an outcome, a value, a promise or a text of one run only, an order from which these can follow. Then other orders, the structure, times and warnings. + is only in B, - only in A, ~ is changed, ? is unknown.",
      "两次运行的不同之处，决定性的在前：由另一个赢得的竞速、结果、值、只在一次运行中的 promise 或输出、可能导致它们的顺序。然后是其他顺序、结构、时间和警告。+ 只在 B 中，- 只在 A 中，~ 已改变，? 未知。"
    ),
    (
      "Handlers in another order that explains no difference are left out and counted: they were not attached to one promise, declare no state in common, do not print, and did not pass a handler that was given the same and did something else.",
      "顺序不同但不能解释任何差异的处理函数被略去，只计数：它们没有添加到同一个 promise，没有声明共同的状态，不输出，也没有越过得到相同输入却做了别的事的处理函数。"
    ),
    (
      "Run A: its handlers and texts, and the settlements of promises without a handler. What both runs do in the same order is in one row; the arrow is at the selected difference. Below is what came out.",
      "运行 A：它的处理函数和输出，以及没有处理函数的 promise 的敲定。两次运行按相同顺序做的事在同一行；箭头指向所选的差异。下面是结果。"
    ),
    ("Run B, in the same rows as run A.", "运行 B，与运行 A 的行对应。"),
  ]
}
