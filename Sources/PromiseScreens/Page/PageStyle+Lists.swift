extension PageStyle {
  /// The lanes of the time, with the playhead.
  static let time = """
    .lanes { --names: 7.2rem; position: relative; cursor: col-resize; touch-action: pan-y; \
    -webkit-user-select: none; user-select: none }
    .lane { display: flex; min-height: 1.45rem; align-items: stretch }
    .lane.first { border-top: 1px solid var(--line) }
    .lane-name { width: var(--names); flex: none; font-size: .82rem; overflow: hidden; \
    text-overflow: ellipsis; white-space: nowrap; padding: .1rem .5rem 0 0 }
    .lane-name small { color: var(--faint) }
    .track { flex: 1; position: relative; min-width: 0 }
    .axis { color: var(--faint); font-size: .74rem; min-height: 1.2rem }
    .tick { position: absolute; transform: translateX(-50%) }
    .tick:first-child { transform: none }
    .bar, .timer-bar { position: absolute; top: 3px; bottom: 3px; min-width: 3px; \
    border-radius: 4px; padding: 0 .35rem; font-size: .76rem; line-height: 1.15rem; \
    overflow: hidden; white-space: nowrap; text-overflow: ellipsis; cursor: pointer; \
    color: var(--ink); --hue: var(--quiet); \
    background: color-mix(in srgb, var(--hue) var(--wash), var(--card)); \
    box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--hue) 55%, transparent) }
    .bar.s-fulfilled { --hue: var(--fulfilled) } .bar.s-rejected { --hue: var(--rejected) }
    .bar.s-cancelled { --hue: var(--cancelled) } .bar.s-lockedIn { --hue: var(--locked) }
    .bar.s-running, .bar.runs { --hue: var(--running) }
    .bar.runs { font-weight: 600 }
    .bar[style*="width:0%"] { padding: 0; width: 4px !important; margin-left: -1px; \
    background: var(--hue) }
    .wait { position: absolute; height: 5px; bottom: 0; border-radius: 2px; background: repeating-linear-gradient(135deg, \
    var(--queued) 0 1.5px, transparent 1.5px 5px); opacity: .75; min-width: 2px }
    .timer-bar { background: none; color: var(--faint); border-radius: 0; \
    box-shadow: none; border-bottom: 2px dotted var(--lane) }
    .join { position: absolute; top: 50%; height: 0; border-top: 2px solid var(--lane) }
    .tock { position: absolute; top: 25%; bottom: 25%; width: 2px; background: var(--faint) }
    .tock.late { opacity: .4 } .tock.win { background: var(--cancelled); top: 12%; bottom: 12%; \
    width: 3px }
    .mark { position: absolute; transform: translateX(-50%); background: var(--card); \
    line-height: 1.4rem }
    .near.bar, .bar:hover { box-shadow: inset 0 0 0 2px var(--hue) }
    .over { position: absolute; inset: 0 0 0 var(--names); pointer-events: none }
    #veil { position: absolute; inset: 1.2rem 0 0 auto; background: var(--card); opacity: .74 }
    #head { position: absolute; top: 0; bottom: 0; width: 2px; margin-left: -1px; \
    background: var(--accent); border-radius: 1px }
    body:not(.script) #head, body:not(.script) #veil { display: none }
    .decided { position: absolute; top: 1.2rem; bottom: 0; border-left: 1.5px dashed var(--cancelled) }
    @media (max-width: 620px) { .lanes { --names: 4.6rem } .bar, .timer-bar { font-size: .7rem; \
    padding: 0 .2rem } }

    """

  /// The source, the queues, the warnings, the events, and the selected promise.
  static let lists = """
    .code { overflow: auto; font-size: .82rem }
    .script .code { max-height: 25rem; overscroll-behavior: contain }
    .code li { display: flex; gap: .8rem; padding: 0 .25rem; white-space: pre; min-width: max-content; \
    border-left: 2px solid transparent }
    .code li::before { content: attr(data-l); color: var(--faint); min-width: 2.6em; \
    text-align: right; font: inherit; opacity: .8 }
    .code li.here { background: var(--select); border-left-color: var(--accent) }
    .code li.runs { background: color-mix(in srgb, var(--running) 16%, transparent) }
    .marks { margin-left: auto; padding-left: 1rem; color: var(--faint); position: sticky; right: 0; \
    display: flex; gap: .5rem; cursor: pointer }
    .marks span { background: var(--card); padding: 0 .25rem; border-radius: 4px }
    .queue { padding: .3rem 0; border-top: 1px solid var(--line) }
    .queue:first-child { border-top: 0; padding-top: 0 }
    .queue-head { display: flex; gap: .5rem; align-items: baseline; flex-wrap: wrap }
    .queue .name { font-weight: 550; overflow-wrap: anywhere }
    .load { margin-left: auto; font-size: .84rem; color: var(--faint) }
    .jobs li { display: grid; grid-template-columns: 1.2rem minmax(0, 1fr) auto; font-size: .87rem; \
    gap: .3rem; cursor: pointer; padding: .05rem 0; overflow-wrap: anywhere }
    .jobs .meter { grid-column: 2 / 4; margin-bottom: 3px; max-width: none }
    .jobs .much { color: var(--faint); font-variant-numeric: tabular-nums }
    dl { display: grid; grid-template-columns: minmax(5em, auto) minmax(0, 1fr); gap: .22rem .9rem; \
    margin: .5rem 0 0; font-size: .9rem }
    dt { color: var(--faint) } dd { margin: 0; overflow-wrap: anywhere }
    .head-line { font-size: 1.05rem; font-weight: 600; overflow-wrap: anywhere }
    .link { cursor: pointer; border-bottom: 1px dotted var(--lane) }
    .warnings li { padding: .3rem 0 .3rem .7rem; border-left: 3px solid var(--cancelled); \
    margin-bottom: .5rem; overflow-wrap: anywhere }
    .warnings li[data-p] { cursor: pointer }
    .consequence { display: block; padding-left: 1rem; font-size: .92rem }
    .fix { display: block; color: var(--faint); font-size: .86rem }
    .script .events { max-height: 24rem; overflow-y: auto; overscroll-behavior: contain }
    .events li { display: grid; grid-template-columns: 4.2em 2.9em minmax(0, 1fr); gap: .5rem; \
    font-size: .87rem; padding: .12rem .25rem; border-radius: 5px }
    .events.long li { content-visibility: auto; contain-intrinsic-size: auto 1.5rem }
    .script .events li { cursor: pointer }
    .script .events:not(.all) .quiet { display: none }
    .at, .number { color: var(--faint); text-align: right; font-variant-numeric: tabular-nums }
    .text { overflow-wrap: anywhere } .rule { color: var(--faint) }
    .events li.here { background: var(--select) } .events li.ahead { opacity: .45 }
    .events li:hover, .jobs li:hover { background: color-mix(in srgb, var(--select) 55%, transparent) }

    """

  /// The bar with the caption and the controls.
  static let player = """
    #player { position: sticky; bottom: 0; z-index: 5; margin: .85rem -.25rem 0; padding: .55rem .8rem \
    max(.6rem, env(safe-area-inset-bottom)); background: color-mix(in srgb, var(--card) 94%, transparent); \
    backdrop-filter: blur(6px); border: 1px solid var(--line); border-radius: 12px; \
    box-shadow: 0 -3px 16px rgb(0 0 0 / .07) }
    #caption { margin: 0 0 .4rem; min-height: 2.9em; font-size: 1rem; overflow: hidden; display: flex; \
    align-items: center; overflow-wrap: anywhere }
    .controls { display: flex; align-items: center; gap: .45rem; flex-wrap: wrap }
    button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); \
    border-radius: 8px; min-height: 2.4rem; min-width: 2.6rem; padding: 0 .7rem; cursor: pointer }
    button:hover { border-color: var(--accent) }
    #toggle { background: var(--accent); color: var(--card); border-color: var(--accent); \
    font-weight: 600; min-width: 7.2em }
    #slider { flex: 1 1 12rem; min-width: 6rem; height: 2.2rem; accent-color: var(--accent); margin: 0 }
    #clock { font-variant-numeric: tabular-nums; font-size: .88rem; color: var(--faint); \
    min-width: 15em; text-align: right }
    #clock b { color: var(--ink); font-weight: 600 }
    #speed { min-width: 3.6rem; padding: 0 .3rem; font-variant-numeric: tabular-nums }
    @media (max-width: 620px) { #slider { order: -1; flex-basis: 100% } #clock { flex: 1; min-width: 0; \
    font-size: .77rem; line-height: 1.3; white-space: nowrap } #clock span { display: block } \
    #clock i { display: none } #toggle { min-width: 5.2em; padding: 0 .5rem } \
    #speed { min-width: 2.9rem } #caption { font-size: .95rem } #player { \
    padding: .5rem .6rem } }
    @media (min-width: 980px) { #caption { min-height: 1.6em } }
    @media print { #player, #keys { display: none } }

    """
}
