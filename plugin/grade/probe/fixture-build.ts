/** For tests: small builds in temporary folders, and probes of them. Runs in a Vitest worker. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { serialize } from 'node:v8'
import { onTestFinished } from 'vitest'
import { defaultIgnore, ignoring } from '../../tree/ignore.ts'
import { createProber } from './prober.ts'
import type { ProbeSpec } from './spec.ts'

export const ignore = ignoring(defaultIgnore)

/** Writes files into a folder that is gone when the test is. */
export async function writeBuild(files: Record<string, string>): Promise<string> {
  const build = await realpath(await mkdtemp(join(tmpdir(), 'build-')))
  onTestFinished(() => rm(build, { recursive: true, force: true }))
  for (const [name, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    await mkdir(dirname(join(build, name)), { recursive: true })
    await writeFile(join(build, name), text)
  }
  return build
}

export function openProber(seconds = 30, concurrency = 2) {
  const prober = createProber({ concurrency, seconds, ignore })
  onTestFinished(() => prober.close())
  return prober
}

export function call(module: string, name: string, ...args: unknown[]): ProbeSpec {
  return { kind: 'call', module, name, args: serialize(args) }
}

/** Probes a build that is one module, `main.js`. */
export async function probeModule(source: string, seconds?: number, name = 'f') {
  return openProber(seconds).probe(await writeBuild({ 'main.js': source }), call('main.js', name))
}

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20))
}
