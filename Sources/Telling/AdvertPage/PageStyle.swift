internal import AdvertReport

/// The style of the page of `advert report` beyond that of all pages: on a screen, on paper, on a phone.
enum PageStyle {
  static let text: StaticString = #"""
    html { scroll-padding-top: 3.5rem; -webkit-text-size-adjust: 100%; }
    header .soft p { max-width: 56rem; }
    footer { padding-bottom: 3rem; color: var(--soft); font-size: .875rem; }
    h2 { font-size: 1.3rem; margin: 2.5rem 0 .75rem; }
    h3 { font-size: 1.1rem; display: inline; }
    h4 { font-size: 1rem; margin: 1.75rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
    h5 { font-size: .95rem; margin: 1rem 0 .25rem; }
    .skip { position: absolute; left: -100vw; }
    .skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .25rem .75rem; }
    caption { text-align: left; font-weight: 600; padding: .35rem 0; }
    .index { position: sticky; top: 0; z-index: 2; background: var(--ground); border-bottom: 1px solid var(--line); overflow-x: auto;
      white-space: nowrap; max-width: 78rem; margin: 0 auto; padding: .55rem 1.25rem; display: flex; gap: 1.25rem; }
    .copy { font-size: .75rem; padding: 0 .5rem; font-weight: 400; }
    #table th, #table td { padding-top: .2rem; padding-bottom: .2rem; line-height: 1.35; }
    details.each > summary, details.scans > summary { color: var(--accent); margin: .5rem 0; }
    ol.filters { padding-left: 2.8rem; }
    table.scans ul { margin: 0; padding-left: 1rem; min-width: 16rem; }
    .who { min-width: 11rem; overflow-wrap: anywhere; }
    .who .address + small { white-space: nowrap; }
    .badge.short { max-width: clamp(4.5rem, 14vw, 20rem); overflow: hidden; text-overflow: ellipsis; vertical-align: bottom; }
    .address { white-space: nowrap; font-size: .8125rem; }
    svg.strength { width: 6rem; height: .7rem; display: block; margin-top: .2rem; background: var(--grid);
      border-radius: .2rem; }
    .tools input { width: 20rem; }
    .matrix thead th.scanner { vertical-align: bottom; padding: .4rem .2rem; }
    .matrix thead th.scanner span { writing-mode: vertical-rl; transform: rotate(180deg); font-weight: 500; max-height: 10rem;
      white-space: normal; line-height: 1.1; }
    .matrix td.verdict { text-align: center; padding: .35rem .2rem; }

    section.device { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin: .75rem 0; }
    section.device > details > summary { cursor: pointer; padding: .7rem 1rem; }
    section.device > details > summary .badge { margin-left: .4rem; }
    section.device > details > div { padding: 0 1rem 1.25rem; }
    section.device .statements > li { background: none; }
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
    a.flag { color: var(--c); background: var(--g); font-weight: 700; text-decoration-thickness: 2px; padding: 0 .1em;
      border-radius: .2em; }
    .varying { text-decoration: underline dotted; text-decoration-thickness: 2px; text-underline-offset: .25em; }
    .before-after { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 0 1.5rem; }
    .strips { position: relative; display: grid; grid-template-columns: minmax(6.5rem, 12rem) 1fr; gap: .25rem .75rem; align-items: center;
      font-size: .8125rem; }
    .strips > .label { color: var(--soft); text-align: right; overflow-wrap: anywhere; line-height: 1.2; }
    .strips > .axis { grid-column: 2; display: flex; justify-content: space-between; color: var(--soft); }
    .strips svg { display: block; width: 100%; height: 1.1rem; background: var(--grid); border-radius: .15rem; }
    .strips svg.tall { height: 9rem; }
    .strips svg.middle { height: 2.2rem; }
    .range { fill: var(--plot-soft); }
    .median { stroke: var(--plot); stroke-width: 2.5; vector-effect: non-scaling-stroke; fill: none; }
    .heard { fill: var(--plot); }
    .answered { fill: var(--answer); }
    .filtered { fill: var(--data); }
    .unknown-scan { fill: var(--rest); }
    .told .strips svg { background: repeating-linear-gradient(135deg, var(--grid) 0 3px, var(--rest) 3px 4px); }
    .scanned { fill: var(--grid); }
    .cursor { position: absolute; top: 0; bottom: 1.4rem; width: 0; border-left: 1px solid var(--ink); pointer-events: none; }
    .timeline { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; }
    .timeline svg { touch-action: pan-y; }
    .expected { fill: var(--good-ground); }
    .strips > .ticks span { width: 0; display: flex; justify-content: center; white-space: nowrap; }
    .strips > .ticks span:first-child { justify-content: flex-start; }
    .strips > .ticks span:last-child { justify-content: flex-end; }
    .soon { margin-top: 1.25rem; }
    .soon .strips { margin-bottom: .5rem; }
    .levels { display: flex; flex-direction: column; justify-content: space-between; height: 9rem; }
    .reading { min-height: 1.5rem; margin: .25rem 0 0; font-size: .8125rem; color: var(--soft); }
    details.numbers summary, details.fold summary { color: var(--accent); font-size: .875rem; }
    details.fold > figure { margin-top: .75rem; }
    details.numbers table { font-size: .8125rem; }
    .bars { display: grid; grid-template-columns: minmax(6.5rem, 12rem) 1fr 4rem; gap: .2rem .75rem; align-items: center;
      font-size: .8125rem; max-width: 46rem; }
    .bars .label { color: var(--soft); text-align: right; }
    .bars svg { display: block; width: 100%; height: .8rem; background: var(--grid); border-radius: .15rem; }

