internal import AdvertReport

/// The look that the page of `advert report`, the pages of the rules and the playground share: colours in light and dark, type, tables,
/// badges, statements, plots. Colours only repeat what words say.
///
/// `make format` writes it into `Playground/look.css`.
package enum PageLook {
  package static let text: StaticString = #"""
    :root {
      color-scheme: light dark;
      --ground: #f5f6f8; --card: #fff; --line: #d9dde4; --ink: #1b2027; --soft: #525c69; --accent: #0b5cad;
      --error: #a3201a; --error-ground: #fdeae8; --warning: #744600; --warning-ground: #fff0cf;
      --note: #1d5488; --note-ground: #e5f0fb; --good: #17653a; --good-ground: #e3f5ea;
      --plot: #2f6fb5; --plot-soft: #b9d2ec; --answer: #a35a00; --grid: #e5e8ed;
      --flags: #6d7b93; --services: #2c7ad6; --name: #23915a; --maker: #cf5f1d; --data: #8a56cc; --other: #8c8427;
      --broken: #c92a2a; --rest: #9aa3ae;
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
        --ground: #13161a; --card: #1c2026; --line: #363d47; --ink: #e8ebef; --soft: #a7b0bc; --accent: #86bdf7;
        --error: #ffb3ab; --error-ground: #47191a; --warning: #ffd284; --warning-ground: #3f2d05;
        --note: #a6d0fb; --note-ground: #14304c; --good: #86dda8; --good-ground: #123a24;
        --plot: #7db4ef; --plot-soft: #2d4b6b; --answer: #f0a64a; --grid: #2b3139;
        --flags: #8f9db5; --services: #5a9ff0; --name: #4fc088; --maker: #ee8a4d; --data: #b48bea; --other: #bdb44b;
        --broken: #ff7b72; --rest: #6f7884;
      }
    }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
    header, main, footer { max-width: 78rem; margin: 0 auto; padding: 0 1.25rem; }
    header { padding-top: 2rem; }
    h1 { font-size: 1.75rem; }
    p { margin: .5rem 0; max-width: 48rem; overflow-wrap: anywhere; }
    a { color: var(--accent); text-underline-offset: .15em; }
    code { font-size: .875em; overflow-wrap: anywhere; }
    small, .soft { color: var(--soft); font-size: .875rem; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    [hidden] { display: none !important; }

    .lead { font-size: 1.125rem; max-width: 56rem; }
    .statements { list-style: none; margin: .75rem 0; padding: 0; display: grid; gap: .5rem; }
    .statements p { margin: .15rem 0; max-width: none; }
    .fix::before { content: "Fix: "; font-weight: 600; }

    .scroll { position: relative; overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .4rem; }
    table { border-collapse: collapse; font-size: .9rem; }
    th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; }
    thead th { font-size: .8125rem; color: var(--soft); border-bottom: 1px solid var(--line); vertical-align: bottom; }
    tbody tr + tr > * { border-top: 1px solid var(--grid); }
    tbody th { font-weight: 600; }
    .scroll > table { width: 100%; }

    .matrix { white-space: nowrap; }
    .verdict span { font-weight: 700; color: var(--c); }
    .discovered { --c: var(--good); --g: var(--good-ground); }
    dl.facts dt { color: var(--soft); }
    dl.facts dd { margin: 0; overflow-wrap: anywhere; }
    .k-flags { --k: var(--flags); } .k-services { --k: var(--services); } .k-name { --k: var(--name); }
    .k-maker { --k: var(--maker); } .k-data { --k: var(--data); } .k-other { --k: var(--other); }
    .k-broken { --k: var(--broken); } .k-rest { --k: var(--rest); }
    ul, ol { padding-left: 1.4rem; margin: .4rem 0; }
    li { overflow-wrap: anywhere; }
    figcaption { font-weight: 600; margin-bottom: .35rem; overflow-wrap: anywhere; }
    .level { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
    .curve { stroke-width: 2; vector-effect: non-scaling-stroke; fill: none; }
    .c0, .c7 { stroke: var(--services); } .c1, .c8 { stroke: var(--maker); } .c2, .c9 { stroke: var(--name); }
    .c3, .c10 { stroke: var(--data); } .c4, .c11 { stroke: var(--other); } .c5 { stroke: var(--broken); }
    .c6 { stroke: var(--flags); }
    .c1, .c4 { stroke-dasharray: 7 3; } .c2, .c5 { stroke-dasharray: 2 3; }
    .c7, .c8, .c9, .c10, .c11 { stroke-dasharray: 10 3 2 3; }
    .soon .line { width: 3.5rem; }
    .soon .line svg { display: block; width: 2.5rem; height: .625rem; margin-top: .5rem; }
    .badge { display: inline-block; padding: 0 .5em; border-radius: 1em; font-size: .8125rem; font-weight: 600; white-space: nowrap;
      color: var(--c); background: var(--g); }
    .error, .missed { --c: var(--error); --g: var(--error-ground); }
    .warning, .may { --c: var(--warning); --g: var(--warning-ground); }
    .note, .unknown { --c: var(--note); --g: var(--note-ground); }
    .good, .discovered { --c: var(--good); --g: var(--good-ground); }
    .statements > li { background: var(--card); border: 1px solid var(--line); border-left: .3rem solid var(--c);
      border-radius: .4rem; padding: .6rem .9rem; overflow-wrap: anywhere; }
    dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .25rem 0 0; }
    tbody th small, tbody th .soft { font-weight: 400; }
    td.number, th.number { text-align: right; white-space: nowrap; }
    table.answers { width: 100%; }
    .answers td { overflow-wrap: anywhere; }
    .answers .scanners { width: 34%; color: var(--ink); }
    figure { margin: 0 0 1.25rem; }
    button.term, button.term:hover { display: inline; font: inherit; color: inherit; background: none; border: 0; padding: 0; text-align: inherit; white-space: normal;
      text-decoration: underline dotted; text-underline-offset: .2em; cursor: help; border-radius: .2em; overflow-wrap: anywhere; }
    button.term:hover { text-decoration-style: solid; }
    [popover] { inset: auto 0 1rem; margin: 0 auto; width: min(34rem, 100vw - 2rem); padding: .5rem 1rem; color: var(--ink); background: var(--card);
      border: 1px solid var(--soft); border-radius: .5rem; box-shadow: 0 .25rem 1.5rem rgb(0 0 0 / 30%); font-size: 1rem; text-align: left; white-space: normal; }
    dfn { font-style: normal; font-weight: 700; }
    @supports (position-area: block-end span-inline-end) {
      [popover] { inset: auto; margin: .25rem; position-area: block-end span-inline-end; position-try: flip-block, flip-inline, flip-block flip-inline; }
    }
    button, select, input[type=search], input[type=number], .question input, .fields input, .file label { font: inherit; font-size: .9375rem; color: inherit;
      background: var(--card); border: 1px solid var(--soft); border-radius: .35rem; padding: .3rem .7rem; max-width: 100%; }
    button, .file label { cursor: pointer; }
    button:hover, .file label:hover { border-color: var(--accent); color: var(--accent); }
    .tools { display: flex; flex-wrap: wrap; gap: .6rem .75rem; align-items: center; margin: .75rem 0; }
    thead button, thead button:hover { font: inherit; font-weight: 600; color: inherit; background: none; border: 0; padding: 0; text-align: inherit;
      white-space: nowrap; }
    thead button::after { content: " ↕"; opacity: .6; }
    [aria-sort=ascending] button::after { content: " ↑"; opacity: 1; }
    [aria-sort=descending] button::after { content: " ↓"; opacity: 1; }
    pre { overflow: auto; max-height: 32rem; margin: .5rem 0; padding: .75rem; background: var(--ground); border: 1px solid var(--line);
      border-radius: .4rem; font-size: .8125rem; line-height: 1.45; }
    summary { cursor: pointer; overflow-wrap: anywhere; }
    code, pre, textarea, .map, .hex, .number { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
    h1, h2, h3, h4 { line-height: 1.25; margin: 0; overflow-wrap: anywhere; }

    @media screen and (max-width: 46rem) {
      body { font-size: 15px; }
      h1 { font-size: 1.4rem; }
      header, main, footer { padding-left: .75rem; padding-right: .75rem; }
      header { padding-top: 1rem; }
      th, td { padding: .3rem .35rem; }
      .answers tr { display: block; padding: .3rem 0; }
      .answers td { display: block; padding: .1rem .35rem; }
      .answers .scanners { width: auto; }
      .matrix tbody th { white-space: normal; min-width: 6rem; }
      .answers .badge { font-size: .75rem; padding: 0 .4em; }
    }
    @media print {
      :root { --ground: #fff; color-scheme: light; }
      html { font-size: 9.5pt; }
      body { background: none; font-size: 1rem; }
      header, main, footer { padding: 0; }
      h1, h2, h3, h4, h5, figcaption, caption, summary { break-after: avoid; }
      .tools { display: none; }
      button.term { text-decoration: none; }
      [popover] { display: block; position: static; width: auto; border: 0; box-shadow: none; padding: 0; font-size: .85rem; }
      thead button { display: contents; }
      thead button::after { content: none !important; }
      .glossary:has(:not([hidden]))::before { content: "Words"; font-size: 1.3rem; font-weight: 700; }
      figure, tr, .statements > li { break-inside: avoid; }
      table { font-size: .85rem; }
      .scroll, pre { overflow: visible; max-height: none; }
      .scroll { border: 0; }
      pre { white-space: pre-wrap; overflow-wrap: anywhere; }
      .matrix { white-space: normal; }
      .statements > li { border-color: var(--line) var(--line) var(--line) var(--c); }
      .statements a[href^=https]::after { content: " (" attr(href) ")"; overflow-wrap: anywhere; }
      svg, .badge, .flag, td { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
    }
    """#
}
