/** What a user sees of options, adapters and stores that cannot be used: before anything is spent. */
import { existsSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeProject, type Run } from './project.ts'

/** Lines that are printed, without Vitest's frame. */
function told(run: Run): string {
  return run.output
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^⎯|^ *RUN /.test(line))
    .join('\n')
}

test('wrong options: told by their path without a stack, by `run` and by `list`', async () => {
  const wrong = {
    repetitons: 3,
    conditions: [
      { name: 'a', adapter: './counting.ts' },
      { name: 'b', adapter: 3 },
    ],
  }
  await using project = await makeProject({ source: JSON.stringify(wrong) })
  for (const word of ['run', 'list']) {
    const run = await project.vitest([word])
    expect(run.exitCode).toBe(1)
    expect(run.stdout).toBe('')
    expect(told(run)).toBe(`harnessbench: 2 problems
  - option \`conditions[1].adapter\` must be a string, not 3
  - option \`repetitons\` is unknown (did you mean \`repetitions\`?)`)
  }
  expect(existsSync(path.join(project.folder, '.harnessbench'))).toBe(false)
})

test('a bench project that cannot be used does not stop the others', async () => {
  await using project = await makeProject({}, { 'bench/tiny/tasks/fix.md': '' })
  const config = await project.read('vitest.config.ts')
  await project.write({
    'other.test.ts': `import { test } from 'vitest'\ntest('other', () => {})\n`,
    'vitest.config.ts': config.replace(
      /plugins: \[(.*)\],\n/,
      `test: { projects: [
        { extends: true, plugins: [$1] },
        { test: { name: 'other', include: ['other.test.ts'] } },
      ] },\n`,
    ),
  })
  const all = await project.vitest(['run'])
  expect(all.exitCode).toBe(1)
  expect(told(all)).toBe(
    'harnessbench: task bench/tiny/tasks/fix.md: the brief is empty; write what is asked below the front matter',
  )
  const other = await project.vitest(['run', '--project', 'other'])
  expect(other.exitCode).toBe(0)
  expect(other.output).toContain('1 passed')
})

test('adapters that are not there: the nearest name is offered', async () => {
  const conditions = [
    { name: 'a', adapter: './nowhere.ts' },
    { name: 'b', adapter: 'comand' },
  ]
  await using project = await makeProject({ conditions })
  const run = await project.vitest(['run'])
  expect(run.exitCode).toBe(1)
  const known =
    "built in are nothing, reference, …; a path begins with `./` and is relative to the project's root"
  const shown = told(run).replace(/(built in are nothing, reference), [^;]*/g, '$1, …')
  expect(shown).toBe(`harnessbench: 2 problems
  - option \`conditions[0].adapter\` (a): there is no module ./nowhere.ts; ${known}
  - option \`conditions[1].adapter\` (b): there is no module comand (did you mean \`command\`?); ${known}`)
})

test('adapters that cannot be used: all are told, before the controls are run', async () => {
  const conditions = [
    { name: 'solver', adapter: './counting.ts' },
    { name: 'nothing', adapter: './exports-nothing.ts' },
    { name: 'no-run', adapter: './exports-other.ts' },
    { name: 'throws', adapter: './throws.ts' },
    { name: 'exits', adapter: './exits.ts' },
    { name: 'options', adapter: 'command', options: { argv: 'agent' } },
  ]
  await using project = await makeProject(
    { conditions },
    {
      'exports-nothing.ts': '',
      'exports-other.ts': 'export const start = 1\n',
      'throws.ts': `throw new TypeError('no licence')\n`,
      'exits.ts': 'process.exit(0)\n',
    },
  )
  const run = await project.vitest(['run'])
  expect(run.exitCode).toBe(1)
  const write = 'write `export async function run(build, brief, context) { … }`'
  for (const line of [
    'harnessbench: 5 problems',
    `  - option \`conditions[1]\` (nothing): the adapter ./exports-nothing.ts cannot be used: exports neither \`run\` nor \`open\` (it exports: nothing); ${write}`,
    `  - option \`conditions[2]\` (no-run): the adapter ./exports-other.ts cannot be used: exports neither \`run\` nor \`open\` (it exports: start); ${write}`,
    '  - option `conditions[3]` (throws): the adapter ./throws.ts cannot be used: TypeError: no licence',
    '  - option `conditions[4]` (exits): the adapter ./exits.ts cannot be used: it ends the process that imports it; do nothing outside `run`',
    '  - option `conditions[5]` (options): the adapter command cannot be used: `options.argv`: ',
  ])
    expect(told(run)).toContain(line)
  expect(run.output).not.toMatch(/controls|^ +at /m)
  expect(await project.runs()).toEqual([])
})

