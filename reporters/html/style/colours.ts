/** Colours of the page, light and dark in one place; told apart without red against green. Inlined into the page. */

export const colours = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf8, #14161a);
  --card: light-dark(#ffffff, #1b1e24);
  --ink: light-dark(#1d2129, #e7e9ee);
  --soft: light-dark(#565d6a, #a5acba);
  --line: light-dark(#e4e2dd, #2c313a);
  --grid: light-dark(#e9e7e2, #2a2f38);
  --band: light-dark(#f4f2ee, #20242b);
  --link: light-dark(#1f5fbf, #8ab8ff);
  --focus: light-dark(#1f5fbf, #8ab8ff);
  --good: light-dark(#0b6e62, #5ccfbd);
  --doubt: light-dark(#9a4a00, #ffb067);
  --fixed: light-dark(#1d5fae, #5d9fec);
  --kept: light-dark(#d3e2f4, #24405f);
  --unfixed: light-dark(#c26a00, #f0a53c);
  --unfixed-ink: light-dark(#8f4a00, #f0a53c);
  --broke: light-dark(#a3123a, #ff7d92);
  --none: light-dark(#7b818c, #8b93a1);
  --blind: light-dark(#e8e6e0, #2e333c);
  --added: light-dark(#e2f0fb, #16304a);
  --removed: light-dark(#fdebd8, #43290f);
  --c0: light-dark(#1d63b8, #6fb0ff);
  --c1: light-dark(#c2500a, #ff9d5c);
  --c2: light-dark(#0d7a68, #4fd0b6);
  --c3: light-dark(#8b3fb5, #d193f5);
  --c4: light-dark(#85680a, #e0c04a);
  --c5: light-dark(#b3266f, #ff86bd);
  --c6: light-dark(#47556b, #aab8cf);
  --c7: light-dark(#00738a, #55cfe6);
}
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; }
.c0 { color: var(--c0); } .c1 { color: var(--c1); } .c2 { color: var(--c2); } .c3 { color: var(--c3); }
.c4 { color: var(--c4); } .c5 { color: var(--c5); } .c6 { color: var(--c6); } .c7 { color: var(--c7); }
`
