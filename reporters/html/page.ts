/** The page around its sections: one file that needs no network, and lets nothing else run in it; main process. */
import { createHash } from 'node:crypto'
import { type Chapter, contents } from './contents.ts'
import { html, jsonData, type Markup, trusted } from './markup.ts'
import type { PageData } from './page-data.ts'
import { script, style } from './script.ts'

export interface Page {
  title: string
  chapters: Chapter[]
  body: Markup
  data: PageData
  packs: { id: string; base64: string }[]
}

export async function page({ title, chapters, body, data, packs }: Page): Promise<string> {
  const code = await script()
  // Only what we wrote may run or style, to the letter; nothing may be fetched.
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(code)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return html`${trusted('<!doctype html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="harnessbench">
<title>${title} – harnessbench</title>
<style>${trusted(style)}</style>
<script>${trusted(code)}</script>
</head>
<body>
<a class="skip" href="#main">To the figures</a>
<div class="page">
${contents(chapters)}
<main id="main">
${body}
</main>
</div>
<script type="application/json" id="samples">${jsonData(data)}</script>
${packs.map(({ id, base64 }) => html`<script type="text/plain" id="${id}">${base64}</script>\n`)}
</body>
</html>
`.markup
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
