import { expect, test } from 'vitest'
import { anchor } from './anchor.ts'
import { html, jsonData, px } from './markup.ts'

test('what is put into a template is text, whatever it holds', () => {
  expect(html`<p title="${`"'><b>&`}">${'<script>'}</p>`.markup).toBe(
    '<p title="&quot;&#39;&gt;&lt;b&gt;&amp;">&lt;script&gt;</p>',
  )
})

test('what would reorder a line, or not be seen, is shown', () => {
  expect(html`${'a\u202eb\u0000c\nd'}`.markup).toBe('a\\u202eb\\u0000c\\nd')
})

test('markup of a template stays markup, lists are joined, nothing is left out as nothing', () => {
  const items = ['a', '<'].map((name) => html`<i>${name}</i>`)
  expect(html`<b>${items}${null}${undefined}${false}${0}</b>`.markup).toBe(
    '<b><i>a</i><i>&lt;</i>0</b>',
  )
})

test('data cannot end the script that it stands in', () => {
  const { markup } = jsonData({ name: '</script><!--' })
  expect(markup).not.toContain('<')
  expect(JSON.parse(markup)).toEqual({ name: '</script><!--' })
})

test('coordinates are short', () => {
  expect([px(1 / 3), px(-0.001), px(12)]).toEqual(['0.33', '0', '12'])
})

test('anchors of different names differ, and hold nothing that a link would change', () => {
  const names = [['a', 'b'], ['a.b'], ['a b'], ['a_20_b'], ['ä'], ['"><script>']]
  const anchors = names.map((parts) => anchor(...parts))
  expect(new Set(anchors).size).toBe(names.length)
  for (const one of anchors) expect(one).toMatch(/^[\w.-]+$/)
})
