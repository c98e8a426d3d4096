/** @module-tag regress */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('show prints a product', async () => {
    await expect(build).toMatchReference(async (tree) => {
      const { exitCode, stdout } = await tree.run(['node', 'src/cli.ts', 'show', 'GLU-05'])
      return { exitCode, stdout }
    })
  })
})
