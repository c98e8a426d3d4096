/** What a Vitest worker and the broker say to each other; bodies are `v8.serialize`d. Both sides. */
import type { ProbeResult, ProbeSpec } from '../grade/probe/spec.ts'

export interface Questions {
  /** Samples that the selected tests of a file need; answered at once. */
  want: { question: { keys: string[] }; answer: null }
  /** Waits until the build is there. */
  build: {
    question: { key: string }
    answer:
      | { state: 'ready'; outcome: string; diff: string; folder: string }
      | { state: 'unmeasured'; reason: string }
  }
  /** Probes a build; the reference of its suite if `reference`. */
  probe: { question: { key: string; reference: boolean; spec: ProbeSpec }; answer: ProbeResult }
}

export type Topic = keyof Questions
