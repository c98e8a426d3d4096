/** @module-tag regress */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('overdue says so when nothing is late', async () => {
    await expect(build).toMatchReference(async (tree) => {
      const { exitCode, stdout } = await tree.run([
        'node',
        'src/cli.ts',
        'overdue',
        '--today',
        '2026-01-10',
      ])
      return { exitCode, stdout }
    })
  })
})
