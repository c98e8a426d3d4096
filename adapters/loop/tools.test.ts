import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findFamily } from '../../plugin/process/family.ts'
import { setting } from './fixtures/setting.ts'
import { options } from './options.ts'
import { toolsAt, toolsToWork } from './tools.ts'

/** Calls tools as the SDK does: what is thrown is told to the model. */
async function workplace(given: { commandSeconds?: number; signal?: AbortSignal } = {}) {
  const { build, context } = await setting('http://nowhere')
  const { env, home, signal } = context
  const place = { build, env, home, commandSeconds: 20, signal, ...given }
  const tools = toolsAt(toolsToWork(options.parse({}), []), place, () => '')
  const call = (name: string, input: Record<string, unknown>): Promise<string> =>
    (tools[name] as never as { execute(input: unknown): Promise<string> })
      .execute(input)
      .catch((error: Error) => `! ${error.message}`)
  return { build, home, call, tools }
}

test('paths that lead out are refused, through links too, whatever the tool', async () => {
  const { build, home, call } = await workplace()
  await writeFile(path.join(home, 'secret.txt'), 'secret')
  await mkdir(path.join(home, 'buildings'))
  await symlink(home, path.join(build, 'up'))
  await symlink(path.join(home, 'secret.txt'), path.join(build, 'file'))
  await symlink(path.join(home, 'new.txt'), path.join(build, 'dangling'))
  await symlink('../..', path.join(build, 'relative'))
  const ways = [
    '../secret.txt',
    'a/../../secret.txt',
    '/etc/passwd',
    path.join(home, 'secret.txt'),
    '../buildings/x',
    'up/secret.txt',
    'up/made/new.txt',
    'relative/x',
    'file',
    'dangling',
  ]
  for (const way of ways) {
    const refused = `! ${way} is outside of the project's folder`
    expect(await call('read', { path: way })).toBe(refused)
    expect(await call('write', { path: way, content: 'mine' })).toBe(refused)
    expect(await call('edit', { path: way, old: 'secret', new: 'mine' })).toBe(refused)
    expect(await call('search', { text: 'secret', path: way })).toBe(refused)
    expect(await call('list', { path: way })).toBe(refused)
  }
  expect(await call('search', { text: 'secret' })).toBe('nothing found')
  expect(await call('list', {})).not.toContain('secret.txt 6')
  expect(await readFile(path.join(home, 'secret.txt'), 'utf8')).toBe('secret')
  await expect(readFile(path.join(home, 'new.txt'))).rejects.toThrow('ENOENT')
})

test('paths within are taken, absolute and through links too', async () => {
  const { build, call } = await workplace()
  expect(await call('write', { path: '..d', content: '' })).toBe('wrote 0 bytes to ..d')
  await call('write', { path: 'a/b/..c.txt', content: 'one\ntwo\n' })
  await symlink('a', path.join(build, 'link'))
  expect(await call('read', { path: path.join(build, 'a/b/..c.txt') })).toBe('one\ntwo\n')
  expect(await call('read', { path: 'link/b/..c.txt', from: 2 })).toBe('two\n')
  expect(await call('list', {})).toBe('..d 0\na/b/..c.txt 8\nlink -> a')
  expect(await call('list', { path: 'a' })).toBe('a/b/..c.txt 8')
  expect(await call('search', { text: 'two' })).toBe('a/b/..c.txt:2: two')
})

test('an edit is made where one text is meant, and all of it as it is written', async () => {
  const { build, call } = await workplace()
  const read = () => readFile(path.join(build, 'x'), 'utf8')
  await writeFile(path.join(build, 'x'), 'a.b a.b\r\n$& (c)')
  expect(await call('edit', { path: 'x', old: 'a.b', new: 'z' })).toBe(
    '! the old text is in 2 places of x; give more of what is around it',
  )
  expect(await call('edit', { path: 'x', old: 'a+b', new: 'z' })).toBe(
    '! the old text is not in x; read it again',
  )
  expect(await read()).toBe('a.b a.b\r\n$& (c)')
  expect(await call('edit', { path: 'x', old: 'a.b', new: '$&', all: true })).toBe(
    'replaced 2 places in x',
  )
  expect(await call('edit', { path: 'x', old: '(c)', new: '$1' })).toBe('replaced one place in x')
  expect(await read()).toBe('$& $&\r\n$& $1')
})

test('what is no text, too long or not there is said', async () => {
  const { build, call } = await workplace()
  await writeFile(path.join(build, 'bytes'), Buffer.from([1, 0, 2]))
  await writeFile(path.join(build, 'large'), 'x'.repeat(2_000_001))
  await writeFile(path.join(build, 'lines'), 'line\n'.repeat(10_000))
  await writeFile(path.join(build, 'line'), 'y'.repeat(50_000))
  expect(await call('read', { path: 'bytes' })).toBe('! bytes is no text file (3 bytes)')
  expect(await call('read', { path: 'large' })).toContain('! large has 2000001 bytes')
  expect(await call('read', { path: 'none' })).toBe('! there is no file none')
  expect(await call('read', { path: '.' })).toBe('! . is a folder; list it')
  const lines = await call('read', { path: 'lines' })
  expect(lines.length).toBeLessThan(21_000)
  expect(lines).toMatch(/\n\[6001 more lines; read on with from: 4001\]$/)
  expect(await call('read', { path: 'lines', from: 4001 })).toMatch(/with from: 8001\]$/)
  expect((await call('read', { path: 'line' })).length).toBeLessThan(21_000)
  expect((await call('search', { text: 'line' })).length).toBeLessThan(21_000)
})

test('a command has the given environment, and its streams are cut and told', async () => {
  const { home, call } = await workplace()
  const script = `console.log('x'.repeat(15000)); console.error(JSON.stringify(process.env)); process.exit(3)`
  const answer = await call('run', { command: `node -e "${script}"` })
  expect(answer).toMatch(
    /^exit code 3\nstdout:\nx{10000}\n\[5001 more bytes of stdout; ask for less\]/,
  )
  const env = JSON.parse(answer.slice(answer.indexOf('stderr:\n') + 8))
  expect(env).toMatchObject({ HOME: home })
  expect(Object.keys(env).filter((name) => name.startsWith('VITEST'))).toEqual([])
})

test.runIf(process.platform !== 'win32')(
  'a command that takes too long is killed with its grandchildren, and so is what one leaves behind',
  async () => {
    const { home, call } = await workplace({ commandSeconds: 1 })
    const begun = performance.now()
    const stubborn = `trap '' TERM; sh -c "sleep 50" & setsid sleep 50 & echo begun; wait`
    expect(await call('run', { command: stubborn })).toBe(
      'killed after 1 seconds, with all that it had started\nstdout:\nbegun',
    )
    expect(performance.now() - begun).toBeLessThan(6000)
    expect(await call('run', { command: '(sleep 50 &) ; echo left' })).toBe(
      'exit code 0\nstdout:\nleft',
    )
    expect(await findFamily({ pid: null, marker: home })).toEqual([])
  },
)

test('input that is not as the schema says is refused, and told why', async () => {
  const { tools } = await workplace()
  const { validate } = (tools.read as { inputSchema: unknown }).inputSchema as {
    validate(input: unknown): { success: boolean }
  }
  expect(validate({ path: 'x', from: 2 }).success).toBe(true)
  for (const input of [{}, { path: 3 }, { path: 'x', from: 0 }, { path: 'x', more: 1 }, null])
    expect(validate(input).success).toBe(false)
})
