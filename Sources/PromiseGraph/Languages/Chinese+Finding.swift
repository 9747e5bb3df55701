extension Chinese {
  /// For searches, the list above the go-to prompt, and the keys that go to the next error, decision or wait.
  static let finding: [(key: String, text: String)] =
    searching + landmarks + queueReport + palette
    + strip + help

  private static let searching: [(key: String, text: String)] = [
    ("%1 of %2 (value)", "%1/%2（值）"),
    ("%1 of %2 (error)", "%1/%2（错误）"),
    ("%1 of %2 (tag)", "%1/%2（标签）"),
    ("%1 of %2 (note)", "%1/%2（注记）"),
  ]

  private static let landmarks: [(key: String, text: String)] = [
    ("error %1 of %2", "错误 %1/%2"),
    ("decision %1 of %2", "判定 %1/%2"),
    ("wait %1 of %2", "等待 %1/%2"),
    ("wrapped around", "已从另一端继续"),
    ("no error in this run", "此次运行没有错误"),
    ("no error so far", "目前没有错误"),
    ("no fan-in is decided in this run", "此次运行没有汇合被判定"),
    ("no fan-in has been decided so far", "目前没有汇合被判定"),
    ("no job waits in a queue in this run", "此次运行没有任务在队列中等待"),
    ("no job has waited in a queue so far", "目前没有任务在队列中等待"),
    ("%1 never settles in this run", "%1 在此次运行中始终不敲定"),
    ("%1 has not settled so far", "%1 目前尚未敲定"),
    ("this is the event that settles %1", "此事件敲定 %1"),
  ]

  private static let queueReport: [(key: String, text: String)] = [
    ("queue %1", "队列 %1"),
    ("What is known of queue %1?", "关于队列 %1 知道什么？"),
    ("nothing yet: no job has been enqueued there", "还没有：没有任务进入过该队列"),
    ("What blocks %1?", "什么阻塞 %1？"),
    ("What runs on %1?", "%1 上运行什么？"),
    ("%1 has been running there for %2, since %3", "%1 自 %3 起已在那里运行 %2"),
    ("%1 is running there", "%1 正在那里运行"),
    ("its thread is blocked: it has been waiting for %1 for %2", "其线程被阻塞：已等待 %1 %2"),
    ("nothing is running there", "那里没有任务运行"),
    ("What waits in %1?", "什么在 %1 中等待？"),
    ("No job waits behind another one here.", "此处没有任务在等待另一个任务。"),
    ("no job", "没有任务"),
    ("%1: %2, for %3, since %4", "%1：%2，自 %4 起已等 %3"),
    ("; it starts at %1", "；在 %1 开始"),
    ("What has run on %1 so far?", "%1 上目前运行过什么？"),
    (
      "%1, which ran for %2 ms and waited for %3 ms, at most %4 ms",
      "%1，共运行 %2 ms，等待 %3 ms，最长 %4 ms"
    ),
  ]

  private static let strip: [(key: String, text: String)] = [
    ("%1 wins", "%1 胜出"),
    ("%1 fails it", "%1 使其失败"),
    ("%1 not created", "%1 未创建"),
    ("the critical values are not known yet", "临界值尚不清楚"),
    ("no critical value above this length", "此长度之上没有临界值"),
    ("no critical value below this length", "此长度之下没有临界值"),
  ]

  private static let help: [(key: String, text: String)] = [
    ("overview", "概览"),
    ("Help %1 of %2: %3", "帮助 %1/%2：%3"),
    ("Help: what matches %1", "帮助：匹配 %1 的内容"),
    ("%1 topics  / finds", "%1 主题  / 查找"),
    ("Esc shows all", "Esc 显示全部"),
    ("nothing in the help matches", "帮助中没有匹配的内容"),
    ("everything is on this page", "全部内容都在本页"),
    ("Esc shows all pages again", "Esc 重新显示所有页"),
    ("a word   Enter accepts  Esc cancels", "一个词   Enter 接受  Esc 取消"),
  ]

  private static let palette: [(key: String, text: String)] = [
    ("Go to, or do", "跳转或执行"),
    (
      "An event (31, +10, -4), a time (206ms), a promise (p3), or letters from the name of a key, a promise, a queue or a demo.",
      "事件（31、+10、-4）、时间（206ms）、promise（p3），或按键、promise、队列、演示名称中的字母。"
    ),
    ("31, +10, 206ms, p3, or part of a name", "31、+10、206ms、p3 或名称的一部分"),
    ("%1 choose  Enter accepts  Esc closes", "%1 选择  Enter 接受  Esc 关闭"),
    ("1 match", "1 个匹配"),
    ("%1 matches", "%1 个匹配"),
    ("recent", "最近"),
    ("go to", "跳转"),
    ("demo", "演示"),
    ("what runs there, and what waits", "那里运行什么、什么在等待"),
    ("created later", "之后创建"),
    ("%1 events back", "后退 %1 个事件"),
    ("%1 events forward", "前进 %1 个事件"),
    ("the time %1 ms", "时刻 %1 ms"),
    ("no other match", "没有其他匹配"),
    ("nothing is called %1", "没有名为 %1 的项"),
  ]

  /// The rows of the table of keys that these texts are for.
  static let findingKeys: [(key: String, text: String)] = [
    ("next error", "下一错误"),
    ("its settlement", "其敲定"),
    ("next decision", "下一判定"),
    ("next wait", "下一等待"),
    ("blocked", "阻塞"),
    (
      "next error: a rejection where it arises, or an error that no handler took; wraps around",
      "下一个错误：产生错误的拒绝，或没有处理程序处理的错误；到末尾后从头继续"
    ),
    ("go to the settlement of the selected promise", "转到所选 promise 的敲定"),
    (
      "next decision: the event at which a race, an all or another fan-in settles; wraps around",
      "下一个判定：race、all 或其他汇合敲定的事件；到末尾后从头继续"
    ),
    (
      "next wait: the start of a job that had to wait in its queue; then w explains what it waited for",
      "下一次等待：在队列中等待过的任务开始的事件；然后 w 解释它等了什么"
    ),
    (
      "explain a queue on which jobs wait: what blocks it, and what waits since when; main first. If none is blocked here, go to the next wait",
      "解释有任务等待的队列：什么阻塞它、什么在等待、从何时起；main 优先。若此处没有，则转到下一次等待"
    ),
    (
      "explain the selected promise: what it waits for, where its outcome came from and its time went; in the queues pane, the queue of the selected job; in the warnings pane, the promise of the warning",
      "解释所选 promise：等待什么、结果来自哪里、时间用在哪里；在队列窗格中解释所选任务的队列，在警告窗格中解释警告的 promise"
    ),
    ("anything", "任意"),
    (
      "go to an event by number or offset (+10), a time (206ms), a promise by id (p3) or name; find a key, a promise, a queue or a demo by part of its name",
      "按编号或偏移（+10）转到事件，或转到时间（206ms）、promise 的编号（p3）或名称；按名称的一部分查找按键、promise、队列或演示"
    ),
    (
      "choose in the list above the go-to line; elsewhere, previous, next line of the history",
      "在跳转行上方的列表中选择；在别处为历史中的上一行、下一行"
    ),
    ("next event", "下一事件"),
    ("previous event", "上一事件"),
    ("next turn", "下一轮次"),
    ("previous turn", "上一轮次"),
    ("next event of the promise", "该 promise 的下一事件"),
    ("previous event of the promise", "该 promise 的上一事件"),
    ("next settlement", "下一敲定"),
    ("previous settlement", "上一敲定"),
    ("settlement of the promise", "该 promise 的敲定"),
    ("10 % forward", "前进 10 %"),
    ("10 % back", "后退 10 %"),
    ("faster", "加快"),
    ("slower", "减慢"),
    ("bookmark", "书签"),
    ("next bookmark", "下一书签"),
    ("previous bookmark", "上一书签"),
    ("next match", "下一匹配"),
    ("previous match", "上一匹配"),
    ("child", "子"),
    ("where the outcome came from", "结果的来源"),
    ("previous selection", "上一选择"),
    ("mark a promise", "标记 promise"),
    ("topic", "主题"),
    ("page", "翻页"),
    ("sideways", "左右滚动"),
    ("in the help: next, previous topic", "在帮助中：下一主题、上一主题"),
    ("in the help: show only what contains a text", "在帮助中：只显示包含某文本的内容"),
    ("1 ms longer", "加长 1 ms"),
    ("1 ms shorter", "缩短 1 ms"),
    ("10 ms longer", "加长 10 ms"),
    ("10 ms shorter", "缩短 10 ms"),
    ("next change", "下一变化"),
    ("previous change", "上一变化"),
    (
      "in what-if: make it shorter, longer until the outcome changes: 1 ms past the next critical value",
      "假设中：缩短、加长，直到结果改变：越过下一个临界值 1 ms"
    ),
    (
      "in what-if: make the timer or the job 1 ms shorter, longer",
      "假设中：使定时器或任务缩短、加长 1 ms"
    ),
    ("suspend", "挂起"),
    ("blocked queue", "被阻塞的队列"),
    ("previous pane", "上一窗格"),
    ("scroll left", "向左滚动"),
    ("scroll right", "向右滚动"),
    ("mouse", "鼠标"),
  ]
}
