/** Type, page, tables and the drawer; inlined into the page. */

export const layout = `
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: .9375rem/1.5 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; font-variant-numeric: tabular-nums; }
code, kbd, pre { font-family: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'Liberation Mono', monospace; font-size: .87em; }
kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 .35em; background: var(--card); }
a { color: var(--link); }
small { font-size: .84em; color: var(--soft); font-weight: 400; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -999px; } .skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 9; }
.page { display: grid; grid-template-columns: 232px minmax(0, 1fr); max-width: 1420px; margin: 0 auto; }
.side { position: sticky; top: 0; align-self: start; height: 100vh; overflow: auto; padding: 1.6rem 1rem 1.6rem 1.6rem; font-size: .9rem; }
.side .mark-word { font-weight: 650; letter-spacing: -.01em; font-size: 1rem; margin: 0 0 1rem; display: flex; align-items: center; gap: .5rem; }
.side ol { list-style: none; margin: 0 0 1.1rem; padding: 0; }
.side .nav-suite { font-weight: 650; margin: 0 0 .3rem; overflow-wrap: anywhere; }
.side li a { display: flex; justify-content: space-between; gap: .5rem; padding: .2rem .6rem; margin-left: -.6rem; border-radius: 6px; color: var(--soft); text-decoration: none; }
.side li a:hover { background: var(--band); color: var(--ink); }
.side li a[aria-current] { color: var(--ink); background: var(--band); font-weight: 550; }
.count { color: var(--soft); font-size: .8em; font-weight: 450; }
main { padding: 2.2rem 2rem 6rem 1.4rem; min-width: 0; }
.theme { font: inherit; font-size: .85rem; color: var(--soft); background: none; border: 1px solid var(--line); border-radius: 99px; padding: .25rem .8rem; cursor: pointer; }
.theme:hover { color: var(--ink); border-color: var(--soft); }
h1 { font-size: 2.1rem; line-height: 1.15; letter-spacing: -.022em; margin: 0 0 .3rem; font-weight: 680; overflow-wrap: anywhere; }
h1 + .lede { margin-bottom: 1rem; } .over { color: var(--soft); font-size: .84rem; margin: 0; } h2 small { font-size: .84rem; letter-spacing: 0; }
h2 { font-size: 1.3rem; letter-spacing: -.012em; margin: 1.6rem 0 .6rem; overflow-wrap: anywhere; }
h3 { font-size: 1.16rem; letter-spacing: -.01em; margin: 0 0 .9rem; font-weight: 640; }
h4 { font-size: .95rem; margin: 1.5rem 0 .5rem; font-weight: 620; }
.lede { color: var(--soft); margin: 0 0 1.6rem; max-width: 68ch; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.3rem 1.4rem; margin: 0 0 1.2rem; }
figure { margin: 0 0 1.1rem; }
figcaption, .note, .heat-hint { color: var(--soft); font-size: .87rem; max-width: 88ch; margin: .55rem 0 0; }
.warn { border-left: 3px solid var(--doubt); padding: .1rem 0 .1rem .8rem; margin: .4rem 0 .9rem; max-width: 88ch; }
.scroll { overflow-x: auto; margin: .4rem -.4rem; padding: 0 .4rem; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { text-align: left; padding: .3rem .75rem .3rem 0; vertical-align: baseline; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 500; font-size: .82rem; border-bottom-color: var(--soft); vertical-align: bottom; }
tbody th { font-weight: 500; }
tbody:last-child tr:last-child > * { border-bottom: 0; }
.num { text-align: right; } td.num { white-space: nowrap; }
table.figures tbody th[scope=rowgroup] { font-weight: 620; white-space: nowrap; vertical-align: top; padding-right: 1.2rem; }
table.figures td { white-space: nowrap; padding-right: 1rem; }
table.forest tbody th { white-space: nowrap; } table.effects td:last-child { min-width: 250px; padding-right: 0; } table.coverage td:last-child { min-width: 9rem; } table.coverage th { white-space: nowrap; } .none { color: var(--soft); }
table.figures tr.total > * { color: var(--soft); border-bottom: 1px solid var(--soft); }
table.figures tr.total th { font-weight: 500; }
table.forest td, table.forest th { vertical-align: middle; }
.below { font-weight: 640; color: var(--broke); } .partial { color: var(--doubt); }
.below::before { content: '▾ '; font-size: .8em; }
.n { color: inherit; }
a.n { text-decoration: underline dotted color-mix(in srgb, currentColor 45%, transparent); text-underline-offset: 3px; text-decoration-thickness: 1px; }
.verdict a.n, .words a.n, .lines a.n, small a.n { text-decoration-color: color-mix(in srgb, currentColor 28%, transparent); }
a.n:hover { color: var(--link); text-decoration-style: solid; }
.named { white-space: nowrap; } .key { vertical-align: -2px; margin-right: .4rem; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.3rem; list-style: none; padding: 0; margin: 0 0 .6rem; font-size: .87rem; }
.legend.states { color: var(--soft); }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(156px, 1fr)); gap: .8rem; }
.tile { border: 1px solid var(--line); border-radius: 10px; padding: .75rem .95rem; min-width: 0; }
.tile-name { color: var(--soft); font-size: .84rem; overflow: hidden; text-overflow: ellipsis; }
.tile-value { font-size: 1.2rem; font-weight: 640; letter-spacing: -.015em; line-height: 1.35; }
.tile-value .pair { font-size: 1.12rem; margin-right: .5rem; white-space: nowrap; } .tile-value small { font-weight: 450; letter-spacing: 0; font-size: .8rem; }
.tile-more { color: var(--soft); font-size: .82rem; }
.tile.good { box-shadow: inset 3px 0 var(--good); } .tile.doubt { box-shadow: inset 3px 0 var(--doubt); }
.verdicts { list-style: none; padding: 0; margin: 1.2rem 0 0; } .verdicts li { padding: .32rem 0 .32rem 1.1rem; border-top: 1px solid var(--line); position: relative; }
.verdicts li::before { content: '○'; position: absolute; left: 0; color: var(--soft); } .verdicts li.different::before { content: '●'; color: var(--ink); }
.verdicts .words, .verdict { color: var(--soft); } .verdicts .different .words, .verdict.different, .v-held, .v-falsified { color: var(--ink); font-weight: 600; }
.axis-tag, .task-name { font-size: .8rem; color: var(--soft); border: 1px solid var(--line); border-radius: 5px; padding: 0 .4em; white-space: nowrap; }
details > summary { cursor: pointer; color: var(--soft); font-size: .9rem; padding: .3rem 0; } details > summary:hover { color: var(--ink); }
.lines { margin: .2rem 0 .6rem; padding-left: 1.2rem; font-size: .9rem; } .lines li { margin: .15rem 0; overflow-wrap: anywhere; }
td code { overflow-wrap: anywhere; }
table.trace { table-layout: fixed; } table.trace td, table.trace th { overflow-wrap: anywhere; white-space: normal; }
tr:target > * { background: var(--band); }
footer { color: var(--soft); font-size: .85rem; margin-top: 2rem; }
dialog { border: 0; padding: 0; margin: 0 0 0 auto; width: min(760px, 100vw); height: 100dvh; max-height: none; background: var(--card); color: var(--ink); box-shadow: -12px 0 50px rgb(0 0 0 / .25); }
dialog::backdrop { background: rgb(10 12 16 / .42); }
.drawer { padding: 1.2rem 1.5rem 3rem; } .drawer header { display: flex; gap: .6rem; align-items: baseline; position: sticky; top: 0; background: var(--card); padding: .4rem 0 .6rem; border-bottom: 1px solid var(--line); z-index: 1; }
.drawer h2:focus { outline: none; } .drawer h2 { margin: 0; font-size: 1.15rem; flex: 1; } .drawer h3 { margin: 1.3rem 0 .4rem; font-size: .95rem; }
.drawer button { font: inherit; font-size: .85rem; border: 1px solid var(--line); border-radius: 7px; background: var(--card); color: var(--ink); padding: .2rem .65rem; cursor: pointer; } .drawer button:hover { border-color: var(--soft); }
.drawer dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .8rem 0; font-size: .9rem; } .drawer dt { color: var(--soft); } .drawer dd { margin: 0; overflow-wrap: anywhere; }
.drawer pre { background: var(--band); border-radius: 8px; padding: .7rem .9rem; overflow: auto; max-height: 60vh; font-size: .8rem; line-height: 1.45; margin: .3rem 0; tab-size: 4; }
.drawer pre.wrap { white-space: pre-wrap; overflow-wrap: anywhere; }
.diff span { display: block; min-height: 1.45em; width: max-content; min-width: 100%; } .diff .add { background: var(--added); } .diff .del { background: var(--removed); } .diff .file { font-weight: 650; } .diff .hunk { color: var(--soft); }
.drawer .chosen { border-left: 3px solid var(--focus); padding-left: .8rem; }
.drawer ul { padding-left: 0; list-style: none; } .drawer li { margin: .25rem 0; }
.told ol { list-style: none; margin: .3rem 0; padding: 0; } .told li { margin: 0; padding: .3rem 0; border-top: 1px solid var(--line); font-size: .875rem; overflow-wrap: anywhere; } .drawer .told pre { max-height: none; }
.told-at, .told-how { color: var(--soft); font-size: .84em; } .told-at { display: inline-block; min-width: 4.2em; } .told-head { font-weight: 620; } .told-wrong .told-head, .told-wrong .told-how { color: var(--broke); } .told-gap { color: var(--soft); font-style: italic; }
.sample-buttons { display: flex; flex-wrap: wrap; gap: .35rem; }
.state { font-size: .78rem; border-radius: 5px; padding: 0 .45em; border: 1px solid currentColor; white-space: nowrap; } .state-f { color: var(--fixed); } .state-k { color: var(--soft); } .state-u, .state-x { color: var(--unfixed-ink); } .state-b { color: var(--broke); font-weight: 650; }
@media (max-width: 900px) { .page { display: block; } .side { position: static; height: auto; padding-bottom: 0; } .side ol { columns: 2; } main { padding: 1rem; } .card { padding: 1rem; } }
@media print {
  :root, :root[data-theme] { color-scheme: light; } html { font-size: 10px; } body { background: #fff; } .side, .theme, .skip, .heat-hint, .samples, dialog { display: none !important; } .page { display: block; } main { padding: 0; } .card { border: 0; border-radius: 0; padding: 0; margin: 0 0 1.2rem; border-top: 1px solid #bbb; padding-top: .6rem; }
  figure, tr, .tile, li { break-inside: avoid; } h2, h3, h4 { break-after: avoid; } a.n { text-decoration: none; } .scroll, .heat-scroll { overflow: visible; } .heat-scroll svg { max-width: 100%; height: auto; } .heat-names { display: none; } section:not([id$='.sources']) details::details-content { content-visibility: visible; height: auto; } table { font-size: .85rem; } svg.cell { max-width: 130px; } .heat-scroll { padding: 0; } table.figures td, table.forest tbody th, td.num { white-space: normal; } table.effects td:last-child { min-width: 0; } .drawn * { print-color-adjust: exact; } svg { print-color-adjust: exact; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } dialog[open] { animation: slide .16s ease-out; } @keyframes slide { from { transform: translateX(24px); opacity: 0; } } }
@media (forced-colors: active) { .mark, .dots, .estimate { forced-color-adjust: none; } }
`
