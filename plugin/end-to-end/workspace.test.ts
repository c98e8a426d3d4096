import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeProject } from './project.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Writes into the build all that it can see from where it is, itself and through a child. */
const looker = `
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'

const script = \`
exec 2>&1
echo "== environment"; env; tr '\\\\0' '\\\\n' < /proc/self/environ
echo "== parent"; tr '\\\\0' '\\\\n' < /proc/$PPID/environ; tr '\\\\0' ' ' < /proc/$PPID/cmdline; cat /proc/$PPID/comm; readlink /proc/$PPID/cwd
echo "== place"; pwd; ls -la . .. "$HOME" "$TMPDIR" ../..
echo "== git"; git log --format=fuller --all; git config --list --show-origin; git remote -v; git status --short; cat .git/HEAD .git/config; ls -laR .git | head -100
echo "== node"; command -v node; node --version; node -p 'process.execPath + process.argv + JSON.stringify(process.env)'
echo "== descriptors"; ls -l /proc/self/fd
\`

export async function run(_build: string, brief: string, context: any) {
  const child = spawnSync('sh', ['-c', script])
  mkdirSync('seen')
  writeFileSync('seen/child.txt', child.stdout)
  writeFileSync('seen/home.txt', child.stdout.toString().match(/HOME=(.*)/)?.[1] ?? '')
  const { env, home, model } = context
  const { pid, ppid } = process
  writeFileSync('seen/adapter.json', JSON.stringify(
    { env: process.env, same: JSON.stringify(env) === JSON.stringify(process.env), home, model, cwd: process.cwd(), title: process.title, brief },
  ))
}
`

test('nothing within a harness’s sight tells of repository, suite, task, condition or siblings', async () => {
  await using project = await makeProject(
    {
      experiment: 'telltale-experiment',
      repetitions: 2,
      concurrency: 2,
      suites: [
        { folder: 'bench/tiny', name: 'tiny', seed: 'seed/tiny', reference: 'reference/tiny' },
      ],
      conditions: [
        {
          name: 'telltale-condition',
          adapter: './telltale-adapter.ts',
          passEnv: ['PASSED', 'ABSENT'],
        },
      ],
    },
    { 'telltale-adapter.ts': looker },
  )
  const run = await project.vitest(['run'], {
    extendEnv: true,
    env: {
      NO_COLOR: '1',
      PASSED: 'on purpose',
      SECRET_KEY: 'shhh',
      npm_config_cache: project.folder,
      INIT_CWD: project.folder,
      PATH: [
        path.join(repository, 'node_modules/.bin'),
        path.join(project.folder, 'tools'),
        process.env.PATH,
      ].join(path.delimiter),
    },
  })
  expect(run.output).not.toContain('unmeasured:')
  const homes = new Set<string>()
  for (const repetition of ['1', '2']) {
    const place = `.harnessbench/samples/telltale-experiment/tiny/telltale-condition/fix/${repetition}/attempts/1/tree/seen`
    // Tinypool numbers its workers so; it says no more than that Node runs them.
    const child = (await project.read(`${place}/child.txt`)).replace('TINYPOOL_WORKER_ID=1\n', '')
    const adapter = await project.read(`${place}/adapter.json`)
    homes.add(await project.read(`${place}/home.txt`))
    expect(child.match(/^== \w+$/gm)).toHaveLength(6)

    const telling =
      /telltale|tiny|\bfix\b|vitest|harness|bench|tinypool|shopkit|seed|reference|SECRET|shhh|npm_|INIT_CWD|node_modules/gi
    // The brief itself is the agent's; `seen` is what the adapter made.
    const { brief, ...rest } = JSON.parse(adapter)
    for (const text of [child, JSON.stringify(rest)]) {
      expect(text.match(telling) ?? []).toEqual([])
      for (const place of [repository, project.folder]) expect(text).not.toContain(place)
    }
    expect(brief).toBe('The sum of two numbers comes out wrong: 2 and 3 should give 5.')
    expect(rest).toMatchObject({
      same: true,
      model: null,
      env: { PASSED: 'on purpose', TERM: 'dumb' },
    })
    expect(rest.env).not.toHaveProperty('ABSENT')
    expect(path.basename(rest.cwd)).toBe('project')
    // A fresh, empty home.
    expect(child).toContain(`${rest.home}:\ntotal `)
    expect(child).toMatch(
      new RegExp(`${rest.home}:\\ntotal \\d+\\n[^\\n]* \\.\\n[^\\n]* \\.\\.\\n\\n`),
    )
    expect(child).toContain(`\n${process.version}\n`)
    expect(child.match(/^commit /gm)).toHaveLength(1)
    expect(child).toContain('    Initial commit')
  }
  expect(homes.size).toBe(2)
})
