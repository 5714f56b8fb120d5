/// The style of a page: light and dark, on paper, on a phone. Colours only repeat the words.
enum PageStyle {
  static let text: StaticString = #"""
    :root {
      color-scheme: light dark;
      --ground: #f5f6f8; --card: #fff; --line: #d9dde4; --ink: #1b2027; --soft: #525c69; --accent: #0b5cad;
      --error: #a3201a; --error-ground: #fdeae8; --warning: #744600; --warning-ground: #fff0cf;
      --note: #1d5488; --note-ground: #e5f0fb; --good: #17653a; --good-ground: #e3f5ea;
      --plot: #2f6fb5; --plot-soft: #b9d2ec; --answer: #a35a00; --grid: #e5e8ed;
      --flags: #6d7b93; --services: #2c7ad6; --name: #23915a; --maker: #cf5f1d; --data: #8a56cc; --other: #8c8427;
      --broken: #c92a2a; --rest: #9aa3ae;
    }
    @media (prefers-color-scheme: dark) {
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
    html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
    body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
    header, main, footer { max-width: 78rem; margin: 0 auto; padding: 0 1.25rem; }
    header { padding-top: 2rem; }
    header .soft p { max-width: 56rem; }
    footer { padding-bottom: 3rem; color: var(--soft); font-size: .875rem; }
    h1, h2, h3, h4 { line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
    h1 { font-size: 1.75rem; }
    h2 { font-size: 1.3rem; margin: 2.5rem 0 .75rem; }
    h3 { font-size: 1.1rem; display: inline; }
    h4 { font-size: 1rem; margin: 1.75rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
    h5 { font-size: .95rem; margin: 1rem 0 .25rem; }
    p { margin: .5rem 0; max-width: 48rem; overflow-wrap: anywhere; }
    a { color: var(--accent); text-underline-offset: .15em; }
    code, .hex, .number { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
    code { font-size: .875em; overflow-wrap: anywhere; }
    small, .soft { color: var(--soft); font-size: .875rem; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
    .skip { position: absolute; left: -100vw; }
    .skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .25rem .75rem; }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    [hidden] { display: none !important; }

    .lead { font-size: 1.125rem; max-width: 56rem; }
    .badge { display: inline-block; padding: 0 .5em; border-radius: 1em; font-size: .8125rem; font-weight: 600;
      white-space: nowrap; }
    .error { --c: var(--error); --g: var(--error-ground); }
    .warning { --c: var(--warning); --g: var(--warning-ground); }
    .note { --c: var(--note); --g: var(--note-ground); }
    .good { --c: var(--good); --g: var(--good-ground); }
    .badge { color: var(--c); background: var(--g); }
    .statements { list-style: none; margin: .75rem 0; padding: 0; display: grid; gap: .5rem; }
    .statements > li { background: var(--card); border: 1px solid var(--line); border-left: .3rem solid var(--c);
      border-radius: .4rem; padding: .6rem .9rem; overflow-wrap: anywhere; }
    .statements p { margin: .15rem 0; max-width: none; }
    details.notes > summary { cursor: pointer; color: var(--accent); }
    .fix::before { content: "Fix: "; font-weight: 600; }

    .scroll { position: relative; overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .4rem; }
    table { border-collapse: collapse; font-size: .9rem; }
    th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; }
    thead th { font-size: .8125rem; color: var(--soft); border-bottom: 1px solid var(--line); vertical-align: bottom; }
    tbody tr + tr > * { border-top: 1px solid var(--grid); }
    tbody th { font-weight: 600; }
    tbody th small, tbody th .soft { font-weight: 400; }
    caption { text-align: left; font-weight: 600; padding: .35rem 0; }
    .scroll > table { width: 100%; }
    td.number, th.number { text-align: right; white-space: nowrap; }
    .who { min-width: 11rem; overflow-wrap: anywhere; }
    .badge.wraps { white-space: normal; overflow-wrap: anywhere; min-width: 3.4em;
      border-radius: .6em; }
    .address { white-space: nowrap; font-size: .8125rem; }
    thead button { font: inherit; font-weight: 600; color: inherit; background: none; border: 0; padding: 0;
      cursor: pointer; text-align: inherit; white-space: nowrap; }
    thead button::after { content: " ↕"; opacity: .6; }
    [aria-sort=ascending] button::after { content: " ↑"; opacity: 1; }
    [aria-sort=descending] button::after { content: " ↓"; opacity: 1; }
    svg.strength { width: 6rem; height: .7rem; display: block; margin-top: .2rem; background: var(--grid);
      border-radius: .2rem; }
    .tools { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: center; margin: .75rem 0; }
    .tools input, .tools select, .tools button { font: inherit; color: inherit; background: var(--card);
      border: 1px solid var(--soft); border-radius: .35rem; padding: .3rem .6rem; max-width: 100%; }
    .tools input { width: 20rem; }

    .matrix { white-space: nowrap; }
    .matrix thead th.scanner { vertical-align: bottom; padding: .4rem .2rem; }
    .matrix thead th.scanner span { writing-mode: vertical-rl; transform: rotate(180deg); font-weight: 500; }
    .matrix td.verdict { text-align: center; padding: .35rem .2rem; }
    .verdict span { font-weight: 700; color: var(--c); }
    .missed { --c: var(--error); --g: var(--error-ground); }
    .may { --c: var(--warning); --g: var(--warning-ground); }
    .unknown { --c: var(--note); --g: var(--note-ground); }
    .discovered { --c: var(--good); --g: var(--good-ground); }
    .scanners { color: var(--soft); }

    section.device { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin: .75rem 0; }
    section.device > details > summary { cursor: pointer; padding: .7rem 1rem; }
    section.device > details > summary .badge { margin-left: .4rem; }
    section.device > details > div { padding: 0 1rem 1.25rem; }
    section.device .statements > li { background: none; }
    dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .25rem 0 0; }
    dl.facts dt { color: var(--soft); }
    dl.facts dd { margin: 0; overflow-wrap: anywhere; }
    table.answers { width: 100%; }
    table.answers td { overflow-wrap: anywhere; }
    table.answers .scanners { width: 34%; color: var(--ink); }
    table.answers .badge { white-space: nowrap; }

    table.octets { width: 100%; table-layout: fixed; margin: 0 0 .5rem; }
    table.octets th, table.octets td { padding: .2rem .5rem; border: 0; }
    table.octets .at { width: 3.2rem; text-align: right; color: var(--soft); }
    table.octets .hex { width: 23.5rem; font-size: .875rem; overflow-wrap: anywhere; }
    .before-after table.octets .hex { width: 45%; }
    table.octets td.meaning { overflow-wrap: anywhere; border-left: .35rem solid var(--k); }
    svg.block { display: block; width: 100%; height: 1rem; background: var(--grid); border-radius: .2rem; }
    svg.block rect { fill: var(--k); stroke: var(--card); stroke-width: .08; }
    svg.block rect.flagged { fill: var(--broken); stroke: none; }
    .k-flags { --k: var(--flags); } .k-services { --k: var(--services); } .k-name { --k: var(--name); }
    .k-maker { --k: var(--maker); } .k-data { --k: var(--data); } .k-other { --k: var(--other); }
    .k-broken { --k: var(--broken); } .k-rest { --k: var(--rest); }
    a.flag { color: var(--c); background: var(--g); font-weight: 700; text-decoration-thickness: 2px; padding: 0 .1em;
      border-radius: .2em; }
    .varying { text-decoration: underline dotted; text-decoration-thickness: 2px; text-underline-offset: .25em; }
    .before-after { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 0 1.5rem; }
    ul, ol { padding-left: 1.4rem; margin: .4rem 0; }
    li { overflow-wrap: anywhere; }

    figure { margin: 0 0 1.25rem; }
    figcaption { font-weight: 600; margin-bottom: .35rem; }
    .strips { display: grid; grid-template-columns: minmax(6.5rem, 12rem) 1fr; gap: .25rem .75rem; align-items: center;
      font-size: .8125rem; }
    .strips > .label { color: var(--soft); text-align: right; overflow-wrap: anywhere; line-height: 1.2; }
    .strips > .axis { grid-column: 2; display: flex; justify-content: space-between; color: var(--soft); }
    .strips svg { display: block; width: 100%; height: 1.1rem; background: var(--grid); border-radius: .15rem; }
    .strips svg.tall { height: 9rem; }
    .strips svg.middle { height: 2.2rem; }
    .range { fill: var(--plot-soft); }
    .median { stroke: var(--plot); stroke-width: 2.5; vector-effect: non-scaling-stroke; fill: none; }
    .heard { fill: var(--plot); } .answered { fill: var(--answer); }
    .expected { fill: var(--good-ground); }
    .level { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
    .curve { stroke-width: 2; vector-effect: non-scaling-stroke; fill: none; }
    .c0, .c7 { stroke: var(--services); } .c1, .c8 { stroke: var(--maker); } .c2, .c9 { stroke: var(--name); }
    .c3, .c10 { stroke: var(--data); } .c4, .c11 { stroke: var(--other); } .c5 { stroke: var(--broken); }
    .c6 { stroke: var(--flags); }
    .c1, .c4 { stroke-dasharray: 7 3; } .c2, .c5 { stroke-dasharray: 2 3; }
    .c7, .c8, .c9, .c10, .c11 { stroke-dasharray: 10 3 2 3; }
    .strips > .ticks span { width: 0; display: flex; justify-content: center; white-space: nowrap; }
    .strips > .ticks span:first-child { justify-content: flex-start; }
    .strips > .ticks span:last-child { justify-content: flex-end; }
    .soon { margin-top: 1.25rem; }
    .soon .strips { margin-bottom: .5rem; }
    .soon .line { width: 3.5rem; }
    .soon .line svg { display: block; width: 2.5rem; height: .625rem; margin-top: .5rem; }
    .levels { display: flex; flex-direction: column; justify-content: space-between; height: 9rem; }
    .reading { min-height: 1.5rem; margin: .25rem 0 0; font-size: .8125rem; color: var(--soft); }
    details.numbers summary { cursor: pointer; color: var(--accent); font-size: .875rem; }
    details.numbers table { font-size: .8125rem; }
    .bars { display: grid; grid-template-columns: minmax(6.5rem, 12rem) 1fr 4rem; gap: .2rem .75rem; align-items: center;
      font-size: .8125rem; max-width: 46rem; }
    .bars .label { color: var(--soft); text-align: right; }
    .bars svg { display: block; width: 100%; height: .8rem; background: var(--grid); border-radius: .15rem; }

    @media (max-width: 46rem) {
      body { font-size: 15px; }
      header, main, footer { padding-left: .75rem; padding-right: .75rem; }
      .wide { display: none; }
      .who { min-width: 7rem; }
      th, td { padding: .3rem .35rem; }
      svg.strength { width: 3.5rem; margin-left: auto; }
      thead button::after { content: ""; }
      td .badge { font-size: .75rem; padding: 0 .4em; }
      table.octets .hex { width: 40%; }
      table.octets .at { width: 2.4rem; padding-left: 0; }
      .strips { grid-template-columns: 5rem 1fr; }
      .bars { grid-template-columns: 5rem 1fr 3.5rem; }
      .tools input { width: 100%; }
    }
    @media print {
      body { background: none; font-size: 10pt; }
      .tools, .skip, .numbers, .reading { display: none !important; }
      section.device { break-inside: auto; }
      figure, table.octets tr, .statements > li { break-inside: avoid; }
      .scroll { overflow: visible; }
      svg, .badge, .flag, td.meaning { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
    }
    """#
}
