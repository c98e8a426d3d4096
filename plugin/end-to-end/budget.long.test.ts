import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { SampleRecord } from '../record/schema.ts'
import { isAlive } from './alive.ts'
import { type Files, makeProject } from './project.ts'

/** An adapter that solves the task, and then does `act`. */
const adapter = (act: string, imports = '') => `
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
${imports}
export async function run(build: string, brief: string, context: any): Promise<any> {
  const file = path.join(build, 'src/sum.ts')
  writeFileSync(file, readFileSync(file, 'utf8').replace('a - b', 'a + b'))
  const notes = path.join(context.suite.folder, '../../notes')
  mkdirSync(notes, { recursive: true })
  const note = (name: string, text: unknown) => writeFileSync(path.join(notes, name), String(text))
  ${act}
}
`

const adapters: Record<string, string> = {
  // Those that end by themselves come first, so that the others take no time from them.
  exits: `console.log('last words'); process.exit(3)`,
  killed: `process.kill(process.pid, 'SIGKILL'); await new Promise(() => {})`,
  throws: `throw new TypeError('no such model')`,
  rejects: `setTimeout(() => Promise.reject(new Error('in the background')), 0); await new Promise((resolve) => setTimeout(resolve, 500))`,
  nan: `return { cost: Number.NaN }`,
  words: `return { calls: 'many', tokens: { input: -1 } }`,
  number: `return 5`,
  unmeasured: `const error = new Error('the provider is down'); error.name = 'Unmeasured'; throw error`,
  deletes: `rmSync(build, { recursive: true })`,
  away: `process.chdir('/'); note('away', spawn('/bin/sleep', ['300'], { env: {}, cwd: '/', stdio: 'ignore', detached: true }).pid); return { calls: 1 }`,
  odd: `
    writeFileSync(path.join(build, 'two\\nlines'), 'x')
    writeFileSync(path.join(build, 'n'.repeat(250)), 'x')
    writeFileSync(path.join(build, 'NUL'), 'x')
    symlinkSync('/etc/passwd', path.join(build, 'out'))
    symlinkSync('loop', path.join(build, 'loop'))
    await new Promise((resolve) => createServer().listen('socket', () => resolve(0)))
    return {}`,
  loud: `
    process.stdout.write('loud ')
    await new Promise((resolve) => spawn('sh', ['-c', 'head -c 4999995 /dev/zero; echo at last'], { stdio: 'inherit' }).once('exit', resolve))`,
  never: `setInterval(() => {}, 1000); await new Promise(() => {})`,
  computes: `note('computes', process.pid); for (;;);`,
  heeds: `await new Promise((resolve) => context.signal.addEventListener('abort', resolve)); return { calls: 7 }`,
  // Its child ignores SIGTERM, and so does a grandchild that left the group and goes on writing.
  breeds: `
    const grow = 'trap "" TERM; while :; do echo x >> growing; sleep 0.05; done'
    const child = spawn('sh', ['-c', 'trap "" TERM; setsid sh -c "$GROW" & echo $! > $NOTES/grandchild; sleep 300'], {
      env: { ...context.env, GROW: grow, NOTES: notes }, stdio: 'inherit' })
    note('breeds', child.pid)
    await new Promise(() => {})`,
}

const solved = { passed: 1, of: 1 }

