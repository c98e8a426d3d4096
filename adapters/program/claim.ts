/**
 * Sums up what a harness says that it used, turn by turn: repeated frames count once, and what is
 * cumulative is subtracted. Its claim; the meter counts by itself. In the adapter's process.
 */
import type { Metadata } from '../../plugin/run/adapter.ts'
import type { Used } from './preset.ts'

const kinds = ['input', 'output', 'cacheRead', 'cacheWrite'] as const
type Kind = (typeof kinds)[number]

/** What is left out is unknown. */
type Counts = Partial<Record<Kind | 'calls' | 'cost', number>>

export interface Claim {
  usage(id: string | null, used: Used): void
  usageSoFar(used: Used): void
  /** @returns the claim of the turn that ends now, and begins the next */
  endTurn(): Metadata
}

export function createClaim(): Claim {
  let frames = new Map<unknown, Counts>()
  let soFar: Counts | null = null
  let before: Counts = {}

  return {
    usage(id, used) {
      frames.set(id ?? Symbol('a frame of its own'), countsOf(used, 1))
    },
    usageSoFar(used) {
      soFar = countsOf(used)
    },
    endTurn() {
      const summed = sum([...frames.values()])
      // A cumulative figure is the whole of the session, hidden calls included.
      const counts = soFar ? { ...calls(summed), ...less(soFar, before) } : summed
      if (soFar) before = soFar
      frames = new Map()
      soFar = null
      return metadataOf(counts)
    },
  }
}

/** Any number that is none is unknown. */
export function countsOf(used: Used, calls?: number): Counts {
  const whole = (value: unknown) =>
    Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined
  const cacheRead = whole(used.cacheRead)
  const cacheWrite = whole(used.cacheWrite)
  const prompt = whole(used.prompt)
  const input =
    prompt === undefined || cacheRead === undefined
      ? whole(used.input)
      : whole(prompt - cacheRead - (cacheWrite ?? 0))
  const cost = Number.isFinite(used.cost) && Number(used.cost) >= 0 ? used.cost : undefined
  return defined({
    input,
    output: whole(used.output),
    cacheRead,
    cacheWrite,
    cost,
    calls: 'calls' in used ? whole(used.calls) : calls,
  })
}

/** A kind that one frame is silent about is unknown for all of them. */
function sum(frames: Counts[]): Counts {
  const [first, ...others] = frames
  if (!first) return {}
  return others.reduce((total, frame) => both(total, frame, (a, b) => a + b), first)
}

/** One that has shrunk was not cumulative after all: nothing is known then. */
function less(now: Counts, before: Counts): Counts {
  const began = Object.fromEntries(Object.keys(now).map((kind) => [kind, 0]))
  return Object.fromEntries(
    Object.entries(both(now, { ...began, ...before }, (a, b) => a - b)).filter(([, n]) => n >= 0),
  )
}

function both(a: Counts, b: Counts, of: (a: number, b: number) => number): Counts {
  const names = Object.keys(a) as (keyof Counts)[]
  return defined(
    Object.fromEntries(
      names.map((name) => {
        const [left, right] = [a[name], b[name]]
        return [name, left === undefined || right === undefined ? undefined : of(left, right)]
      }),
    ),
  )
}

function calls({ calls }: Counts): Counts {
  return defined({ calls })
}

function metadataOf({ calls, cost, ...tokens }: Counts): Metadata {
  return {
    ...defined({ calls, cost }),
    ...(Object.keys(tokens).length > 0 ? { tokens } : {}),
  }
}

function defined<T extends object>(values: T) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
