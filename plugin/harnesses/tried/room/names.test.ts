import { Resolver } from 'node:dns/promises'
import { expect, test } from 'vitest'
import { startNames } from './names.ts'

test('no name is known, and who was asked for is noted', async () => {
  const names = await startNames(0)
  const resolver = new Resolver()
  resolver.setServers([`127.0.0.1:${names.port}`])
  await expect(resolver.resolve4('Statistics.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  names.close()
  expect(new Set(names.asked.map(({ name }) => name))).toEqual(new Set(['statistics.example']))
  expect(names.asked[0]?.at).toBeGreaterThan(Date.now() - 60_000)
})
