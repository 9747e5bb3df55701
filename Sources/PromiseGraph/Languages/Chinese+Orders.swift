extension Chinese {
  /// For the answers to why: the order of two promises.
  static let orders: [(key: String, text: String)] = [
    ("they have no common ancestor", "它们没有共同的祖先"),
    ("after %1, %2 needed %3, %4 %5", "在 %1 之后，%2 需要 %3，%4 需要 %5 次"),
    ("Could the order differ?", "顺序可能不同吗？"),
    ("no: a rule requires it in every schedule", "不可能：在任何调度中，规则都要求如此"),
    (
      "yes: at event %1 the other one could have started; this run chose %2",
      "可能：在事件 %1 处，另一个也可以先开始；这次运行选了 %2"
    ),
    ("no: first in, first out, in every schedule", "不可能：在任何调度中都先进先出"),
    ("not known: no rule that orders them was found", "不知道：没有找到决定它们顺序的规则"),
    ("not while both are attached before %1 settles", "只要两者都在 %1 敲定之前添加就不会"),
    ("the main thread", "主线程"),
    (
      "%1 enqueued both on %2, %3 first, and a serial queue runs its jobs in order of arrival",
      "%1把两者都放进 %2，%3 在先，而串行队列按到达的顺序运行任务"
    ),
    (
      "%1 enqueued %2 on %3 before it returned, and %4 follows from its return: a serial queue runs its jobs in order of arrival",
      "%1返回之前把 %2 放进 %3，而 %4 来自它的返回：串行队列按到达的顺序运行任务"
    ),
    (
      "both ran in one drain of the microtasks, which run in the order in which they are enqueued",
      "两者在微任务队列的同一次清空中运行，而微任务按入队的顺序运行"
    ),
    ("%1 follows from %2, which comes later: %3", "%1 来自 %2，而后者更晚：%3"),
    (
      "both are attached to %1, and %2 runs inline, before %3 can run on its queue",
      "两者都添加在 %1 上，%2 内联运行，早于要在队列上运行的 %3"
    ),
    (
      "both are attached to %1 (%2 and %3), and handlers of one promise are queued in the order of attachment",
      "两者都添加在 %1 上（%2 个和%3 个），而同一个 promise 的处理函数按添加的顺序入队"
    ),
    (
      "%1 is attached to %2 itself, %3 to a descendant of another of its handlers: siblings are queued before grandchildren",
      "%1 直接添加在 %2 上，%3 添加在它另一个处理函数的后代上：兄弟先于孙辈入队"
    ),
    ("Why in this order?", "为什么是这个顺序？"),
    ("it is the same promise: mark another one", "这是同一个 promise：请标记另一个"),
    ("%1 before %2", "%1 先于 %2"),
    ("Why did %1 run before %2?", "为什么 %1 先于 %2 运行？"),
    ("In which order do they run?", "它们按什么顺序运行？"),
    ("%1 ran at %2", "%1 在 %2 运行"),
    ("%1 has not run yet", "%1 还没有运行"),
    ("handler %1 of %2", "%2 的第 %1 个处理函数"),
    ("enqueued as number %1 at %2", "在 %2 第 %1 个入队"),
    ("ran as number %1 at %2", "在 %2 第 %1 个运行"),
    ("no handler, settled at %1", "没有处理函数，在 %1 敲定"),
    ("%1 depends on %2 and cannot settle before it", "%1 取决于 %2，不能比它先敲定"),
    ("%1 depends on %2 and cannot run before that settles", "%1 取决于 %2，在它敲定之前不能运行"),
    ("each settled after what it waited for: see below", "各自所等的敲定时，各自就运行：见下"),
    (
      "one ran on %1, the other on %2: nothing orders two queues",
      "一个在 %1 上运行，另一个在 %2 上运行：两个队列之间没有顺序"
    ),
    (
      "both ran on %1, a concurrent queue: it starts jobs in order, but runs several at a time",
      "两者都在并发队列 %1 上运行：它按顺序开始任务，但同时运行几个"
    ),
    (
      "both ran on %1, which was assumed to be serial, but has run several jobs at a time",
      "两者都在 %1 上运行；推测它是串行的，但它曾同时运行多个任务"
    ),
    (
      "both are attached to %1, %2 %3 ms earlier, and handlers of one promise are queued in the order of attachment",
      "两者都添加到 %1，%2 早 %3 ms，而同一个 promise 的处理函数按添加的顺序入队"
    ),
    ("%1; %2 is assumed to be serial", "%1；推测 %2 是串行的"),
    ("%1 was attached%2 by %3", "%1 由%3添加%2"),
    ("%1 was attached%2", "%1 被添加%2"),
    ("%1, when its promise had settled", "%1，那时它的 promise 已敲定"),
    ("%1 was enqueued%2, when it was attached to %3", "%1 入队%2，即添加到 %3 时"),
    (
      "not while they are attached in this order: that depends on the code that attaches them",
      "只要按此顺序添加就不会：这取决于添加它们的代码"
    ),
    ("only if %1, whose kind is assumed, is not serial", "只有当 %1（其种类是推测的）不是串行队列时才会"),
    (
      "both ran on %1, a serial queue: it runs its jobs in order of arrival",
      "两者都在串行队列 %1 上运行：它按入队的顺序运行任务"
    ),
    ("both run inline, each inside the call that settled its parent", "两者都内联运行，各在敲定其上一个环节的调用之内"),
    (
      "%1 runs inline, inside the call that settles its parent; %2 has to wait for its queue",
      "%1 在敲定其上一个环节的调用之内内联运行；%2 要等它的队列"
    ),
    (
      "%1 was about to be enqueued first, but the queue got %2 first: the starts show the order of arrival",
      "%1 先要入队，但队列先得到 %2：到达的顺序看开始的顺序"
    ),
    ("%1, by the time it was enqueued", "%1（按入队的时间）"),
    ("%1 was enqueued%2, when %3 settled", "%1 在 %3 敲定时入队%2"),
    ("%1 was enqueued%2", "%1 入队%2"),
  ]
}
