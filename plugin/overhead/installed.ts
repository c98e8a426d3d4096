/**
 * The package as users have it: built, and installed in a project of its own that measures shopkit as
 * this repository does. Node strips types from sources at every start, which a user never pays.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../..', import.meta.url))

const config = `import { harnessBench } from 'harnessbench'
import { defineConfig } from 'vitest/config'

const place = (role) => \`node_modules/harnessbench/\${role}/shopkit\`
export default defineConfig({
  plugins: [
    harnessBench({
      experiment: 'shopkit',
      suites: [{ folder: place('bench'), seed: place('seed'), reference: place('reference') }],
      conditions: [
        { name: 'bare', adapter: 'replay', options: { folder: 'replays/bare' } },
        { name: 'brain-plan', adapter: 'replay', options: { folder: 'replays/brain-plan' } },
        { name: 'loop', adapter: 'loop', model: 'scripted/shopkit' },
      ],
    }),
  ],
})
`

/**
 * @param project folder to make; its store is `.harnessbench` in it
 * @returns the folder of the installed package
 */
export function installInto(project: string): string {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: repository, stdio: 'inherit' })
  const modules = path.join(repository, 'node_modules')
  const installed = path.join(project, 'node_modules')
  mkdirSync(installed, { recursive: true })
  for (const name of readdirSync(modules))
    symlinkSync(path.join(modules, name), path.join(installed, name))
  const itself = path.join(installed, 'harnessbench')
  const { files } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8'))
  for (const name of [...files, 'package.json'])
    cpSync(path.join(repository, name), path.join(itself, name), { recursive: true })
  writeFileSync(path.join(project, 'package.json'), '{ "private": true, "type": "module" }\n')
  writeFileSync(path.join(project, 'vitest.config.js'), config)
  return itself
}
