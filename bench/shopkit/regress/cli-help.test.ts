/** @module-tag regress */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test('--help explains every command', async () => {
    await expect(build).toMatchReference(async (tree) => {
      const { exitCode, stdout } = await tree.run(['node', 'src/cli.ts', '--help'])
      return { exitCode, stdout }
    })
  })
})
