/**
 * Puts the gateway between the harnesses of a run and their models; opened when the first sample needs
 * it. Also the scripted models of the suites, for conditions whose model is `scripted/…`. Main process.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Scripted } from '../../adapters/scripted/server.ts'
import { readCalls } from '../gateway/call.ts'
import type { Gateway, Spending, Summary } from '../gateway/gateway.ts'
import { providersOf } from '../gateway/providers.ts'
import { spendingOf, summarise } from '../gateway/summary.ts'
import type { ResolvedOptions } from '../options.ts'
import type { Sample } from '../plan/plan.ts'
import type { Suite } from '../plan/suite.ts'
import { type Usage, unknownUsage } from '../record/schema.ts'
import type { Store } from '../record/store.ts'

/** Name of the provider whose models are the suites' scripts. */
export const SCRIPTED = 'scripted'

/** Folder in a suite with a folder of scripts for each of them. */
const SCRIPTS = 'scripts'

/** What a harness sends as its key; the gateway puts the real one in. */
const DUMMY_KEY = 'harnessbench'

/** Name of the file with an attempt's calls, in its folder. */
export const CALLS = 'calls.jsonl'

/** The meter of one attempt. */
export interface SampleMeter {
  /** Base URL by provider, and the key that clients need; plain data. */
  access: { urls: Record<string, string>; key: string }
  /** Aborted with a `UsedUp`, which names the budget. */
  overBudget: AbortSignal
  /** The harness begins: its seconds count from now. @param at as of `Date.now()` */
  startClock(at: number): void
  close(): Promise<Summary>
}

export interface Metering {
  /**
   * @param folder of the attempt, in which its calls are kept
   * @param model of the condition
   * @throws when the model is a scripted one that has no script for this sample
   */
  open(sample: Sample, folder: string, model: string | null): Promise<SampleMeter>
  /** Why no further sample may be started; null while one may. */
  exhausted(): Promise<string | null>
  close(): Promise<void>
}

export interface MeteringConfig {
  root: string
  options: ResolvedOptions
  suites: Suite[]
  planned: Sample[]
  store: Store
}

export function createMetering(config: MeteringConfig): Metering {
  const { options } = config
  let opened:
    | Promise<{
        gateway: Gateway
        scripted: Scripted | null
        scripts: ReadonlySet<string>
        providers: string[]
      }>
    | undefined
  const hasTotal = Object.values(options.budgets.total).some((limit) => limit !== undefined)

  async function openNow() {
    // A run that needs no model need not load any of it.
    const [{ openGateway }, { createPrices }, { readScripts }, { startScripted }] =
      await Promise.all([
        import('../gateway/gateway.ts'),
        import('../gateway/prices.ts'),
        import('../../adapters/scripted/script.ts'),
        import('../../adapters/scripted/server.ts'),
      ])
    const scripts = await Promise.all(
      config.suites.map((suite) => {
        const folder = scriptsOf(suite)
        return existsSync(folder) ? readScripts(folder, suite.name) : {}
      }),
    )
    const all = Object.assign({}, ...scripts)
    const scripted = Object.keys(all).length > 0 ? await startScripted(all) : null
    const providers = {
      ...providersOf(options.providers, config.root),
      ...(scripted
        ? { [SCRIPTED]: { baseUrl: scripted.url, auth: 'none' as const, scripted: true } }
        : {}),
    }
    const gateway = await openGateway({
      providers,
      prices: createPrices(options.prices),
      keepBodies: options.keepBodies,
      ...(hasTotal
        ? { total: defined(options.budgets.total), spent: await spentBefore(config) }
        : {}),
    })
    return {
      gateway,
      scripted,
      scripts: new Set(Object.keys(all)),
      providers: Object.keys(providers),
    }
  }
  const ready = () => {
    opened ??= openNow()
    return opened
  }

  return {
    async open(sample, folder, model) {
      const { gateway, scripts, providers } = await ready()
      const script = scriptFor(sample, model)
      if (script !== null && !scripts.has(script.key))
        throw new Error(
          `the model ${model} has no script for this sample: there is no ${script.file} in the suite ${sample.suite}`,
        )
      const { calls, tokens, dollars, seconds } = options.budgets
      const meter = await gateway.open({
        file: path.join(folder, CALLS),
        budget: { seconds, ...defined({ calls, tokens, dollars }) },
        below: script === null ? {} : { [SCRIPTED]: `/${script.key}` },
      })
      return {
        access: {
          urls: Object.fromEntries(providers.map((name) => [name, meter.url(name)])),
          key: DUMMY_KEY,
        },
        overBudget: meter.overBudget,
        startClock: meter.startClock,
        close: meter.close,
      }
    },
    async exhausted() {
      return hasTotal ? (await ready()).gateway.exhausted() : null
    },
    async close() {
      // What could not be opened has told so to every sample.
      const made = await opened?.catch(() => undefined)
      await made?.gateway.close()
      await made?.scripted?.close()
    },
  }
}

