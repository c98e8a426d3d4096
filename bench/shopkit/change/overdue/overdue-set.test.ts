/** @module-tag change */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('overdue set', async () => {
    await expect(build).toMatchReference((tree) =>
      tree.call('src/reports.ts', 'overdue', '2026-03-16'),
    )
  })
})
