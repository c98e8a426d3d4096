/** The scripted model of the installed package, for agents that are run without the plugin. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RunJob } from '../run/worker.ts'

export interface Model {
  /** Where the agent of this sample finds it. */
  address(of: Pick<RunJob['context'], 'model' | 'sample'>): string
  close(): Promise<void>
}

export async function startModel(installed: string): Promise<Model> {
  const own = (file: string) => import(pathToFileURL(path.join(installed, 'dist', file)).href)
  const { readScripts }: typeof import('../../adapters/scripted/script.ts') = await own(
    'adapters/scripted/script.js',
  )
  const { startScripted }: typeof import('../../adapters/scripted/server.ts') = await own(
    'adapters/scripted/server.js',
  )
  const folder = path.join(installed, 'bench/shopkit/scripts')
  const scripted = await startScripted(await readScripts(folder, 'shopkit'))
  return {
    address({ model, sample: { suite, task, repetition } }) {
      return `${scripted.url}/${suite}/${model?.split('/')[1]}/${task}.${repetition}`
    },
    close: scripted.close,
  }
}
