/** @module-tag change */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('long overdue included', async () => {
    await expect(build).toMatchReference((tree) =>
      tree.call(
        'src/reports.ts',
        'isOverdue',
        {
          id: '2002',
          customer: 'Ferry Office',
          placed: '2025-11-01',
          due: '2025-11-30',
          paid: false,
          lines: [{ sku: 'GLU-05', quantity: 1 }],
          discounts: [],
        },
        '2026-03-16',
      ),
    )
  })
})
