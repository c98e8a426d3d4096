import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeProject } from './project.ts'

const megabytes = 6

/** Mounts a small disk. @returns what takes it away, or null where that is not allowed */
function mountSmall(folder: string): (() => void) | null {
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
      stdio: 'pipe',
    })
  } catch {
    return null
  }
  return () => execFileSync('umount', ['-l', folder])
}

/** Leaves no byte. */
function fill(file: string): void {
  try {
    for (;;) appendFileSync(file, Buffer.alloc(4096))
  } catch {}
}

const big = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export async function run(build: string, _brief: string, context: any) {
  appendFileSync(path.join(context.suite.folder, '../../made'), context.sample.repetition + ' ')
  const file = path.join(build, 'src/sum.ts')
  writeFileSync(file, readFileSync(file, 'utf8').replace('a - b', 'a + b'))
  writeFileSync(path.join(build, 'big.bin'), Buffer.alloc(1_500_000, context.sample.repetition))
  console.log('done')
  return { calls: 1, cost: 0.25 }
}
`

test('on a full disk the run stops, what was paid for is kept, and the next run goes on', async ({
  skip,
}) => {
  await using project = await makeProject(
    {
      experiment: 'tiny',
      repetitions: 5,
      seed: '27', // by it they are run one after the other, from the first to the last
      concurrency: 1,
      conditions: [{ name: 'big', adapter: './big.ts' }],
    },
    { 'big.ts': big },
  )
  const store = path.join(project.folder, '.harnessbench')
  const unmount = mountSmall(store)
  if (!unmount) return skip('a small disk can only be mounted by root on Linux')
  try {
    writeFileSync(path.join(store, 'ballast'), Buffer.alloc(1_500_000))
    const full = await project.vitest(['run'])
    expect(full.output).toMatch(
      /nothing more is started: what the harness left could not be stored \(.*ENOSPC.*\); it is kept in .*; make room, then run again: what is stored is kept/,
    )
    expect(full.exitCode).toBe(1)
    expect(full.output).not.toContain('    at ')
    const made = async () => (await project.read('made')).trim().split(' ')
    const before = await made()
    expect(before.length).toBe(4)

    fill(path.join(store, 'rest'))
    const fuller = await project.vitest(['run', '-t', 'fix · 1'])
    expect(fuller.exitCode).toBe(1)
    expect(fuller.output).toMatch(/not recorded: .*ENOSPC.*; make room in the store/)
    expect(fuller.output).not.toContain('Unhandled')

    for (const name of ['rest', 'ballast']) rmSync(path.join(store, name))
    execFileSync('mount', ['-o', 'remount,size=60m', store])
    const roomy = await project.vitest(['run'])
    expect(roomy.exitCode).toBe(0)
    // What the harness had done on the full disk is not done again.
    expect((await made()).sort()).toEqual(['1', '2', '3', '4', '5'])
    const records = await project.records()
    expect(records.map(({ repetition }) => repetition)).toEqual([1, 2, 3, 4, 5])
    for (const record of records)
      expect(record).toMatchObject({
        outcome: 'finished',
        usage: { cost: 0.25 },
        litter: ['big.bin'],
        attempts: [{ number: 1, output: { bytes: 5, kept: 5 } }],
        change: { fraction: 1 },
      })
  } finally {
    unmount()
  }
})
