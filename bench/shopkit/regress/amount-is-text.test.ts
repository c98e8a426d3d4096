/** @module-tag regress */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('fmt gives text with two decimals', async () => {
    await expect(build).toMatchReference((tree) => tree.call('src/money.ts', 'fmt', 12.5))
  })
})
