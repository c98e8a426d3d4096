import { expect, test } from 'vitest'
import type { ScriptTurn } from '../script.ts'
import type { Call, Dialect } from './dialect.ts'
import { offered, type Tools, toolsOf } from './fixtures/offered.ts'
import { placeOf } from './place.ts'
import { dialectFor } from './table.ts'
import { translate } from './translate.ts'

const calls: ScriptTurn['calls'] = [
  { list: {} },
  { list: { path: 'src' } },
  { read: { path: 'src/a.ts' } },
  { read: { path: 'src/a.ts', from: 7 } },
  { search: { text: 'fmt(' } },
  { search: { text: 'a', path: 'src' } },
  { write: { path: 'src/new.ts', content: 'x\n' } },
  { write: { path: 'src/old.ts', content: 'y\n' } },
  { edit: { path: 'src/a.ts', old: 'b * 2', new: 'c' } },
  { edit: { path: 'src/a.ts', old: 'b', new: 'c', all: true } },
  { run: { command: 'node a.ts; ls' } },
]
const acts = new Set(calls.flatMap((call) => Object.keys(call)))
const usage = undefined

/** A conversation in which one file was read. */
const messages = [
  { role: 'system' as const, content: 'Working directory: /w/build' },
  { role: 'user' as const, content: 'Go.' },
  {
    role: 'assistant' as const,
    content: null,
    tool_calls: [
      {
        id: '1',
        type: 'function' as const,
        function: { name: 'x', arguments: '{"path":"src/old.ts"}' },
      },
    ],
  },
  { role: 'tool' as const, content: '1\n  a = b * 2 // ;\n', tool_call_id: '1' },
]

const spoken = (tools: Tools) => dialectFor(tools, acts) as Dialect
const said = (tools: Tools, calls: ScriptTurn['calls']) =>
  translate({ calls, usage }, spoken(tools), placeOf({ model: 'm', messages, tools }))

function misfits({ name, input }: Call, tools: Tools): string[] {
  const tool = tools.find((tool) => tool.function.name === name)
  if (tool === undefined) return [`no tool ${name}`]
  const { properties, required } = tool.function.parameters as {
    properties: Record<string, { type: string }>
    required: string[]
  }
  return [
    ...Object.keys(input).filter((key) => !(key in properties)),
    ...required.filter((key) => !(key in input)).map((key) => `without ${key}`),
    ...Object.entries(input)
      .filter(([key, value]) => (properties[key]?.type === 'array') !== Array.isArray(value))
      .map(([key]) => `${key} of another type`),
  ].map((wrong) => `${name}: ${wrong}`)
}

test.for(Object.entries(offered))(
  '%s is known by its tools, and called as it wants to be',
  ([name, lines]) => {
    const tools = toolsOf(lines)
    expect(spoken(tools).name).toBe(name.split(',')[0])
    expect(spoken(tools.toReversed())).toBe(spoken(tools))
    const all = said(tools, calls)
    expect(all.length).toBeGreaterThanOrEqual(calls.length)
    expect(all.flatMap((call) => misfits(call, tools))).toEqual([])
  },
)

