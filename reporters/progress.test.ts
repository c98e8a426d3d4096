import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { createScreen } from './fixtures/screen.ts'
import { createProgress, type ProgressOptions } from './progress.ts'

const sample = (repetition: number, task = 'T4') => ({
  suite: 'shopkit',
  condition: 'bare',
  task,
  repetition,
})

function start(options: Partial<ProgressOptions> = {}, columns?: number, rows?: number) {
  const screen = createScreen(columns, rows)
  const progress = createProgress({ stream: screen, isTTY: true, total: 5, ...options })
  onTestFinished(progress.stop)
  return { screen, progress }
}

test('on a terminal: which runs, how long, what was spent, how many are left', () => {
  const { screen, progress } = start()
  progress.started(sample(1))
  progress.started(sample(2))
  progress.ended(sample(1), { outcome: 'finished', cost: 0.0251, seconds: 12.34 })
  progress.started(sample(3))
  progress.ended(sample(2), { outcome: 'timedOut', cost: null, seconds: 600 })
  expect(screen.seen()).toMatchInlineSnapshot(`
    "samples: 2 done, 1 running, 3 left, $0.0251 spent (1 unknown)
      shopkit bare T4 #3 0s
      last: shopkit bare T4 #2 timedOut in 10m 00s, cost unknown"
  `)
  progress.stop()
  expect(screen.seen()).toBe('')
})

test('what a script answered is called so', () => {
  const { screen, progress } = start()
  progress.started(sample(1))
  progress.ended(sample(1), { outcome: 'finished', cost: 0, standIn: 'scripted', seconds: 1 })
  expect(screen.seen()).toBe(`samples: 1 done, 0 running, 4 left, $0.0000 spent
  last: shopkit bare T4 #1 finished in 1.0s, $0.0000, scripted`)
})

test('other output stands above the block, in order and whole', () => {
  // Stdout and stderr are two streams to one terminal.
  const screen = createScreen()
  const show = screen.write
  const stderr = { write: (chunk: string | Uint8Array) => show(chunk) }
  const progress = createProgress({ stream: screen, isTTY: true, total: 2, others: [stderr] })
  progress.started(sample(1))
  screen.write('one line\n')
  stderr.write('an error\n')
  screen.write(Buffer.from('two\nlines\n'))
  expect(screen.seen()).toMatchInlineSnapshot(`
    "one line
    an error
    two
    lines
    samples: 0 done, 1 running, 2 left, $0.0000 spent
      shopkit bare T4 #1 0s"
  `)
  progress.stop()
  expect(screen.seen()).toBe('one line\nan error\ntwo\nlines')
})

test('a line that is written in parts is not torn apart', () => {
  const { screen, progress } = start()
  progress.started(sample(1))
  screen.write('half ')
  progress.started(sample(2))
  expect(screen.seen()).toBe('half')
  screen.write('whole\n')
  expect(screen.seen().split('\n').slice(0, 2)).toEqual([
    'half whole',
    'samples: 0 done, 2 running, 5 left, $0.0000 spent',
  ])
})

test('the block fits a small terminal', () => {
  const { screen, progress } = start({ total: 20 }, 40, 6)
  for (let repetition = 1; repetition <= 9; repetition++) progress.started(sample(repetition))
  expect(screen.seen()).toMatchInlineSnapshot(`
    "samples: 0 done, 9 running, 20 left, $…
      shopkit bare T4 #1 0s
      shopkit bare T4 #2 0s
      and 7 more"
  `)
  progress.stop()
  expect(screen.seen()).toBe('')
})

test('lines that a narrower terminal has broken are erased too', () => {
  const { screen, progress } = start()
  progress.started(sample(1))
  const [headline = ''] = screen.seen().split('\n')
  expect(headline.length).toBeGreaterThan(40)
  screen.raw = ''
  screen.columns = 30
  progress.stop()
  expect(screen.raw.split('\u001b[1A\u001b[2K')).toHaveLength(1 + 2 + 1)
})