test('models and providers that cannot be used: told at once, by the option, with what there is', async () => {
  const env = { BASE_URL: '{url:antropic}' }
  const conditions = [
    { name: 'no-model', adapter: 'pi' },
    { name: 'no-provider', adapter: 'loop', model: 'deepseek-v4-flash' },
    { name: 'misspelt', adapter: 'loop', model: 'opnai/gpt-5' },
    { name: 'argument', adapter: 'command', options: { argv: ['agent', '{url:mime}/v1'] } },
    { name: 'variable', adapter: 'acp', options: { argv: ['agent'], env } },
    { name: 'absent', adapter: 'command', options: { argv: ['my-agent', '{model}'] } },
    { name: 'other-wire', adapter: 'codex', model: 'anthropic/claude-sonnet-5' },
    { name: 'unscripted', adapter: 'loop', model: 'scripted/smal' },
    { name: 'one-too-few', adapter: 'loop', model: 'scripted/small' },
  ]
  const providers = { mine: { baseUrl: 'http://127.0.0.1:9' } }
  await using project = await makeProject(
    { conditions, providers, repetitions: 2 },
    { 'bench/tiny/scripts/small/fix.1.yaml': 'does: nothing\nturns: [{ say: Hm. }]\n' },
  )
  const run = await project.vitest(['run'])
  expect(run.exitCode).toBe(1)
  expect(told(run)).toMatchInlineSnapshot(`
    "harnessbench: 9 problems
      - option \`conditions[0].model\` (no-model): it is missing, and this harness calls a model; write it as \`provider/model\`
      - option \`conditions[1].model\` (no-provider): \`deepseek-v4-flash\` does not say whose model it is; write it as \`provider/model\`
      - option \`conditions[2].model\` (misspelt): there is no provider \`opnai\` (did you mean \`openai\`?); there are openai, anthropic, google, deepseek, openrouter, mine, scripted, and any other is named in the option \`providers\`
      - option \`conditions[3].options.argv\` (argument): there is no provider \`mime\` (did you mean \`mine\`?); there are openai, anthropic, google, deepseek, openrouter, mine, scripted, and any other is named in the option \`providers\`
      - option \`conditions[4].options.env.BASE_URL\` (variable): there is no provider \`antropic\` (did you mean \`anthropic\`?); there are openai, anthropic, google, deepseek, openrouter, mine, scripted, and any other is named in the option \`providers\`
      - option \`conditions[5].options.argv\` (absent): the program \`my-agent\` is not on the PATH that a harness gets (no folder of node_modules or of this project is in it); install it, or write its absolute path
      - option \`conditions[6].model\` (other-wire): codex would speak openai-responses, and \`anthropic\` takes anthropic-messages, openai-chat at its address; name another provider's model, give an address that takes it in \`providers\`, or write \`options.wire\` to have it tried
      - option \`conditions[7].model\` (unscripted): the suite tiny has no scripts for \`scripted/smal\` (did you mean \`scripted/small\`?); it has them for scripted/small, others are written as scripts/smal/<task>.<repetition>.yaml in its folder
      - option \`conditions[8].model\` (one-too-few): the suite tiny lacks 1 of its scripts, the first of them scripts/small/fix.2.yaml; write them, or ask for fewer \`repetitions\`"
  `)
  expect(existsSync(path.join(project.folder, '.harnessbench/samples'))).toBe(false)
  expect((await project.vitest(['list'])).exitCode).toBe(0)
})

test('a program below the project is refused, since a harness does not find it there', async () => {
  const conditions = [{ name: 'pi', adapter: 'pi', model: 'openai/gpt-5' }]
  await using project = await makeProject({ conditions }, { 'bin/pi': '#!/bin/sh\necho 1.2.3\n' })
  const bin = path.join(project.folder, 'bin')
  await chmod(path.join(bin, 'pi'), 0o755)
  const run = await project.vitest(['run'], {
    env: { PATH: [bin, '/usr/bin', '/bin'].join(path.delimiter) },
  })
  expect(run.exitCode).toBe(1)
  expect(told(run)).toMatchInlineSnapshot(
    `"harnessbench: option \`conditions[0]\` (pi): the adapter pi cannot be used: the program \`pi\` is not on the PATH that a harness gets (no folder of node_modules or of this project is in it); install it (npm install --global @earendil-works/pi-coding-agent@1.6.0 is what this was tried with), or write its absolute path in \`options.path\`"`,
  )
})

test('a store that cannot be written, or that a newer version wrote', async () => {
  const conditions = [{ name: 'solver', adapter: './counting.ts' }]
  await using project = await makeProject(
    { conditions, store: 'kept' },
    { kept: 'a file in its place\n' },
  )
  const taken = await project.vitest(['run'])
  expect(taken.exitCode).toBe(1)
  expect(told(taken)).toMatch(
    /^harnessbench: the store kept cannot be written \(EEXIST.*\); make it writable, or name another folder in `store`$/,
  )
  expect(await project.read('kept')).toBe('a file in its place\n')

  await project.write({ kept: null, 'kept/store.json': '{ "format": 99 }\n' })
  const newer = await project.vitest(['run'])
  expect(newer.exitCode).toBe(1)
  expect(told(newer)).toMatch(
    /^harnessbench: the store kept belongs to a newer version \(its format is 99, this version reads up to \d+\); update harnessbench, or name another folder in `store`$/,
  )
  expect(await project.read('kept/store.json')).toBe('{ "format": 99 }\n')
  expect(await project.runs()).toEqual([])
})
