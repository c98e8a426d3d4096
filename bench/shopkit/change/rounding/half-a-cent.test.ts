/** @module-tag change */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('fmt(0.005) rounds half a cent up', async () => {
    await expect(build).toMatchReference((tree) => tree.call('src/money.ts', 'fmt', 0.005))
  })
})
