import { expect, test } from 'vitest'
import { called } from './called.ts'

test.each([
  [['my-agent', '--acp'], 'my-agent'],
  [['/opt/bin/my-agent', 'run.js'], 'my-agent'],
  [['node', 'agent.mjs', '--acp'], 'node agent.mjs'],
  [
    ['/usr/bin/node', '--no-warnings', '--import', './hook.mjs', '{home}/agent.mjs'],
    'node agent.mjs',
  ],
  [['python3.12', '-m', 'agent', 'x'], 'python3.12 agent'],
  [['npx', '-y', '@acme/agent'], 'npx agent'],
  [['deno', 'run', '-A', 'agent.ts'], 'deno agent.ts'],
  [['node', '-e', 'process.exit(1)'], 'node'],
  [['sh', '-c', 'my-agent < brief'], 'sh'],
  [['node'], 'node'],
])('%j is called %s', (argv, name) => {
  expect(called(argv)).toBe(name)
})
