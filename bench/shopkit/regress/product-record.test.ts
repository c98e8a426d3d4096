/** @module-tag regress */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('a product is found with its price and stock', async () => {
    await expect(build).toMatchReference((tree) =>
      tree.call('src/catalog.ts', 'findProduct', 'SCR-40'),
    )
  })
})
