/** @module-tag change */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('fmt(2.999) carries into the next euro', async () => {
    await expect(build).toMatchReference((tree) => tree.call('src/money.ts', 'fmt', 2.999))
  })
})
