/** The builds that the assertion file at hand is to be run on. Runs in a Vitest worker. */
import path from 'node:path'
import { inject } from 'vitest'
import { appliesTo, type BuildSite, type ProvidedPlan } from '../plan/plan.ts'
import { type Build, makeBuild } from './build.ts'
import type { ProbeSpec } from './probe/spec.ts'

/** For `describe.for(builds)`. Filled anew before each assertion file is imported. */
export const builds: Build[] = []

export interface CurrentFile {
  assertion: string
  sites: Map<string, BuildSite>
  /** What was asked of each build so far, by its key. */
  probed: Map<string, Set<ProbeSpec['kind']>>
}

/** @returns what is to be run of this file, by label; undefined for a file that is no assertion */
export function enterFile(file: string): CurrentFile | undefined {
  const plan: ProvidedPlan = inject('harnessbenchPlan')
  const wanted = path.normalize(file)
  builds.length = 0
  for (const suite of plan.suites) {
    const assertion = suite.assertions.find((entry) => path.normalize(entry.file) === wanted)
    if (!assertion) continue
    const sites = plan.builds.filter((site) => {
      if (site.suite !== suite.name) return false
      const task = suite.tasks.find(({ name }) => name === site.task)
      return task ? appliesTo(assertion, task) : true
    })
    const probed: CurrentFile['probed'] = new Map(sites.map(({ key }) => [key, new Set()]))
    builds.push(
      ...sites.map((site) => makeBuild(site, ({ kind }) => probed.get(site.key)?.add(kind))),
    )
    return {
      assertion: assertion.id,
      sites: new Map(sites.map((site) => [site.label, site])),
      probed,
    }
  }
  return undefined
}
