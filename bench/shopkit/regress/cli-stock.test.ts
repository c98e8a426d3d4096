/** @module-tag regress */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('stock lists what is running out', async () => {
    await expect(build).toMatchReference(async (tree) => {
      const { exitCode, stdout } = await tree.run(['node', 'src/cli.ts', 'stock', '--below', '9'])
      return { exitCode, stdout }
    })
  })
})