test('whatever an adapter does, its sample ends, is told apart, and harms no other', async () => {
  const names = Object.keys(adapters)
  const files: Files = Object.fromEntries(
    names.map((name) => [`${name}.ts`, adapter(adapters[name] as string)]),
  )
  await using project = await makeProject(
    {
      experiment: 'tiny',
      repetitions: 1,
      concurrency: 8,
      retries: 1,
      budgets: { seconds: 8 },
      conditions: names.map((name) => ({ name, adapter: `./${name}.ts` })),
    },
    files,
  )
  const run = await project.vitest(['run'])
  const records = new Map((await project.records()).map((record) => [record.condition, record]))
  const of = (name: string) => records.get(name) as SampleRecord
  const told = (name: string) => [of(name).outcome, of(name).reason]
  const tree = (name: string, file = '') =>
    path.join(project.folder, `.harnessbench/samples/tiny/tiny/${name}/fix/1/attempts/1`, file)

  const timedOut = ['timedOut', 'the budget of 8 s was used up']
  for (const name of ['never', 'computes', 'heeds', 'breeds']) expect(told(name)).toEqual(timedOut)
  expect(of('heeds').usage.calls).toBe(7)
  expect(told('exits')).toEqual([
    'crashed',
    'the adapter’s process exited with code 3 before `run` had ended',
  ])
  expect(told('killed')).toEqual([
    'crashed',
    'the adapter’s process was ended by SIGKILL before `run` had ended',
  ])
  expect(told('throws')).toEqual(['crashed', 'the adapter threw TypeError: no such model'])
  expect(told('rejects')).toEqual([
    'crashed',
    'the adapter’s process exited with code 1 before `run` had ended',
  ])
  expect(told('nan')[1]).toMatch(/not metadata \(`cost`: .*NaN/)
  expect(told('words')[1]).toMatch(/not metadata \(`calls`: .*string; `tokens\.input`: /)
  expect(told('number')[1]).toMatch(/not metadata \(`the whole`: .*number/)
  for (const name of ['nan', 'words', 'number']) expect(of(name).outcome).toBe('crashed')

  // All that solved the task before they went wrong are graded as they stand.
  const stands = names.filter((name) => !['unmeasured', 'deletes'].includes(name))
  expect(Object.fromEntries(stands.map((name) => [name, of(name).change]))).toMatchObject(
    Object.fromEntries(stands.map((name) => [name, solved])),
  )
  for (const name of ['away', 'odd', 'loud'])
    expect([name, ...told(name)]).toEqual([name, 'finished', null])
  expect(of('deletes')).toMatchObject({
    outcome: 'finished',
    change: { passed: 0, graded: 1 },
    regress: { passed: 0, graded: 2 },
  })
  expect(of('odd').litter).toEqual(
    expect.arrayContaining(['NUL', 'n'.repeat(250), 'out', 'loop', 'socket', 'two\nlines']),
  )
  expect(await readFile(tree('exits', 'output.txt'), 'utf8')).toBe('last words\n')
  const output = await readFile(tree('loud', 'output.txt'), 'utf8')
  expect(output).toMatch(/^loud \0/)
  expect(output).toMatch(/\[… 3000008 bytes cut …\]\n\0+at last\n$/)
  expect(of('loud').attempts[0]?.output).toEqual({ bytes: 5_000_008, kept: 2_000_000 })

  // Everything that was started is dead.
  const notes = ['computes', 'breeds', 'grandchild', 'away']
  const pids = await Promise.all(notes.map(async (name) => +(await project.read(`notes/${name}`))))
  expect(pids.every((pid) => pid > 1)).toBe(true)
  expect(pids.filter(isAlive)).toEqual([])
  const grown = (await readFile(tree('breeds', 'tree/growing'), 'utf8')).length
  expect(grown).toBeGreaterThan(0)

  // The apparatus failed: tried again, listed, and due again in the next run; no other is.
  expect(of('unmeasured')).toMatchObject({
    outcome: 'unmeasured',
    reason: 'the provider is down',
    change: { graded: 0, of: 1 },
  })
  expect(of('unmeasured').attempts).toHaveLength(2)
  expect(run.exitCode).toBe(1)
  expect(run.output).toContain('unmeasured: tiny/tiny/unmeasured/fix/1: the provider is down')
  expect(run.output).not.toContain('last words')
  expect(run.output).not.toContain('at last')
  expect(run.output).not.toContain('MaxListeners')

  const again = await project.vitest(['run'])
  expect(again.exitCode).toBe(1)
  const attempts = (await project.records()).map((record) => [
    record.condition,
    record.attempts.length,
  ])
  expect(Object.fromEntries(attempts)).toEqual(
    Object.fromEntries(names.map((name) => [name, name === 'unmeasured' ? 4 : 1])),
  )
})
