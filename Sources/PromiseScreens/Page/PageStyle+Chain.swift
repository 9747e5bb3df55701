extension PageStyle {
  /// The page and its parts.
  static let page = """
    * { box-sizing: border-box }
    [hidden] { display: none !important }
    html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
    body { margin: 0 auto; max-width: 1680px; padding: 1.1rem 1rem 1.5rem; background: var(--paper); \
    color: var(--ink); font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", \
    "DejaVu Sans", sans-serif; --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, \
    "DejaVu Sans Mono", "Liberation Mono", monospace }
    header { padding: 0 .25rem .9rem }
    h1 { font-size: 1.45rem; letter-spacing: -.01em; margin: 0; overflow-wrap: anywhere }
    .about { margin: .15rem 0 0; color: var(--faint); overflow-wrap: anywhere }
    .outcome { margin: .35rem 0 0; font-size: .87rem; color: var(--faint) }
    .keys { font-size: .8rem; padding: .9rem .25rem 0 }
    main, .column { display: grid; gap: .85rem; align-content: start; min-width: 0; \
    grid-template-columns: minmax(0, 1fr) }
    section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; \
    padding: .75rem .9rem .85rem; min-width: 0 }
    h2 { font-size: .74rem; letter-spacing: .06em; text-transform: uppercase; color: var(--faint); \
    font-weight: 600; margin: 0 0 .55rem; display: flex; flex-wrap: wrap; gap: .2rem .8rem }
    h2 small, h2 label { font-size: .78rem; letter-spacing: 0; text-transform: none; \
    font-weight: 400 }
    h2 label { margin-left: auto }
    h3 { font: 600 .82rem var(--mono); margin: .2rem 0 .35rem; overflow-wrap: anywhere }
    ol, ul { list-style: none; margin: 0; padding: 0 }
    .id, .on { color: var(--faint); font-size: .8rem }
    .value, code { font-family: var(--mono) }
    .s-pending, .s-unknown, .s-passed, .s-lost, .s-awaitsNothing { color: var(--quiet) }
    .s-queued { color: var(--queued) } .s-running { color: var(--running) }
    .s-lockedIn, .s-forwarded { color: var(--locked) }
    .s-fulfilled { color: var(--fulfilled) } .s-rejected { color: var(--rejected) }
    .s-cancelled { color: var(--cancelled) }
    @media (max-width: 979px) { .column { display: contents } #chain { order: 1 } #time { order: 2 } \
    #inspector { order: 3 } #queues { order: 4 } #warnings { order: 5 } #source { order: 6 } \
    #events { order: 7 } }
    @media (max-width: 520px) { body { padding: .8rem .55rem 1rem; font-size: 14.5px } \
    section { padding: .65rem .65rem .75rem } }
    @media (min-width: 980px) { main { grid-template-columns: minmax(0, 1.65fr) minmax(0, 1fr) } }

    """

  /// The rows of promises, their lanes, and what moves along them.
  static let chain = """
    .rows { --cell: clamp(3px, calc(26vw / var(--columns)), 11px); position: relative }
    .rows li { display: grid; grid-template-columns: auto minmax(0, 1fr) 4.8em 44%; \
    column-gap: .6rem; align-items: start; border-radius: 6px; padding-right: .4rem }
    .row { cursor: pointer; min-height: 1.95rem }
    .row > :not(.gut) { padding: .25rem 0 }
    .row .name { font-weight: 550; overflow-wrap: anywhere }
    .row .on { padding-top: .34rem !important; overflow-wrap: anywhere }
    .row .what { font-size: .88rem; overflow-wrap: anywhere; position: relative; \
    padding-top: .31rem !important }
    .row .what:not(.value) { color: var(--faint) }
    .meter { display: block; height: 3px; border-radius: 2px; background: var(--line); \
    margin-top: 3px; max-width: 14rem }
    .meter span { display: block; height: 3px; border-radius: 2px; background: var(--running) }
    .row .meter { position: absolute; left: 0; right: 0; bottom: 0; margin: 0 }
    .aside { font-size: .85rem; color: var(--faint); display: flex !important; cursor: default }
    .aside[data-p] { cursor: pointer }
    .aside > span:not(.gut) { padding: .12rem 0 }
    .gap { height: .55rem }
    .row:hover, .row.near, .aside.near { background: color-mix(in srgb, var(--select) 55%, transparent) }
    .row[aria-current] { background: var(--select) }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: -2px }
    .gut { display: flex; align-self: stretch; padding-left: 2px }
    .gut i { width: var(--cell); flex: none; position: relative; font-style: normal; --at: 1.03rem }
    .aside .gut i { --at: .75rem }
    .gut i::before, .gut i::after { content: ""; position: absolute; border: 0 solid var(--lane); \
    pointer-events: none }
    .gut .v::before { left: 50%; top: 0; bottom: 0; border-left-width: 1.5px }
    .gut .h::after { left: 0; right: 0; top: var(--at); border-top-width: 1.5px }
    .gut .b::before { left: 50%; top: 0; bottom: 0; border-left-width: 1.5px }
    .gut .b::after { left: 50%; right: 0; top: var(--at); border-top-width: 1.5px }
    .gut .l::before { left: 50%; top: 0; height: calc(var(--at) + 1.5px); border-left-width: 1.5px; \
    right: 0; border-bottom-width: 1.5px; border-bottom-left-radius: 6px }
    .gut .j::before { left: 50%; top: 0; height: var(--at); border-left-width: 1.5px }
    .gut .j::after { left: 0; right: 0; top: var(--at); border-top-width: 1.5px }
    .gut .won::before { border-color: var(--cancelled); border-left-width: 3px; margin-left: -1px }
    .gut .dots::after { border-top-style: dotted }
    .gut .l.dots::before { border-bottom-style: dotted }
    .gut .sign { width: 1.15rem; text-align: center }
    .gut .sign b { position: absolute; left: 0; width: 100%; top: calc(var(--at) - .72rem); \
    line-height: 1.4rem; font: 700 1.05rem/1.4rem var(--mono); text-align: center }
    .gut .sign::before, .gut .sign::after { left: calc(var(--cell) / 2); border-left-width: 1.5px }
    .gut .sign.up::before { top: 0; height: calc(var(--at) - .62rem) }
    .gut .sign.down::after { top: calc(var(--at) + .66rem); bottom: 0 }
    .gut .sign b { left: calc(var(--cell) / 2 - .575rem) }
    .row.future > :not(.gut) { opacity: 0 }
    .row.future .sign b, .row.future .dots::after, .row.future .l.dots::before { opacity: 0 }
    .row > *, .sign b { transition: opacity .25s, color .2s }
    .token { position: absolute; left: 0; top: 0; z-index: 3; pointer-events: none; \
    font: 600 .78rem var(--mono); padding: .05rem .4rem; border-radius: 9px; \
    background: var(--card); border: 1.5px solid currentColor; max-width: 15em; overflow: hidden; \
    white-space: nowrap; text-overflow: ellipsis; box-shadow: 0 1px 5px rgb(0 0 0 / .22) }
    @media (max-width: 620px) { .rows li { grid-template-columns: auto minmax(0, 1fr) auto } \
    .row .what { grid-column: 2 / 4; padding-top: 0 !important; margin-top: -.1rem } \
    .row .what:empty { display: none } .row .gut { grid-row: 1 / 3 } }
    @media (prefers-reduced-motion: reduce) { .row > *, .sign b { transition: none } \
    .token { display: none } }

    """
}
