/** Asks the broker in the main process. Runs in a Vitest worker. */
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import { inject } from 'vitest'
import type { Questions, Topic } from '../run/protocol.ts'

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** @throws when the broker is gone, which ends the run */
export async function ask<T extends Topic>(
  topic: T,
  question: Questions[T]['question'],
): Promise<Questions[T]['answer']> {
  const body = serialize(question)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        socketPath: inject('harnessbenchBroker'),
        path: `/${topic}`,
        method: 'POST',
        agent,
        headers: { 'content-length': body.length },
      },
      (response) => {
        buffer(response).then((answer) => {
          const value = deserialize(answer)
          if (response.statusCode === 200) resolve(value)
          else reject(new Error(value))
        }, reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
