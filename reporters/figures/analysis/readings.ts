/** The samples of a suite as an analysis takes them: what is known of each, and in which block; main process. */
import type { Axis, SampleRecord } from '../../../plugin/record/schema.ts'
import { isDoubted } from '../contradictions.ts'
import type { Asked, Sample } from '../sample.ts'

export interface Reading extends Sample {
  /** Measured, whatever is thought of it. */
  measured: SampleRecord | undefined
  /** Measured, and its grades are believed. */
  trusted: SampleRecord | undefined
}

/** All samples of one task and repetition, by condition: what is compared is compared within one. */
export interface Block {
  task: string
  repetition: number
  readings: Map<string, Reading>
}

export function readingsOf(asked: readonly Asked[]): Reading[] {
  return asked.map(({ record, ...sample }) => {
    const measured = record?.outcome === 'unmeasured' ? undefined : record
    const trusted = measured && !isDoubted(measured, 'grades') ? measured : undefined
    return { ...sample, measured, trusted }
  })
}

/** @returns blocks in the order of the samples, which is that of the plan */
export function blocksOf(readings: readonly Reading[]): Block[] {
  const blocks = new Map<string, Block>()
  for (const reading of readings) {
    const { task, repetition, condition } = reading
    const key = JSON.stringify([task, repetition])
    const block = blocks.get(key) ?? { task, repetition, readings: new Map() }
    block.readings.set(condition, reading)
    blocks.set(key, block)
  }
  return [...blocks.values()]
}

/** null where it is not known. */
export function fractionOf(reading: Reading | undefined, axis: Axis): number | null {
  return reading?.trusted?.[axis].fraction ?? null
}

/** All change and all regress assertions passed; null where some verdict is not known. */
export function isSolved(reading: Reading | undefined): boolean | null {
  const record = reading?.trusted
  if (!record) return null
  const axes = [record.change, record.regress].filter(({ of }) => of > 0)
  // One that failed is enough, whatever the others would say.
  if (axes.some(({ passed, graded }) => passed < graded)) return false
  return axes.length > 0 && axes.every(({ graded, of }) => graded === of) ? true : null
}
