/** Plots; inlined into the page. */

export const plots = `
svg { display: block; } svg.key { display: inline-block; } svg text { font: 12px ui-sans-serif, system-ui, sans-serif; fill: var(--soft); font-variant-numeric: tabular-nums; }
svg.plot { width: 100%; height: auto; max-width: 1000px; }
svg .axis line { stroke: var(--grid); } svg .axis text { font-size: 11px; }
svg .band { fill: var(--band); } svg .task { fill: var(--ink); font-weight: 600; } svg .panel { fill: var(--ink); font-weight: 620; font-size: 13px; } svg .unknown { font-style: italic; font-size: 11px; }
svg .mark { fill: currentColor; stroke: var(--card); stroke-width: 1.2; } svg .mark.hollow { fill: var(--card); stroke: currentColor; stroke-width: 1.6; }
svg .range { stroke: currentColor; stroke-width: 5; stroke-linecap: round; opacity: .24; } svg .range.thin { stroke-width: 1.5; opacity: .5; }
svg .dots { stroke: currentColor; stroke-width: 5; stroke-linecap: round; opacity: .45; fill: none; }
svg .dots.doubted { stroke-width: 7; opacity: 1; } svg .dots.doubted.inner { stroke: var(--card); stroke-width: 4; }
svg .label { font-size: 12px; } svg .point { font-size: 11px; }
svg.cell { overflow: visible; } .zero { stroke: var(--soft); stroke-width: 1; opacity: .55; } .whisker { stroke: var(--ink); stroke-width: 1.6; } .estimate { fill: var(--ink); stroke: var(--ink); stroke-width: 1.6; } .estimate.hollow { fill: var(--card); }
.blind { fill: var(--blind); } .blind-key { background: var(--blind); border-radius: 3px; padding: 0 .3em; color: var(--ink); }
.cover-gained { fill: var(--fixed); } .cover-both { fill: var(--kept); } .cover-lost { fill: var(--broke); } .cover-neither { fill: none; stroke: var(--none); } svg .cover-text-gained, svg .cover-text-lost { fill: var(--card); font-size: 11px; font-weight: 600; } svg .cover-text-both, svg .cover-text-neither { fill: var(--ink); font-size: 11px; }
.s-f { fill: var(--fixed); } .s-k, .s-p { fill: var(--kept); } .s-u, .s-x { fill: var(--unfixed); } .s-b { fill: var(--broke); } .s-g, .s-m { fill: var(--none); } .heat-map path, .key path { fill-rule: evenodd; }
.heat { display: flex; margin-top: .4rem; } .heat-names { flex: none; width: 264px; } .heat-names text { fill: var(--ink); font-size: 12px; } .heat-names .axis-name { font-weight: 640; } .heat-names .hint { fill: var(--soft); }
@media (max-width: 900px) { .heat-names { width: 130px; overflow: hidden; } }
.heat-scroll { overflow-x: auto; position: relative; min-width: 0; padding-right: 8px; } .heat-map .span { stroke: currentColor; stroke-width: 2; }
.heat-grid { position: absolute; inset: 0; cursor: pointer; } .heat-grid [role=row] { position: absolute; } .heat-grid [role=gridcell] { position: absolute; outline: 2px solid var(--focus); outline-offset: 0; border-radius: 2px; box-shadow: 0 0 0 4px color-mix(in srgb, var(--focus) 25%, transparent); } .heat-grid [role=gridcell].resting { outline: none; box-shadow: none; }
.tip { position: fixed; z-index: 5; pointer-events: none; background: var(--ink); color: var(--paper); font-size: .8rem; line-height: 1.35; padding: .35rem .6rem; border-radius: 6px; max-width: 22rem; }
`