    @media screen and (max-width: 46rem) {
      .wide { display: none; }
      h2 { margin-top: 1.75rem; }
      .index { padding: .4rem .75rem; gap: 1rem; font-size: .875rem; scrollbar-width: none; }
      .timeline { padding: .5rem; }
      .timeline .axis span:nth-child(even) { display: none; }
      .who { min-width: 10rem; font-size: .875rem; }
      .who .address, .who small { font-size: .75rem; }
      .finder { display: grid; grid-template-columns: auto 1fr 1fr; gap: .4rem .5rem; }
      .finder input, .finder select { grid-column: 2 / -1; }
      .finder button { justify-self: start; }
      .finder button#unfold { grid-column: 2; }
      .finder #count { grid-column: 2 / -1; }
      .finder #count:empty { display: none; }
      .matrix tbody th { font-size: .8125rem; }
      .matrix thead th.scanner span { max-height: 8.5rem; font-size: .75rem; }
      thead button::after { content: ""; }
      td .badge { font-size: .75rem; padding: 0 .4em; }
      table.octets { font-size: .875rem; }
      table.octets .hex { width: 38%; font-size: .8125rem; }
      table.octets .at { width: 1.9rem; padding-left: 0; padding-right: .35rem; }
      .before-after table.octets .hex { width: 38%; }
      section.device > details > div { padding: 0 .75rem 1rem; }
      .strips { grid-template-columns: 1fr; gap: .1rem; }
      .strips > .label { text-align: left; margin-top: .25rem; }
      .strips > .axis { grid-column: 1; }
      .levels { height: auto; flex-direction: row; }
      .bars { grid-template-columns: 5rem 1fr 3.5rem; }
      .tools input { width: 100%; }
    }
    @media print {
      .index, .cursor, .skip, .numbers, .reading, .copy, #more { display: none !important; }
      section.device { border: 0; border-top: 2px solid var(--line); border-radius: 0; margin: 0 0 1rem; }
      section.device > details > summary, section.device > details > div { padding-left: 0; padding-right: 0; }
      section.device .statements a::after { content: ""; }
      section.device > details:not([open]) > summary { padding-top: .2rem; padding-bottom: .2rem; }
      section.device:has(> details:not([open])) { margin: 0; border-top-width: 1px; }
      table.octets { break-inside: avoid; }
      table.octets .hex { width: 17rem; font-size: .85rem; }
      .before-after { grid-template-columns: 1fr 1fr; }
      .who { min-width: 0; }
      #table { font-size: .75rem; }
      #table th, #table td, #table td *, #table th * { white-space: normal; }
      #table :is(.who, td:last-child) { overflow-wrap: anywhere; }
      #table th, #table td { padding-left: .2rem; padding-right: .2rem; }
      .badge.short { max-width: 6rem; }
      svg.strength { width: 3rem; }
      .levels, .strips svg.tall { height: 6rem; }
      .strips { grid-template-columns: 7rem 1fr; }
    }
    """#
}