test('the block is redrawn by itself, so that time passes', async () => {
  const { screen, progress } = start({ redraw: 20 })
  progress.started(sample(1))
  expect(screen.seen()).toContain('shopkit bare T4 #1 0s')
  await sleep(1200)
  expect(screen.seen()).toMatch(/shopkit bare T4 #1 [1-9]s/)
})

test('a sample that waits says why', () => {
  const { screen, progress } = start({ total: null })
  progress.waiting(sample(1), 'another run is making it')
  progress.waiting(sample(2))
  expect(screen.seen()).toMatchInlineSnapshot(`
    "samples: 0 done, 0 running, 2 waiting, $0.0000 spent
      shopkit bare T4 #1 waits: another run is making it"
  `)
})

test('what runs is left, whatever the total was thought to be', () => {
  const { screen, progress } = start({ total: 1 })
  progress.started(sample(1))
  progress.started(sample(2))
  expect(screen.seen()).toContain('0 done, 2 running, 2 left')
})

test('streams are given back, and a wrapper put around ours since is left alone', () => {
  const first = start()
  const original = first.screen.write
  first.progress.stop()
  expect(first.screen.write).not.toBe(original)

  const { screen, progress } = start()
  const ours = screen.write
  const wrapper = (chunk: string | Uint8Array) => ours(chunk)
  screen.write = wrapper
  progress.stop()
  progress.stop()
  expect(screen.write).toBe(wrapper)
  screen.write('still printed\n')
  expect(screen.seen()).toBe('still printed')
})

test('elsewhere: one plain line a finished sample', () => {
  const { screen, progress } = start({ isTTY: false })
  progress.waiting(sample(1))
  progress.started(sample(1))
  progress.ended(sample(1), { outcome: 'finished', cost: 0.0251, seconds: 12.34 })
  progress.started(sample(2))
  progress.ended(sample(2), { outcome: 'crashed', cost: null, seconds: 61, left: 1 })
  progress.stop()
  expect(screen.raw).toMatchInlineSnapshot(`
    "[1/5] shopkit bare T4 #1 finished in 12.3s, $0.0251; $0.0251 spent, 4 left
    [2/3] shopkit bare T4 #2 crashed in 1m 01s, cost unknown; $0.0251 spent (1 unknown), 1 left
    "
  `)
})

test('where the total is not known, none is made up', () => {
  const { screen, progress } = start({ isTTY: false, total: null })
  progress.started(sample(1))
  progress.ended(sample(1), { outcome: 'finished', cost: 0, seconds: 1 })
  expect(screen.raw).toBe(
    '[1] shopkit bare T4 #1 finished in 1.0s, $0.0000; $0.0000 spent, 0 waiting\n',
  )
})

test('elsewhere: a sign of life while nothing ends, and none when nothing runs', async () => {
  const { screen, progress } = start({ isTTY: false, heartbeat: 100 })
  await sleep(250)
  expect(screen.raw).toBe('')
  const began = Date.now()
  progress.started(sample(1))
  progress.started(sample(2))
  while (screen.raw === '') await sleep(5)
  expect(Date.now() - began).toBeGreaterThanOrEqual(95)
  await sleep(250)
  const lines = screen.raw.trim().split('\n')
  expect(lines.length).toBeLessThanOrEqual(4)
  expect(lines[0]).toMatch(/^running: shopkit bare T4 #1 0s and 1 more; \$0\.0000 spent, 5 left$/)
})

test.for([true, false])(
  'a process with live progress ends by itself (terminal: %s)',
  async (isTTY) => {
    const script = `
    import { createProgress } from './progress.ts'
    const progress = createProgress({ stream: process.stdout, isTTY: ${isTTY}, total: 1 })
    progress.started({ suite: 's', condition: 'c', task: 't', repetition: 1 })
    console.log('printed')`
    const { stdout, stderr } = await execa(
      process.execPath,
      ['--input-type=module-typescript', '--eval', script],
      { cwd: import.meta.dirname, timeout: 10_000 },
    )
    const screen = createScreen()
    screen.write(stdout)
    expect(screen.seen()).toBe('printed')
    expect(stderr).toBe('')
  },
)
