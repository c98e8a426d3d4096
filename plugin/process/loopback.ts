/** A server on the loopback interface: a caller that it cannot serve is hung up on. Main process. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Loopback {
  url: string
  /** Hangs up on whoever still waits. */
  close(): Promise<void>
}

export async function serveOnLoopback(
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Loopback> {
  const server = createServer((request, response) => {
    response.on('error', () => {})
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
