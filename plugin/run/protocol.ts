/** What a Vitest worker and the broker say to each other; bodies are `v8.serialize`d. Both sides. */
import type { ProbeResult, ProbeSpec } from '../grade/probe/spec.ts'

export interface Questions {
  /** Samples that the selected tests of a file need; answered at once. */
  want: { question: { keys: string[] }; answer: null }
  /** Waits until the build is there; `reason` says why it never will be. */
  build: { question: { key: string }; answer: { reason: string | null } }
  /** What a harness changed, as a unified diff; empty for a control. */
  diff: { question: { key: string }; answer: string }
  /** Probes a build; the reference of its suite if `reference`. */
  probe: { question: { key: string; reference: boolean; spec: ProbeSpec }; answer: ProbeResult }
}

export type Topic = keyof Questions
