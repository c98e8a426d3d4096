import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = (place: string) => fileURLToPath(new URL(place, import.meta.url))

// As from a package, which Vite does not bundle with the config: Node reads it as it stands.
const source = new URL('./plugin/index.ts', import.meta.url).href
const { harnessBench }: typeof import('./plugin/index.ts') = await import(source)

// What users import by name is our own source here.
const resolve = { alias: { 'harnessbench/grade': here('./plugin/grade/index.ts') } }

// Another store for measurements of the run itself.
const store = process.env.BENCH_STORE ?? '.harnessbench'

const prices = [
  {
    provider: 'scripted',
    model: '*',
    input: 1,
    output: 4,
    cacheRead: 0.1,
    date: '2026-11-30',
    source: 'made up, as the scripted model is',
  },
]

/** Deadlines, hostile programs, killed runs: minutes that not every change has to wait for. */
const long = 'plugin/**/*.long.test.ts'

const wholeRuns = {
  testTimeout: 120_000,
  // Each starts a whole Vitest of its own, and waits for much of its time: two at once, when all else
  // is done.
  maxWorkers: 2,
  // They deal in deadlines, on machines that others use too.
  retry: 1,
  sequence: { groupOrder: 1 },
}

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        plugins: [
          harnessBench({
            experiment: 'shopkit',
            store,
            prices,
            conditions: [
              {
                name: 'bare',
                adapter: 'replay',
                options: { folder: 'replays/bare' },
                levels: { brain: false, plan: false },
              },
              {
                name: 'brain-plan',
                adapter: 'replay',
                options: { folder: 'replays/brain-plan' },
                levels: { brain: true, plan: true },
              },
              // With a key in the environment, another model here is measured for real:
              // `deepseek/deepseek-v4-flash`, say.
              { name: 'loop', adapter: 'loop', model: 'scripted/shopkit' },
            ],
          }),
        ],
      },
      {
        // The same suite, and an experiment of its own: `vitest run --project factorial`.
        resolve,
        test: { name: 'factorial', sequence: { groupOrder: 1001 } },
        plugins: [
          harnessBench({
            experiment: 'factorial',
            store,
            prices,
            predictions: 'bench/factorial.predictions.yaml',
            conditions: [
              {
                name: 'loop',
                adapter: 'loop',
                model: 'scripted/factorial',
                factors: { map: [false, true], plan: [false, true] },
              },
            ],
          }),
        ],
      },
      {
        test: {
          name: 'unit',
          include: ['{plugin,adapters,reporters}/**/*.test.ts'],
          exclude: ['plugin/end-to-end/**', 'plugin/harnesses/tried/*.test.ts', long],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'end-to-end',
          include: ['plugin/end-to-end/**/*.test.ts'],
          exclude: [long],
          ...wholeRuns,
        },
      },
      {
        // `npm run test:long`
        test: { name: 'long', include: [long], ...wholeRuns },
      },
      {
        // The programs of others, where `npm run harnesses` has installed them.
        test: {
          name: 'harnesses',
          include: ['plugin/harnesses/tried/*.test.ts'],
          testTimeout: 60_000,
          // Times are measured.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
