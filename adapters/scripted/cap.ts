/** Ends the rounds of a harness that asks for the same answer for ever. Runs in the main process. */
import type { ChatCompletionRequest } from '@copilotkit/aimock'
import { placeOf } from './dialects/place.ts'

/** More than any harness tries a call again; samples that do not tell their folder share it. */
const MOST = 300

/** @returns whether this is more than anybody in his senses asks for one answer */
export function createCap(most = MOST) {
  const asked = new Map<string, number>()
  return (script: string, turn: number, request: ChatCompletionRequest): boolean => {
    const key = JSON.stringify([script, turn, placeOf(request).folder])
    const times = (asked.get(key) ?? 0) + 1
    asked.set(key, times)
    return times > most
  }
}
