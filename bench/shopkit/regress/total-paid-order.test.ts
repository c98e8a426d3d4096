/** @module-tag regress */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('total of a paid order without discounts', async () => {
    await expect(build).toMatchReference(async (tree) => {
      const amount = await tree.call('src/orders.ts', 'totalOf', '1002')
      return (amount as number).toFixed(2)
    })
  })
})
