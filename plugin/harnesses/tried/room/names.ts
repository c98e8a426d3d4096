/** A name server that knows no name, and notes who was asked for. In the process of the room. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface Asked {
  name: string
  /** As of `Date.now()`. */
  at: number
}

const NO_SUCH_NAME = 3

/** @param port 53 is where a system asks; 0 is any */
export async function startNames(port = 53) {
  const asked: Asked[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    asked.push({ name: nameIn(query), at: Date.now() })
    const answer = Buffer.from(query)
    answer[2] = (answer[2] ?? 0) | 0x80
    answer[3] = 0x80 | NO_SUCH_NAME
    socket.send(answer, from.port, from.address)
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return { asked, port: socket.address().port, close: () => socket.close() }
}

/** The name in the first question: labels, each after its length, from byte 12. */
function nameIn(query: Buffer): string {
  const labels: string[] = []
  for (let at = 12; ; ) {
    const length = query[at] ?? 0
    if (length === 0 || length > 63) return labels.join('.').toLowerCase()
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
}
