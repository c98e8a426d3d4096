/** @module-tag regress */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('an unknown order is refused with exit code 3', async () => {
    await expect(build).toMatchReference(async (tree) => {
      const { exitCode, stdout } = await tree.run(['node', 'src/cli.ts', 'order', '9999'])
      return { exitCode, stdout }
    })
  })
})
