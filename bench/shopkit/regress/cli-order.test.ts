/** @module-tag regress */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('order prints an invoice', async () => {
    await expect(build).toMatchReference(async (tree) => {
      const { exitCode, stdout } = await tree.run(['node', 'src/cli.ts', 'order', '1005'])
      return { exitCode, stdout }
    })
  })
})