test('each says it in its own words', () => {
  const told = Object.entries(offered).map(([name, lines]) => {
    const all = said(toolsOf(lines), [
      { read: { path: 'src/a.ts', from: 7 } },
      { edit: { path: 'src/a.ts', old: 'b * 2', new: 'c' } },
    ])
    return [name, ...all.map(({ name, input }) => `${name} ${JSON.stringify(input)}`)].join('\n')
  })
  expect(`\n${told.join('\n\n')}\n`).toMatchInlineSnapshot(`
    "
    pi
    read {"path":"src/a.ts","offset":7}
    edit {"path":"src/a.ts","edits":[{"oldText":"b * 2","newText":"c"}]}

    codex
    exec_command {"cmd":"sed -n '7,$p' src/a.ts","login":false}
    exec_command {"cmd":"node -e 'const [path, old, text, all] = process.argv.slice(1); const parts = fs.readFileSync(path, \\"utf8\\").split(old); if (parts.length === 1 || (parts.length > 2 && !all)) throw Error(\`found \${parts.length - 1} times\`); fs.writeFileSync(path, parts.join(text))' '--' src/a.ts 'b * 2' c","login":false}

    codex, patching
    exec_command {"cmd":"sed -n '7,$p' src/a.ts","login":false}
    apply_patch {"input":"*** Begin Patch\\n*** Update File: src/a.ts\\n@@\\n-  a = b * 2 // ;\\n+  a = c // ;\\n*** End Patch\\n"}

    claude-code
    Read {"file_path":"/w/build/src/a.ts","offset":7}
    Read {"file_path":"/w/build/src/a.ts"}
    Edit {"file_path":"/w/build/src/a.ts","old_string":"b * 2","new_string":"c"}

    opencode
    read {"filePath":"/w/build/src/a.ts","offset":7}
    edit {"filePath":"/w/build/src/a.ts","oldString":"b * 2","newString":"c"}

    openclaw
    read {"path":"src/a.ts","offset":7}
    edit {"path":"src/a.ts","edits":[{"oldText":"b * 2","newText":"c"}]}

    gemini-cli
    read_file {"file_path":"/w/build/src/a.ts","start_line":7}
    replace {"file_path":"/w/build/src/a.ts","instruction":"In src/a.ts, put the new text in the place of the old.","old_string":"b * 2","new_string":"c"}

    qwen-code
    read_file {"file_path":"/w/build/src/a.ts","offset":6,"limit":2000}
    edit {"file_path":"/w/build/src/a.ts","old_string":"b * 2","new_string":"c"}

    copilot
    view {"path":"/w/build/src/a.ts","view_range":[7,-1]}
    edit {"path":"/w/build/src/a.ts","old_str":"b * 2","new_str":"c"}

    nanocoder
    read_file {"path":"src/a.ts","start_line":7}
    read_file {"path":"src/a.ts"}
    string_replace {"path":"src/a.ts","old_str":"b * 2","new_str":"c"}

    cline
    read_files {"files":[{"path":"/w/build/src/a.ts","start_line":7}]}
    editor {"path":"/w/build/src/a.ts","old_text":"b * 2","new_text":"c"}
    "
  `)
})

test('a file that was named before is written over, where a tool only makes new ones', () => {
  const writing = (name: string) =>
    said(toolsOf(offered[name]), [
      { write: { path: 'src/new.ts', content: '' } },
      { write: { path: 'src/old.ts', content: '' } },
    ]).map(({ name }) => name)
  expect(writing('copilot')).toEqual(['create', 'bash'])
  expect(writing('cline')).toEqual(['editor', 'run_commands'])
  expect(writing('pi')).toEqual(['write', 'write'])
})

test('a harness that nobody knows is asked by its shell, if it has one', () => {
  const shell = (line: string) => said(toolsOf(['think about', line]), [{ run: { command: 'ls' } }])
  expect(shell('terminal command')).toEqual([{ name: 'terminal', input: { command: 'ls' } }])
  expect(shell('sh cmd[] cwd?')).toEqual([{ name: 'sh', input: { cmd: ['sh', '-c', 'ls'] } }])
  expect(dialectFor(toolsOf(['think about']), acts)).toBe('as written')
})

test('who offers the tools of a script, in its words, is given it as it stands', () => {
  const own = toolsOf(['read path from?', 'edit path old new all?', 'run command', 'write path'])
  expect(dialectFor(own, acts)).toBe('as written')
  expect(dialectFor(toolsOf(['run command']), new Set(['finish', 'run']))).toBe('as written')
  // A script of texts alone is for all.
  expect(dialectFor([], new Set())).toBe('as written')
})

test('what is not of the conversation with the brief is told from it', () => {
  expect(dialectFor([], acts)).toBe('aside')
  for (const [name, main] of [
    ['qwen-code', 'agent'],
    ['cline', 'spawn_agent'],
  ] as const) {
    const helper = offered[name]?.filter((line) => !line.startsWith(`${main} `))
    expect(dialectFor(toolsOf(helper), acts)).toBe('aside')
  }
})

test('what no other harness has a tool for is named', () => {
  const tools = toolsOf(offered.pi)
  expect(() => said(tools, [{ note: { text: 'x' } }])).toThrow('the script calls note')
  expect(() => said(tools, [{ read: { file: 'x' } }])).toThrow(
    /the script calls read wrongly.*path/s,
  )
})
