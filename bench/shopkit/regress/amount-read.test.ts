/** @module-tag regress */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('an amount with a thousands comma is read', async () => {
    await expect(build).toMatchReference((tree) =>
      tree.call('src/money.ts', 'parseAmount', '1,200.50'),
    )
  })
})
