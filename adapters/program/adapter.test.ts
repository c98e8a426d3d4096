import { chmod, readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { wiresOf } from '../../plugin/gateway/providers.ts'
import { findFamily } from '../../plugin/process/family.ts'
import { Unmeasured, type WrongOption } from '../../plugin/run/adapter.ts'
import { temporaryTree } from '../../plugin/tree/fixtures/temporary-tree.ts'
import { type Drive, drive } from './fixtures/drive.ts'
import { fakeAdapter, program } from './fixtures/preset.ts'
import type { Preset } from './preset.ts'

async function fake(body: string, given: Drive = {}, more: Partial<Preset<object>> = {}) {
  return drive(fakeAdapter(more as object), {
    ...given,
    files: { 'fake.mjs': program(body), ...given.files },
    options: { path: '{base}/fake.mjs', ...given.options },
  })
}

afterEach(() => void vi.unstubAllEnvs())

const kinds = (trace: { kind: string }[]) => trace.map(({ kind }) => kind)

test('a turn has its arguments, its input byte for byte, and an environment and HOME of its own', async () => {
  const brief =
    '--help @README.md /exit "quoted" \'$(touch x)\' `y`\r\n\u{1f600} e\u0301 \\n {model}'
  const { turns, home, build, read } = await fake(
    `writeFileSync(here('stdin'), readFileSync(0))
     writeFileSync(here('given.json'), JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd(), env: process.env }))`,
    { briefs: [brief], options: { args: ['--more'], env: { FAKE_KEY: 'mine', OWN: '1' } } },
  )
  expect(turns).toEqual([{}])
  expect(await read('stdin')).toBe(brief)
  const { args, cwd, env } = JSON.parse(await read('given.json'))
  expect(args).toEqual(['first', '--more', '-'])
  expect(cwd).toBe(build)
  const { HOME, PATH, ...others } = env
  expect(path.dirname(HOME)).toBe(home)
  expect(others).toMatchObject({
    FAKE_URL: 'http://127.0.0.1:9/v1',
    FAKE_KEY: 'mine',
    FAKE_WIRE: 'chat',
    FAKE_MODEL: 'small',
    OWN: '1',
  })
  expect(Object.keys(others).filter((name) => /VITEST|NODE_/.test(name))).toEqual([])
  expect(await readdir(path.join(HOME, 'state'))).toEqual(['config.json'])
})

test('three hundred thousand characters go in by standard input; by argument it is told that they cannot', async () => {
  const brief = 'x'.repeat(300_000)
  const whole = await fake(`writeFileSync(here('stdin'), readFileSync(0))`, { briefs: [brief] })
  expect(await whole.read('stdin')).toBe(brief)
  const { turns } = await fake('', { briefs: [brief] }, { turn: () => ({ argv: [brief] }) })
  expect(turns[0]).toBeInstanceOf(Unmeasured)
  expect(String(turns[0])).toMatch('an argument of 300000 bytes is longer than this system takes')
})

test('a second turn goes on by the program’s own session; what is cumulative is subtracted', async () => {
  const { turns, trace } = await fake(
    `const again = process.argv[2] === 'resume'
     if (again && process.argv[3] !== 's-1') process.exit(9)
     print({ session: 's-1' })
     print({ soFar: again ? { prompt: 3000, cacheRead: 2000, output: 70 } : { prompt: 1000, cacheRead: 900, output: 30 } })`,
    { briefs: ['one', 'two'] },
  )
  expect(turns).toEqual([
    { tokens: { input: 100, cacheRead: 900, output: 30 } },
    { tokens: { input: 900, cacheRead: 1100, output: 40 } },
  ])
  expect(trace.map(({ kind, turn }) => [kind, turn])).toEqual([
    ['turn', 1],
    ['usage', 1],
    ['turn', 2],
    ['usage', 2],
  ])
})

test('frames that are repeated count once; what is no number is unknown, and never 0', async () => {
  const { turns, trace } = await fake(
    `print({ usage: { id: 'a', input: 5, output: 1, cost: 0.5 } })
     print({ usage: { id: 'a', input: 10, output: 2, cost: 0.5 } })
     print({ usage: { id: 'b', input: 10, output: -3, cost: null } })`,
  )
  expect(turns).toEqual([{ calls: 2, tokens: { input: 20 } }])
  expect(trace.filter(({ kind }) => kind === 'usage')).toMatchObject([
    { tokens: { input: 10, output: 2 }, cost: 0.5 },
    { tokens: { input: 10 } },
  ])
})

test.each([
  ['print({ failed: "401: no key" })', /^Unmeasured: fake-harness failed: 401: no key$/],
  ['print({ text: "Hm." }); print({ failed: "500" })', { crashed: 'fake-harness failed: 500' }],
  ['print({ failed: "500" }); print({ recovered: true })', {}],
  ['print({ failed: "429" }); process.exitCode = 145', /ended with exit code 145: 429$/],
  [
    'console.error("first"); console.error("no such model"); process.exitCode = 2',
    { crashed: 'fake-harness ended with exit code 2: no such model' },
  ],
  [
    'process.kill(process.pid, "SIGKILL"); for (;;);',
    { crashed: 'fake-harness was ended by SIGKILL' },
  ],
])('how it ended, whatever the exit code says: %s', async (body, expected) => {
  const { turns } = await fake(body)
  if (expected instanceof RegExp) expect(String(turns[0])).toMatch(expected)
  else expect(turns).toEqual([expected])
})

test('a program that always says that it is done has failed where it does not', async () => {
  const more = { tellsItsEnd: true }
  const { turns } = await fake('print({ text: "Hm." })', {}, more)
  expect(turns).toEqual([{ crashed: 'fake-harness ended without a word of having done its work' }])
  const { turns: done, trace } = await fake('print({ stop: "end_turn" })', {}, more)
  expect(done).toEqual([{}])
  expect(trace.at(-1)).toMatchObject({ kind: 'stop', reason: 'end_turn' })
})

test('the trace names where each entry was read; torn, strange and foreign lines harm nothing', async () => {
  const { turns, trace, output } = await fake(
    `process.stdout.write('warning: old\\n')
     process.stdout.write('{"te')
     await new Promise((next) => setTimeout(next, 50))
     process.stdout.write('xt":"torn \\u00e9"}\\r\\n')
     process.stdout.write(Buffer.from('{"text":"\\xff\\xfe"}\\n', 'latin1'))
     print({ throws: 'what is this' })
     print({ part: 'Hello' }); print({ part: ', you' })
     print({ start: 'c-1' }); print({ end: 'c-1' }); print({ start: 'c-2' })
     process.stdout.write('{"text":"bro')`,
  )
  expect(turns).toEqual([{}])
  expect(kinds(trace)).toEqual([
    ...['turn', 'message', 'message', 'error', 'message', 'toolCall', 'error', 'toolCall'],
  ])
  expect(trace).toMatchObject([
    { text: 'Mend it.\n' },
    { text: 'torn \u00e9' },
    { text: '\ufffd\ufffd' },
    { message: 'not understood by this preset: what is this' },
    { text: 'Hello, you' },
    { id: 'c-1', name: 'write', arguments: { path: 'a' }, result: 'done', isError: false },
    { message: 'an event that is no whole JSON' },
    { id: 'c-2', durationMs: null },
  ])
  const raws = trace.map(({ raw }) => raw && output.substring(raw.byte, raw.byte + raw.bytes))
  expect(raws[1]).toBe(`${Buffer.from('{"text":"torn \u00e9"}').toString('latin1')}\r`)
  expect(raws[4]).toBe('{"part":"Hello"}')
  expect(raws[5]).toBe('{"end":"c-1"}')
})

test('a hundred megabytes of one line are read over', async () => {
  const { turns, trace } = await fake(
    `const block = Buffer.alloc(1e6, 'x')
     process.stdout.write('{"text":"')
     for (let i = 0; i < 100; i++) if (!process.stdout.write(block)) await new Promise((next) => process.stdout.once('drain', next))
     process.stdout.write('"}\\n')
     print({ text: 'after' })`,
  )
  expect(turns).toEqual([{}])
  expect(trace).toMatchObject([
    { kind: 'turn' },
    { kind: 'error', message: 'an event of 100000011 bytes, of more than 32000000' },
    { kind: 'message', text: 'after' },
  ])
})

test('one document for a whole turn is found among what else is printed', async () => {
  const { turns, trace } = await fake(
    `console.log('Starting {1}\\n{broken')
     console.log(JSON.stringify({ text: 'Done.', usage: { input: 1, output: 2 } }, null, 2))
     console.log('bye')`,
    {},
    { output: 'document' },
  )
  expect(turns).toEqual([{ calls: 1, tokens: { input: 1, output: 2 } }])
  expect(kinds(trace)).toEqual(['turn', 'message', 'usage'])
})

test('when its time is up it is asked, then killed; nobody waits for who holds its streams', async () => {
  const deaf = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); print({ part: 'I am' })`
  const begun = performance.now()
  const stopped = await fake(deaf, { briefs: ['a', 'b'], abortOn: 'I am' })
  expect(stopped.turns).toEqual([{}, {}])
  expect(stopped.trace).toMatchObject([{ kind: 'turn' }, { kind: 'message', text: 'I am' }])
  expect(performance.now() - begun).toBeLessThan(6000)
  expect(await findFamily({ pid: null, marker: path.dirname(stopped.home) })).toEqual([])

  const leaves = `const left = spawn('sleep', ['30'], { stdio: 'inherit', detached: true }); left.unref()
     writeFileSync(here('pid'), String(left.pid)); print({ text: 'done' })`
  const again = performance.now()
  const { turns, read } = await fake(leaves)
  process.kill(Number(await read('pid')))
  expect(turns).toEqual([{}])
  expect(performance.now() - again).toBeLessThan(5000)
})

test('what stands in files only is read after the turn', async () => {
  const { turns } = await fake(
    `writeFileSync(process.env.HOME + '/usage.json', '12')`,
    {},
    {
      async after({ home }, sink) {
        const { readFile } = await import('node:fs/promises')
        sink.usage(null, { output: Number(await readFile(`${home}/usage.json`, 'utf8')) })
      },
    },
  )
  expect(turns).toEqual([{ calls: 1, tokens: { output: 12 } }])
})

test('the version is the preset’s and the program’s own; one that is not there says what to install', async () => {
  const folder = await temporaryTree({
    'bin/fake-harness': program(''),
    'bad.mjs': 'process.exit(3)',
  })
  const { version, options } = fakeAdapter()
  const found = options.parse({ path: path.join(folder, 'bin/fake-harness') })
  await expect(version(found)).rejects.toThrow('there is no program')
  await chmod(path.join(folder, 'bin/fake-harness'), 0o755)
  expect(await version(found)).toBe('7 fake-harness 1.2.4')
  vi.stubEnv('PATH', [path.join(folder, 'bin'), process.env.PATH].join(path.delimiter))
  expect(await version(options.parse({}))).toBe('7 fake-harness 1.2.4')
  const hidden = path.join(folder, 'node_modules')
  await rename(path.join(folder, 'bin'), hidden)
  vi.stubEnv('PATH', [hidden, process.env.PATH].join(path.delimiter))
  await expect(version(options.parse({}))).rejects.toThrow(
    'the program `fake-harness` is not on the PATH that a harness gets (no folder of node_modules or of this project is in it); install it (npm install --global @acme/fake@1.2.3 is what this was tried with), or write its absolute path in `options.path`',
  )
  const bad = options.parse({ path: path.join(folder, 'bad.mjs') })
  await expect(version(bad)).rejects.toThrow(/is asked its version, failed: .*see that it runs/)
})

test('a wire is chosen by the provider’s name, then by the option; a model that nobody knows is told', async () => {
  const wires: string[] = []
  const note = {
    prepare({ word, url }: { word: string; url: string }) {
      wires.push(`${word} ${url}`)
      return {}
    },
  }
  await fake('', {}, note)
  await fake('', { options: { wire: 'anthropic-messages' } }, note)
  expect(wires).toEqual(['chat http://127.0.0.1:9/v1', 'claude http://127.0.0.1:9'])
  await expect(fake('', { model: 'nobody/x' })).rejects.toThrow(
    'nothing says where the provider `nobody` is; name it in the option `providers` (there are: acme)',
  )
  await expect(fake('', { model: 'small' })).rejects.toThrow('write it as `provider/model`')
})

test('what is wrong with a model is seen before anything is run; a wire that was chosen is tried', async () => {
  const { check, options } = fakeAdapter({ wires: { 'openai-responses': { word: 'r', base: '' } } })
  const said = (model: string | null, given: object = {}) =>
    Promise.resolve(
      check(options.parse(given), {
        model,
        providers: wiresOf({
          acme: { baseUrl: 'http://localhost:1', auth: 'none' },
          mine: { baseUrl: 'https://api.deepseek.com/', auth: 'none' },
          deepseek: { baseUrl: 'https://api.deepseek.com/other', auth: 'none' },
        }),
      }),
    ).then(
      () => 'nothing',
      (error: WrongOption) => `${error.option}: ${error.message}`,
    )
  expect(await said(null)).toMatch(/^model: it is missing/)
  expect(await said('small')).toMatch(/^model: `small` does not say whose model it is/)
  expect(await said('amce/small')).toMatch(/^model: .* `amce` \(did you mean `acme`\?\)/)
  for (const model of ['openai/a', 'openrouter/a/b', 'acme/a', 'deepseek/a'])
    expect(await said(model)).toBe('nothing')
  const not = /^model: fake would speak openai-responses, and `\w+` takes /
  for (const model of ['anthropic/a', 'google/a', 'mine/a']) {
    expect(await said(model)).toMatch(not)
    expect(await said(model, { wire: 'openai-responses' })).toBe('nothing')
  }
})

test('the same program over the protocol, with the same place and a policy for what it asks', async () => {
  const agent = fileURLToPath(new URL('../acp/fixtures/agent.mjs', import.meta.url))
  const adapter = fakeAdapter({
    acp: ({ home }) => ({ argv: ['works', `${home}/heard`], env: { DOOR: 'acp' } }),
  })
  const { turns, trace, home } = await drive(adapter, {
    briefs: ['one', 'two'],
    options: { path: agent, door: 'acp', permissions: 'refuse' },
  })
  const tokens = { input: 10, output: 20, cacheRead: 5 }
  expect(turns).toEqual([{ tokens }, { tokens }])
  expect(trace.filter(({ kind }) => kind === 'permission')).toMatchObject([
    { turn: 1, answer: 'refused', by: 'policy' },
    { turn: 2, answer: 'refused', by: 'policy' },
  ])
  const [session = ''] = await readdir(home)
  expect((await readdir(path.join(home, session))).sort()).toEqual(['heard', 'state'])
  expect(() => fakeAdapter().options.parse({ door: 'acp' })).toThrow()
})
