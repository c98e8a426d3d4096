/** @module-tag regress */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('low stock leaves out the threshold itself', async () => {
    await expect(build).toMatchReference((tree) => tree.call('src/catalog.ts', 'lowStock', 9))
  })
})
