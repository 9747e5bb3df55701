extension Chinese {
  /// For the table of keys: the headings and texts of the help, and the labels in the footer.
  static let keys: [(key: String, text: String)] =
    keyGroups + keyLabels + keyHelp + dialectKeys

  private static let keyGroups: [(key: String, text: String)] = [
    ("Run and step", "运行与步进"),
    ("Schedules", "调度"),
    ("Gate", "闸门"),
    ("Why", "原因"),
    ("Lesson and quiz", "课程与测验"),
    ("What-if", "假设"),
    ("Go to", "跳转"),
    ("Find", "查找"),
    ("Select", "选择"),
    ("Panes", "窗格"),
    ("Program", "程序"),
  ]

  private static let keyLabels: [(key: String, text: String)] = [
    ("axis", "时间轴"),
    ("breakpoints", "断点"),
    ("unblock", "放行"),
    ("add", "添加"),
    ("on, off", "开关"),
    ("edit", "修改"),
    ("delete", "删除"),
    ("choice", "选择点"),
    ("pick", "选定"),
    ("follow", "跟随"),
    ("return", "返回"),
    ("rows", "移动"),
    ("close", "关闭"),
    ("run", "运行"),
    ("step", "步进"),
    ("turn", "轮次"),
    ("why", "原因"),
    ("rerun", "重新运行"),
    ("what if", "假设"),
    ("find", "查找"),
    ("scrub", "快进退"),
    ("promise", "同一 promise"),
    ("speed", "速度"),
    ("explore", "探索"),
    ("choose", "调度"),
    ("open", "打开"),
    ("start, end", "首尾"),
    ("mark", "书签"),
    ("next mark", "下一书签"),
    ("filter", "筛选"),
    ("select", "选择"),
    ("parent, child", "父、子"),
    ("mark it", "标记"),
    ("panes", "窗格"),
    ("next pane", "下一窗格"),
    ("fold", "折叠"),
    ("zoom", "放大"),
    ("variant", "变体"),
    ("chapter", "章节"),
    ("run by number", "按编号运行"),
    ("go", "确定"),
    ("erase", "删除"),
    ("history", "历史"),
    ("back", "返回"),
    ("copy", "复制"),
    ("export", "导出"),
    ("help", "帮助"),
    ("quit", "退出"),
    ("next, back", "下一步、上一步"),
    ("answer", "答案"),
    ("scroll", "滚动"),
    ("next", "继续"),
    ("leave", "离开"),
    ("pane", "窗格"),
    ("skip", "跳过"),
    ("lesson", "课程"),
    ("quiz", "测验"),
    ("reject", "拒绝"),
    ("fulfill", "兑现"),
    ("cancel", "取消"),
    ("1 ms", "1 ms"),
    ("10 ms", "10 ms"),
    ("flip", "翻转"),
    ("settle", "敲定"),
    ("undo", "撤销"),
    ("type ms", "输入毫秒"),
    ("write", "写入"),
    ("part", "范围"),
    ("format", "格式"),
  ]

  private static let keyHelp: [(key: String, text: String)] = [
    (
      "time pane: show turns at equal distances instead of time, or time again",
      "时间窗格：按轮次等距显示，再按一次恢复按时间显示"
    ),
    ("while choosing: run to the next choice; go back to the previous one", "选择时：运行到下一个选择点，回到上一个"),
    ("while choosing: run this one next", "选择时：让这一项接着运行"),
    (
      "in the explanation: go to the promise and event of the row, or open its schedule",
      "在原因面板中：转到该行的 promise 和事件，或打开其调度"
    ),
    ("in the explanation: go back to where you followed the last row", "在原因面板中：回到上次跟随之前的位置"),
    ("in the explanation: previous, next row", "在原因面板中：上一行、下一行"),
    ("in the explanation: close it", "在原因面板中：关闭面板"),
    ("run the selected demo", "运行所选演示"),
    ("run or pause", "运行或暂停"),
    (
      "open or close the list of breakpoints, which close the gate of the program",
      "打开或关闭断点列表；断点会关闭程序的闸门"
    ),
    (
      "let start what a wait depends on, until the wait has ended: a thread waits, and the gate holds what it waits for",
      "放行某个等待所依赖的一切，直到等待结束：有线程在等，而闸门拦住了它等的东西"
    ),
    (
      "in the list of breakpoints: add one; the line begins with what is selected",
      "断点列表中：添加一个；输入行以所选内容开头"
    ),
    (
      "in the list of breakpoints: turn the selected one off, or on again",
      "断点列表中：关闭所选断点，或再打开"
    ),
    ("in the list of breakpoints: change the selected one", "断点列表中：修改所选断点"),
    ("in the list of breakpoints: delete the selected one", "断点列表中：删除所选断点"),
    ("in the list of breakpoints: previous, next one", "断点列表中：上一个、下一个"),
    ("in the list of breakpoints: close it", "断点列表中：关闭列表"),
    (
      "run or pause; of a program with a gate, close or open the gate at its newest event",
      "运行或暂停；对有闸门的程序，在最新事件处关闭或打开闸门"
    ),
    (
      "one event forward, back; past the newest event, the next job runs, or the closed gate lets it start",
      "前进、后退一个事件；在最新事件之后，运行下一个任务，或由关闭的闸门放行下一个"
    ),
    (
      "one turn forward, back: one job from its start, or one timer firing; while the gate is closed, each queue starts its next job",
      "前进、后退一个轮次：一个任务从开始起，或一次定时器触发；闸门关闭时，每个队列开始其下一个任务"
    ),
    (
      "under promise-tui run: run the program again; press twice if it is still running",
      "在 promise-tui run 中：重新运行程序；程序仍在运行时按两次"
    ),
    (
      "what-if: change how long a timer or a job takes, flip an outcome, settle a promise by hand; "
        + "see what changes, and at which lengths",
      "假设：改变定时器或任务的时长，翻转结果，手动敲定 promise；看看什么会变，在哪些时长处改变"
    ),
    (
      "search as you type: promises by name first, then by value, error, tag or note; source:Login.swift searches files; in the events pane, the events",
      "边输入边搜索：先按名称，再按值、错误、标签或注记查找 promise；source:Login.swift 搜索文件；在事件窗格中搜索事件"
    ),
    ("previous, next settlement", "上一次、下一次敲定"),
    ("skip 10 % back, forward", "后退、前进 10%"),
    ("next, previous event of the selected promise", "所选 promise 的下一个、上一个事件"),
    ("twice as fast, half as fast; in the time pane, zoom in, out", "速度加倍、减半；在时间窗格中放大、缩小"),
    ("go to the newest event and keep running", "转到最新事件并继续运行"),
    ("explore every schedule: which outcomes are possible, and how often", "探索所有调度：可能有哪些结果，各占多少"),
    (
      "play the scheduler: choose what runs next wherever there is a choice, or what the closed gate of a program lets start",
      "充当调度器：在每个选择点决定接下来运行什么，或让关闭的闸门放行什么"
    ),
    (
      "in the exploration: open the schedule of the selected outcome at the first difference",
      "在探索中：在第一个不同之处打开所选结果的调度"
    ),
    (
      "open the trace of the selected outcome where it diverges from the other run",
      "在与另一次运行分歧之处打开所选结果的轨迹"
    ),
    ("go to the start, the end of the run", "转到运行的开始、结尾"),
    ("set or remove a bookmark at this event", "在此事件处设置或移除书签"),
    ("next, previous bookmark; wraps around", "下一个、上一个书签；到头后从另一端继续"),
    ("next, previous match", "下一个、上一个匹配"),
    (
      "show only matching promises: state:rejected, queue:main, name:fetch, source:Login.swift, "
        + "value:503, tag:7f3 or a word; ! inverts; an empty filter shows all",
      "只显示匹配的 promise：state:rejected、queue:main、name:fetch、"
        + "source:Login.swift、value:503、tag:7f3 或一个词；! 表示取反；空筛选显示全部"
    ),
    (
      "select a promise in the pane; in a text pane, scroll; in the events pane, step",
      "在窗格中选择 promise；在文本窗格中滚动；在事件窗格中步进"
    ),
    ("select an outcome; in the other panes, scroll", "选择结果；在其他窗格中滚动"),
    ("move by a page, by half a page", "移动一页、半页"),
    ("select the parent, the first child", "选择父 promise、第一个子 promise"),
    (
      "in the chain pane, open or close a folded row; else select where the outcome came from",
      "在链窗格中展开或收起折叠行；否则选择结果来自的 promise"
    ),
    ("return to the previously selected promise", "回到之前选择的 promise"),
    (
      "mark the selected promise; then w on another one explains the order of the two",
      "标记所选 promise；再在另一个上按 w，解释两者的先后"
    ),
    ("go to a pane by its number", "按编号转到窗格"),
    ("go to the output of the program, if it is captured", "转到程序的输出（如已捕获）"),
    ("outcomes; passing run; failing run", "结果；通过的运行；失败的运行"),
    ("next, previous pane", "下一个、上一个窗格"),
    (
      "in the chain pane: fold chains created at the same place into one row each, or unfold all",
      "在链窗格中：把同一处创建的链折叠成一行，或全部展开"
    ),
    ("zoom the pane to the whole screen, and back", "将窗格放大到全屏，再恢复"),
    ("scroll the pane left, right", "向左、向右滚动窗格"),
    ("in the list: next, previous variant of the selected demo", "在列表中：所选演示的下一个、上一个变体"),
    ("accept the line", "接受输入的内容"),
    ("move the cursor", "移动光标"),
    ("erase a character, a word, everything before the cursor", "删除一个字符、一个词、光标之前的全部内容"),
    ("previous, next line of the history", "历史中的上一条、下一条"),
    ("stop exploring and go back", "停止探索并返回"),
    (
      "copy the selection: the promise, the event, the explanation, the difference, or the token of the schedule",
      "复制所选内容：promise、事件、原因说明、差异或调度令牌"
    ),
    ("copy the command that reproduces the run", "复制重现此次运行的命令"),
    (
      "export the run or a part of it: Mermaid, Graphviz, Perfetto, a picture, a web page, or events",
      "导出整个运行或其一部分：Mermaid、Graphviz、Perfetto、图片、网页或事件"
    ),
    (
      "turn the mouse on or off; while it is on, hold Shift to select text",
      "打开或关闭鼠标；打开时按住 Shift 选择文本"
    ),
    ("redraw", "重绘屏幕"),
    ("suspend; fg resumes", "挂起；用 fg 恢复"),
    ("show the keys and what the signs mean", "显示按键和符号的含义"),
    ("quit immediately", "立即退出"),
    (
      "in the lesson: next, previous step; the playhead moves to its event",
      "在课程中：下一步、上一步；播放头移到对应的事件"
    ),
    ("in the lesson: show or hide the answer", "在课程中：显示或隐藏答案"),
    ("in the lesson: close it", "在课程中：关闭课程"),
    ("in the lesson: scroll the page", "在课程中：滚动页面"),
    ("in the quiz: choose the answer with that number", "在测验中：选择该编号的答案"),
    ("in the quiz: next question; after the last one, leave", "在测验中：下一题；最后一题之后离开"),
    (
      "in the quiz, after the answer: go to the next, previous event that decides it",
      "在测验中作答之后：转到下一个、上一个决定性事件"
    ),
    ("in the quiz: leave it", "在测验中：离开测验"),
    (
      "in the quiz: next, previous pane beside the question; the arrow keys scroll it",
      "在测验中：题目旁的下一个、上一个窗格；方向键滚动它"
    ),
    ("in the quiz: skip the question", "在测验中：跳过此题"),
    ("in the quiz: scroll the question, or the pane beside it", "在测验中：滚动题目或旁边的窗格"),
    ("scroll by a page, by half a page", "滚动一页、半页"),
    ("read the lesson beside the demo, step by step", "对照演示逐步阅读课程"),
    (
      "take a quiz: what prints, who wins, on which queue, in which state",
      "参加测验：打印什么、谁获胜、在哪个队列、处于什么状态"
    ),
    ("while settling: reject the promise", "敲定时：拒绝该 promise"),
    ("while settling: fulfill it, with a known value or an empty one", "敲定时：以已知的值或空值兑现"),
    ("while settling: cancel it", "敲定时：取消"),
    ("in what-if: 10 ms longer, shorter", "在假设中：延长、缩短 10 ms"),
    ("in what-if: turn a success into a failure, a failure into a success", "在假设中：把成功变为失败，把失败变为成功"),
    (
      "in what-if: discard what is typed, close the panel, return to the original run",
      "在假设中：放弃输入，关闭面板，回到原来的运行"
    ),
    (
      "in what-if: settle the promise by hand at this event; then press r, f or c",
      "在假设中：在此事件处手动敲定 promise；再按 r、f 或 c"
    ),
    ("in what-if: undo the last change", "在假设中：撤销上一次改动"),
    ("in what-if: type the length in milliseconds, then Enter", "在假设中：输入毫秒数，再按 Enter"),
    ("in what-if: accept the typed number; erase a digit", "在假设中：接受输入的数字；删除一位"),
    ("in what-if: previous, next row; the page keys scroll the results", "在假设中：上一行、下一行；翻页键滚动结果"),
    ("in the export panel: write the file; only you can read it", "在导出面板中：写入文件；只有你能读取"),
    (
      "in the export panel: the whole run, up to here, from here on, between the bookmarks",
      "在导出面板中：整个运行、到此为止、从此开始、书签之间"
    ),
    ("in the export panel: previous, next format", "在导出面板中：上一个、下一个格式"),
  ]
}
