/** What became of each assertion against the seed, and which told nothing here; main process. */
import type { Idle, Transitions } from '../analysis.ts'
import type { Reading } from './readings.ts'

/** Change before regress, in the records' order. */
export function transitionsOf(condition: string, own: readonly Reading[]): Transitions[] {
  const byId = new Map<string, Transitions>()
  for (const { measured, trusted } of own) {
    for (const { id, name, axis, transition } of measured?.assertions ?? []) {
      const counted = { condition, id, name, axis, fixed: 0, kept: 0, broke: 0, unfixed: 0, of: 0 }
      const entry = byId.get(id) ?? counted
      entry.of++
      if (trusted && transition) entry[transition]++
      byId.set(id, entry)
    }
  }
  return byAxis([...byId.values()])
}

/** Assertions with one verdict in all samples of all conditions. */
export function idleAssertions(readings: readonly Reading[]): Idle[] {
  const byId = new Map<string, Omit<Idle, 'why' | 'samples'> & { passed: number; failed: number }>()
  for (const { trusted } of readings) {
    for (const { id, name, axis, verdict } of trusted?.assertions ?? []) {
      const entry = byId.get(id) ?? { id, name, axis, passed: 0, failed: 0 }
      if (verdict === 'pass') entry.passed++
      if (verdict === 'fail') entry.failed++
      byId.set(id, entry)
    }
  }
  const idle = [...byId.values()].flatMap(({ passed, failed, ...assertion }): Idle[] => {
    if (passed + failed === 0 || (passed > 0 && failed > 0)) return []
    const why = failed === 0 ? 'never failed' : 'never passed'
    return [{ ...assertion, why, samples: passed + failed }]
  })
  return byAxis(idle)
}

function byAxis<T extends { axis: string }>(items: readonly T[]): T[] {
  return ['change', 'regress'].flatMap((axis) => items.filter((item) => item.axis === axis))
}
