/** @module-tag change */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('10% and 20% come off one after the other', async () => {
    await expect(build).toMatchReference(async (tree) => {
      const amount = await tree.call('src/orders.ts', 'discountAmount', 200, [10, 20])
      return (amount as number).toFixed(2)
    })
  })
})
