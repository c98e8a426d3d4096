/** @module-tag change */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('unit price on an invoice is the nearest cent', async () => {
    await expect(build).toMatchReference((tree) => tree.call('src/reports.ts', 'invoice', '1001'))
  })
})
