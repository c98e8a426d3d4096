import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { harnessBench } from './plugin/index.ts'

const here = (place: string) => fileURLToPath(new URL(place, import.meta.url))

export default defineConfig({
  test: {
    projects: [
      {
        // What users import by name is our own source here.
        resolve: { alias: { 'harnessbench/grade': here('./plugin/grade/index.ts') } },
        plugins: [
          harnessBench({
            experiment: 'shopkit',
            // Another store for measurements of the run itself.
            store: process.env.BENCH_STORE ?? '.harnessbench',
            conditions: [
              { name: 'bare', adapter: 'replay', options: { folder: 'replays/bare' } },
              { name: 'brain-plan', adapter: 'replay', options: { folder: 'replays/brain-plan' } },
              // With a key in the environment, another model here is measured for real:
              // `deepseek/deepseek-v4-flash`, say.
              { name: 'loop', adapter: 'loop', model: 'scripted/shopkit' },
            ],
            prices: [
              {
                provider: 'scripted',
                model: '*',
                input: 1,
                output: 4,
                cacheRead: 0.1,
                date: '2026-11-30',
                source: 'made up, as the scripted model is',
              },
            ],
          }),
        ],
      },
      {
        test: {
          name: 'unit',
          include: ['{plugin,adapters,reporters}/**/*.test.ts'],
          exclude: ['plugin/end-to-end/**'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'end-to-end',
          include: ['plugin/end-to-end/**/*.test.ts'],
          testTimeout: 120_000,
          // Each starts a whole Vitest of its own, and waits for much of its time: two at once, when
          // all else is done.
          maxWorkers: 2,
          // They deal in deadlines, on machines that others use too.
          retry: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
