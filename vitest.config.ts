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
            experiment: 'published',
            conditions: [
              { name: 'bare', adapter: 'replay', options: { folder: 'replays/bare' } },
              { name: 'brain-plan', adapter: 'replay', options: { folder: 'replays/brain-plan' } },
            ],
          }),
        ],
      },
      {
        test: {
          name: 'unit',
          include: ['{plugin,adapters,reporters}/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
