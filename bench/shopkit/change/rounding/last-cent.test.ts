/** @module-tag change */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('fmt(4.35) keeps its last cent', async () => {
    await expect(build).toMatchReference((tree) => tree.call('src/money.ts', 'fmt', 4.35))
  })
})
