/**
 * One model call is made in the place of a program of ours that makes none, before the adapter begins:
 * its sample then counts as measured, and how it ended is what the adapter says, and nobody else.
 * Main process.
 */
import type { Metering, SampleMeter } from '../run/metering.ts'
import { HOSTILE_MODEL } from './model.ts'

/** @param provider that the call is made to */
export function withOneCall(metering: Metering, provider: string): Metering {
  return {
    ...metering,
    async open(sample, folder, model) {
      const meter = await metering.open(sample, folder, model)
      try {
        await callOnce(meter.access)
      } catch (error) {
        await meter.close().catch(() => {})
        throw error
      }
      return meter
    },
  }

  async function callOnce({ urls, key }: SampleMeter['access']): Promise<void> {
    const answer = await fetch(`${urls[provider]}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({
        model: HOSTILE_MODEL,
        messages: [{ role: 'user', content: 'What now?' }],
      }),
    })
    const text = await answer.text()
    if (!answer.ok)
      throw new Error(`the call in its place failed: ${answer.status} ${text.slice(0, 200)}`)
  }
}