/**
 * Folder with the scripts of a suite's scripted models; part of what a run with one depends on.
 * @param model the one of them that is meant; all if left out
 */
export function scriptsOf(suite: Suite, model?: string): string {
  const folder = path.join(suite.folder, SCRIPTS)
  return model === undefined ? folder : path.join(folder, model.slice(SCRIPTED.length + 1))
}

export function isScripted(model: string | null): model is string {
  return model?.startsWith(`${SCRIPTED}/`) ?? false
}

/** Null where the model is none of the scripted ones. */
function scriptFor({ suite, task, repetition }: Sample, model: string | null) {
  if (!isScripted(model)) return null
  const name = `${model.slice(SCRIPTED.length + 1)}/${task}.${repetition}`
  return { key: `${suite}/${name}`, file: `${SCRIPTS}/${name}.yaml` }
}

/** What earlier runs spent on this experiment, superseded and killed attempts included. */
async function spentBefore({ planned, store }: MeteringConfig): Promise<Spending> {
  const spendingIn = async (folder: string, seconds: number) =>
    spendingOf(await readCalls(path.join(folder, CALLS)), seconds)
  const each = await Promise.all(
    planned.map(async (sample) => {
      const attempts = await store.attempts(sample)
      const abandoned = await store.abandoned(sample)
      return Promise.all([
        ...attempts.map(({ number, seconds }) =>
          spendingIn(store.attemptFolder(sample, number), seconds),
        ),
        ...abandoned.map(({ folder }) => spendingIn(folder, 0)),
      ])
    }),
  )
  const sum = { calls: 0, tokens: 0, dollars: 0, seconds: 0, unknown: { tokens: 0, dollars: 0 } }
  for (const spending of each.flat()) {
    for (const key of ['calls', 'tokens', 'dollars', 'seconds'] as const) sum[key] += spending[key]
    for (const key of ['tokens', 'dollars'] as const) sum.unknown[key] += spending.unknown[key]
  }
  return sum
}

/** What stands in the books of an attempt that did not come to its end. */
export async function usageInBooks(folder: string, model: string | null): Promise<Usage> {
  const calls = await readCalls(path.join(folder, CALLS)).catch(() => [])
  return calls.length > 0 ? meteredUsage(summarise(calls), model) : unknownUsage
}

/** What the meter counted, as a record holds it: a sum that lacks a call's tokens is unknown. */
export function meteredUsage(summary: Summary, model: string | null): Usage {
  const { tokens, unknownTokens } = summary
  const known = (kind: keyof typeof tokens) => (unknownTokens[kind] > 0 ? null : tokens[kind])
  return {
    model: summary.models.join(', ') || model,
    calls: summary.calls,
    tokens: {
      input: known('input'),
      output: known('output'),
      cacheRead: known('cacheRead'),
      cacheWrite: known('cacheWrite'),
    },
    cost: summary.cost,
    unpriced: summary.unpriced,
    prices: summary.prices.join(', ') || null,
    claimedBy: 'meter',
    scripted: summary.scripted,
    replayed: summary.replayed,
  }
}

/** Why a sample without a successful model call has no verdict; null where it has one. */
export function whyUnmeasured(summary: Summary): string | null {
  if (summary.missed !== null) return `the cassette has no answer: ${summary.missed}`
  if (summary.ok > 0) return null
  const { status429, status5xx, other } = summary.failed
  if (summary.calls === 0)
    return summary.overBudget ?? 'the harness made no model call through the gateway'
  const failures = [
    [status429, 'throttled (429)'],
    [status5xx, 'failed by the provider (5xx)'],
    [other, 'refused or broken off'],
  ] as const
  return `no model call succeeded: ${failures
    .filter(([count]) => count > 0)
    .map(([count, how]) => `${count} ${how}`)
    .join(', ')}; the last: ${summary.failure}`
}

function defined<T extends Record<string, unknown>>(values: T) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
