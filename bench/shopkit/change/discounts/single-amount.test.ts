/** @module-tag change */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('a single discount comes off once', async () => {
    await expect(build).toMatchReference(async (tree) => {
      const amount = await tree.call('src/orders.ts', 'discountAmount', 80, [25])
      return (amount as number).toFixed(2)
    })
  })
})
