/** @module-tag change */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('future excluded', async () => {
    await expect(build).toMatchReference((tree) =>
      tree.call(
        'src/reports.ts',
        'isOverdue',
        {
          id: '2003',
          customer: 'Ferry Office',
          placed: '2026-02-01',
          due: '2026-04-02',
          paid: false,
          lines: [{ sku: 'GLU-05', quantity: 1 }],
          discounts: [],
        },
        '2026-03-16',
      ),
    )
  })
})
